"""Writes the ids that the `tokenizers` library gives to texts, one JSON object a line.

usage: python3 oracle_ids.py TOKENIZER.JSON COUNT > ids.jsonl

Besides COUNT texts, every code point is one: between two letters.
"""

import json
import sys

from tokenizers import Tokenizer

import texts


def main():
    t = Tokenizer.from_file(sys.argv[1])
    t.no_truncation()
    t.no_padding()
    for text in texts.make(int(sys.argv[2])):
        print(json.dumps({"text": text, "ids": t.encode(text).ids}))
    block = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    for i in range(0, len(block), 256):
        text = " ".join(f"a{c}b" for c in block[i : i + 256])
        print(json.dumps({"text": text, "ids": t.encode(text).ids}))


main()
