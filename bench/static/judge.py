"""Judges token tables as the product would use them: the lexical value of its own search, divided by
what the words of the question are worth, plus λ times how far the cosine stands out of its background.

The candidates with their values come from the search itself, one file of JSON lines for each set:
documents {Doc, DocGroup, DocText, Title}, then questions {ID, Group, Text, Gold, Mass, Docs, Values}. A value is
the sum of the reasons that an explained search gives, the mass that of recall.Plan.

    python judge.py FOLDER_OF_SETS OUT      OUT as distill.py wrote it
"""
import json, math, os, struct, sys

import numpy as np
import scipy.sparse as sp
from tokenizers import Tokenizer

SETS = ["LoCoMo-turns", "LoCoMo-sessions", "CoSQA", "Cranfield", "CISI", "MemDaily-zh", "LongMemEval-sessions"]
LAMBDAS = [0.1, 0.15, 0.2, 0.25, 0.3]
PASSAGE = 120  # words


class Set:
    def __init__(self, path, tokenizer):
        self.name = os.path.basename(path).removesuffix(".jsonl")
        self.groups, self.questions = {}, []
        for line in open(path, encoding="utf-8"):
            row = json.loads(line)
            if "Doc" in row:
                text = ((row["Title"] or "") + "\n" + row["DocText"]).strip()
                self.groups.setdefault(row["DocGroup"], []).append((row["Doc"], text))
            else:
                self.questions.append(row)
        texts, self.of = [], {}  # passages of all documents
        for group, docs in self.groups.items():
            for place, (_, text) in enumerate(docs):
                for p in passages(text):
                    self.of.setdefault(group, []).append((len(texts), place))
                    texts.append(p)
        self.passages = bags(tokenizer, texts)
        self.asked = bags(tokenizer, [q["Text"] for q in self.questions])

    def prepare(self):
        """What the words alone give, once for all tables."""
        self.lexical, self.gold = [], []
        for q in self.questions:
            docs = {d: i for i, (d, _) in enumerate(self.groups[q["Group"]])}
            value = np.zeros(len(docs))
            for d, v in zip(q["Docs"] or [], q["Values"] or []):
                value[docs[d]] = v / max(q["Mass"], 1)
            self.lexical.append(value)
            self.gold.append({docs[g] for g in q["Gold"] if g in docs})
        return self

    def likeness(self, table):
        """For every question how its documents stand out, the best passage of each."""
        documents, questions = unit(self.passages @ table), unit(self.asked @ table)
        return self.likeness_of(documents, questions)

    def likeness_of(self, documents, questions):
        out, cut = [], {g: (np.array([p for p, _ in rows]), np.array([d for _, d in rows])) for g, rows in self.of.items()}
        for i, q in enumerate(self.questions):
            rows, place = cut[q["Group"]]
            cosine = np.full(len(self.groups[q["Group"]]), -1.0)
            np.maximum.at(cosine, place, documents[rows] @ questions[i])
            out.append(np.maximum(0, (cosine - cosine.mean()) / (1 - cosine.mean())))
        return out

    def figures(self, likeness, weight):
        """R@5, R@10 and nDCG@10."""
        sums = np.zeros(3)
        for i in range(len(self.questions)):
            value = self.lexical[i] if weight == 0 else self.lexical[i] * (weight < 9) + weight * likeness[i]
            n = min(len(value), 10)
            best = np.argpartition(-value, n - 1)[:n]
            best = [b for b in best[np.lexsort((-best, -value[best]))] if value[b] > 0]
            gold = self.gold[i]
            if not gold:
                continue
            got = [b in gold for b in best]
            ideal = sum(1 / math.log2(k + 2) for k in range(min(len(gold), 10)))
            sums += [sum(got[:5]) / len(gold), sum(got) / len(gold), sum(h / math.log2(k + 2) for k, h in enumerate(got)) / ideal]
        return 100 * sums / len(self.questions)


def passages(text):
    words = text.split(" ")
    if len(words) <= PASSAGE * 1.5:
        return [text]
    return [" ".join(words[at:at + PASSAGE]) for at in range(0, len(words), PASSAGE)]


def bags(tokenizer, texts):
    rows, columns = [], []
    for i, e in enumerate(tokenizer.encode_batch(texts, add_special_tokens=False)):
        columns += e.ids
        rows += [i] * len(e.ids)
    return sp.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), (len(texts), tokenizer.get_vocab_size()))


def unit(v):
    return v / np.maximum(np.linalg.norm(v, axis=1, keepdims=True), 1e-9)


def goal(figures, name):
    """The measure that the project has a goal for."""
    return figures[{"LoCoMo-sessions": 0, "LongMemEval-sessions": 0, "Cranfield": 2, "CISI": 2}.get(name, 1)]


def report(name, sets, likeness):
    """Prints for each set the words alone, the vectors alone and both: at the weight that is best on the
    other sets, and what each weight would give."""
    base = {s.name: s.figures(None, 0) for s in sets}
    alone = {s.name: s.figures(likeness[s.name], 9) for s in sets}
    at = {w: {s.name: s.figures(likeness[s.name], w) for s in sets} for w in LAMBDAS}
    gain = lambda w, s: (goal(at[w][s], s) - goal(base[s], s) + at[w][s][2] - base[s][2]) / 2
    print(f"## {name}")
    for s in base:
        family = s.split("-")[0]
        others = [o for o in base if o.split("-")[0] != family]
        best = max(LAMBDAS, key=lambda w: np.mean([gain(w, o) for o in others]))
        print(f"{s:22} words {goal(base[s], s):5.1f} {base[s][2]:5.1f}  alone {goal(alone[s], s):5.1f} {alone[s][2]:5.1f}  "
              f"λ={best:<4} {goal(at[best][s], s) - goal(base[s], s):+5.1f} {at[best][s][2] - base[s][2]:+5.1f}  | "
              + " ".join(f"{goal(at[w][s], s) - goal(base[s], s):+.1f}/{at[w][s][2] - base[s][2]:+.1f}" for w in LAMBDAS))
    mean = {w: np.mean([gain(w, o) for o in base]) for w in LAMBDAS}
    print("mean gain by λ:", " ".join(f"{w}:{g:+.2f}" for w, g in mean.items()), flush=True)


def load(folder, tokenizer):
    return [Set(f"{folder}/{name}.jsonl", tokenizer).prepare() for name in SETS]


def table_of(out):
    raw = open(f"{out}/rows.bin", "rb").read()
    dims, count = struct.unpack("<II", raw[8:16])
    rows = np.frombuffer(raw, np.uint8, offset=16).reshape(count, 4 + dims)
    return rows[:, 4:].copy().view(np.int8) * rows[:, :4].copy().view("<f4")


if __name__ == "__main__":
    tokens = Tokenizer.from_file(f"{sys.argv[2]}/tokenizer.json")
    table = table_of(sys.argv[2])
    loaded = load(sys.argv[1], tokens)
    report(sys.argv[2], loaded, {s.name: s.likeness(table) for s in loaded})
