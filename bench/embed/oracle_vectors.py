"""Writes what onnxruntime computes for texts: one JSON object a line, with the vector of each text.

usage: python3 oracle_vectors.py MODEL.ONNX TOKENIZER.JSON cls|mean MAX_TOKENS COUNT > vectors.jsonl
"""

import json
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

import texts


def main():
    model, tokenizer, pooling, tokens, count = sys.argv[1:]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options)
    t = Tokenizer.from_file(tokenizer)
    t.enable_truncation(int(tokens))
    t.no_padding()
    for text in texts.make(int(count)):
        ids = np.array([t.encode(text).ids], np.int64)
        states = session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)})[0][0]
        v = states[0] if pooling == "cls" else states.mean(0)
        v = v / np.linalg.norm(v)
        print(json.dumps({"text": text, "vector": [float(f"{x:.8g}") for x in v]}))


main()
