"""Makes a table of token vectors that says nearly what a sentence model says of a text.

    python distill.py TOKENIZER.json TOKENS.npy TEXTS TEXTS.npy DIMS OUT

TOKENS.npy and TEXTS.npy are what teach.py recorded of the tokens and of the texts. OUT gets rows.bin and
tokenizer.json for `go run ./bench/static OUT`, and golden.jsonl for the test of the Go side.

1. The vectors of the tokens, turned to the principal components of the teacher's vectors of texts.
2. Times a weight that falls with how often a token is in the texts (smooth inverse frequency).
3. Trained by gradient descent: the direction of the sum of a text's rows shall be the teacher's vector of the
   text, and among the texts of a batch each shall be as like the others as the teacher says.
4. One signed byte for each value, one scale for each row.
"""
import copy, hashlib, json, os, struct, sys

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn import functional as F

EPOCHS, BATCH, RATE = 5, 256, 3e-3
FREQUENT = 1e-3     # a token of this share of the texts has half the weight of a rare one
TEMPERATURE, LIKE = 0.05, 0.3
LONGEST = 126       # tokens of a text, as many as the teacher has read
GOLDEN = 64


def main():
    tokenizer_file, tokens_file, texts_file, vectors_file, dims, out = sys.argv[1:]
    torch.manual_seed(0)
    torch.set_num_threads(1)
    dims = int(dims)
    for name in (tokenizer_file, tokens_file, texts_file, vectors_file):
        print(os.path.basename(name), "SHA-256", digest(name))
    tokenizer = Tokenizer.from_file(tokenizer_file)
    tokenizer.no_padding()
    texts = [json.loads(l) for l in open(texts_file, encoding="utf-8")]
    ids = encode(tokenizer, texts, LONGEST)
    teacher = components(np.load(vectors_file))
    count = np.zeros(tokenizer.get_vocab_size())
    for i in ids:
        np.add.at(count, i, 1)
    table = first_table(np.load(tokens_file), teacher.axes[:dims], count)
    table = train(table, ids, torch.tensor(teacher.vectors), teacher.axes[:dims])
    table = spread_unknown(table, count)
    os.makedirs(out, exist_ok=True)
    np.save(f"{out}/table.npy", table)
    write(out, table, tokenizer_file, texts)


def digest(name):
    with open(name, "rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()


def encode(tokenizer, texts, longest):
    tokenizer.enable_truncation(longest)
    return [e.ids for e in tokenizer.encode_batch(texts, add_special_tokens=False)]


class components:
    """The teacher's vectors around their mean, and the axes of their principal components."""

    def __init__(self, vectors):
        around = vectors - vectors.mean(0)
        self.axes = np.linalg.svd(around[:8000], full_matrices=False)[2]
        self.vectors = (around / np.linalg.norm(around, axis=1, keepdims=True)).astype(np.float32)


def first_table(tokens, axes, count):
    table = (tokens - tokens.mean(0)) @ axes.T
    table /= np.linalg.norm(table, axis=1).mean()
    share = (count + 1) / (count + 1).sum()
    return table * (FREQUENT / (FREQUENT + share))[:, None]


def train(table, ids, teacher, axes):
    rows = torch.nn.Parameter(torch.tensor(table, dtype=torch.float32))
    target = F.normalize(teacher @ torch.tensor(axes.T), dim=1)
    optimizer = torch.optim.SparseAdam([rows], lr=RATE)
    lengths = np.array([len(i) for i in ids])
    enough = np.nonzero(lengths >= 3)[0]
    random = np.random.default_rng(0)
    for epoch in range(EPOCHS):
        order, sums = random.permutation(enough), 0.0
        for at in range(0, len(order), BATCH):
            optimizer.param_groups[0]["lr"] = RATE * (1 - (epoch + at / len(order)) / EPOCHS)
            batch = order[at:at + BATCH]
            flat = torch.tensor(np.concatenate([ids[i] for i in batch]))
            starts = torch.tensor(np.concatenate([[0], np.cumsum(lengths[batch])[:-1]]))
            made = F.normalize(F.embedding_bag(flat, rows, starts, mode="sum", sparse=True), dim=1)
            apart = 1 - (made * target[batch]).sum(1).mean()
            loss = apart + LIKE * unlike(made, teacher[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            sums += apart.item() * len(batch)
        print(f"epoch {epoch}: cosine with the teacher {1 - sums / len(order):.4f}", flush=True)
    return rows.detach().numpy()


def unlike(made, teacher):
    """How much less a text is like the others of its batch than the teacher says."""
    itself = torch.eye(len(made), dtype=torch.bool)
    mine = (made @ made.T / TEMPERATURE).masked_fill(itself, -1e4)
    theirs = (teacher @ teacher.T / TEMPERATURE).masked_fill(itself, -1e4)
    return F.kl_div(F.log_softmax(mine, 1), F.softmax(theirs, 1), reduction="batchmean")


def spread_unknown(table, count):
    """Tokens that no text has, such as Chinese characters, were not trained and are much like each other
    to the teacher: what they have in common would hide which ones two texts share."""
    unknown = count == 0
    table = table.copy()
    table[unknown] -= table[unknown].mean(0)
    return table


def write(out, table, tokenizer_file, texts):
    """Leaves out the unused tokens and empties the rows of those that are no text."""
    settings = json.load(open(tokenizer_file, encoding="utf-8"))
    vocabulary = settings["model"]["vocab"]
    special = {a["content"] for a in settings["added_tokens"]}
    kept = sorted((i, t) for t, i in vocabulary.items() if not t.startswith("[unused"))
    settings["model"]["vocab"] = {t: new for new, (_, t) in enumerate(kept)}
    renumber(settings, settings["model"]["vocab"])
    settings["truncation"] = settings["padding"] = None
    with open(f"{out}/tokenizer.json", "w", encoding="utf-8") as f:
        json.dump(settings, f, ensure_ascii=False)
    rows = np.array([table[i] * (t not in special) for i, t in kept], np.float32)
    scale = np.abs(rows).max(1) / 127
    scale = scale.astype("<f4")
    values = np.round(rows / np.maximum(scale, 1e-12)[:, None]).clip(-127, 127).astype(np.int8)
    with open(f"{out}/rows.bin", "wb") as f:
        f.write(b"agmst\0\0\1" + struct.pack("<II", rows.shape[1], len(rows)))
        for s, v in zip(scale, values):
            f.write(s.tobytes() + v.tobytes())
    write_golden(f"{out}/golden.jsonl", f"{out}/tokenizer.json", scale[:, None] * values, texts)


def renumber(settings, vocabulary):
    for added in settings["added_tokens"]:
        added["id"] = vocabulary[added["content"]]
    for token in settings["post_processor"].get("special_tokens", {}).values():
        token["ids"] = [vocabulary[t] for t in token["tokens"]]


def write_golden(name, tokenizer_file, rows, texts):
    """What the table gives for a few texts, to four digits."""
    tokenizer = Tokenizer.from_file(tokenizer_file)
    extra = ["", " ", "🙂", "天气怎么样？我们明天去北京。", "Größe naïve façade", "getUserById(id int) error { return nil }",
             "word " * 600, "[SEP] is a token", "x" * 300]
    with open(name, "w", encoding="utf-8") as f:
        for text in extra + sorted(texts[:3000], key=len)[::50][:GOLDEN - len(extra)]:
            v = rows[tokenizer.encode(text, add_special_tokens=False).ids].sum(0)
            v = v / max(np.linalg.norm(v), 1e-12)
            row = {"text": text, "vector": [round(float(x), 4) for x in v]}
            f.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
