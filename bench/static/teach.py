"""Records what a sentence model makes of texts: python teach.py MODEL_FOLDER mean|cls TEXTS OUT.npy

MODEL_FOLDER has model.onnx and tokenizer.json. TEXTS has one JSON string a line; where it is -, each
token of the vocabulary is a text of its own.
"""
import json, sys

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

LONGEST = 128


def main():
    folder, pooling, texts, out = sys.argv[1:]
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = ort.InferenceSession(f"{folder}/model.onnx", options)
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.enable_truncation(LONGEST)
    tokenizer.no_padding()
    if texts == "-":
        first, last = tokenizer.encode("").ids
        encoded = [[first, i, last] for i in range(tokenizer.get_vocab_size())]
    else:
        encoded = [e.ids for e in tokenizer.encode_batch([json.loads(l) for l in open(texts, encoding="utf-8")])]
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i]))
    vectors = np.zeros((len(encoded), 384), np.float32)
    for at in range(0, len(order), 32):
        batch = order[at:at + 32]
        ids = np.zeros((len(batch), len(encoded[batch[-1]])), np.int64)
        mask = np.zeros_like(ids)
        for row, i in enumerate(batch):
            ids[row, :len(encoded[i])], mask[row, :len(encoded[i])] = encoded[i], 1
        hidden = session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})[0]
        v = hidden[:, 0] if pooling == "cls" else (hidden * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
        vectors[batch] = v / np.linalg.norm(v, axis=1, keepdims=True)
        if at % 3200 == 0:
            print(at, flush=True)
    np.save(out, vectors)


if __name__ == "__main__":
    main()
