"""Writes internal/embed/wordpiece/testdata: a tokenizer with a small made
vocabulary, and the ids that the `tokenizers` library gives to made texts.

usage: python3 golden_ids.py FOLDER
"""

import json
import pathlib
import sys

from tokenizers import Tokenizer

import texts

OPTIONS = [
    {"lowercase": True, "strip_accents": None, "handle_chinese_chars": True, "clean_text": True},
    {"lowercase": False, "strip_accents": None, "handle_chinese_chars": True, "clean_text": True},
    {"lowercase": True, "strip_accents": False, "handle_chinese_chars": False, "clean_text": True},
    {"lowercase": False, "strip_accents": True, "handle_chinese_chars": True, "clean_text": False},
]


def vocabulary():
    """The special tokens, the characters of the texts alone and inside words, and some longer pieces."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    seen = set("abcdefghijklmnopqrstuvwxyzABCDEIXYZ0123456789.,!?$%_-'\"()[]{}<>=+*/\\:;#&|`~@^" + "éñü中文混合かが車賈更ς\u0307\u1100\u1161\u11a8각…“”🧠")
    pieces = "the quick brown fox jump un ##believ ##able retr ##ies hello world does in text case camel ##case sn ##ake ##ing ing con func return select from ecla ##ir 中文".split()
    quoted = ['say "', "back\\slash", "tab\t"]
    return special + sorted(seen) + ["##" + c for c in sorted(seen)] + pieces + quoted


def tokenizer(options):
    vocab = vocabulary()
    added = [
        {"id": i, "content": t, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        for i, t in enumerate(vocab[:5])
    ]
    end = lambda name: {"SpecialToken": {"id": name, "type_id": 0}}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added,
        "normalizer": {"type": "BertNormalizer", **options},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [end("[CLS]"), {"Sequence": {"id": "A", "type_id": 0}}, end("[SEP]")],
            "pair": [end("[CLS]"), {"Sequence": {"id": "A", "type_id": 0}}, end("[SEP]"), {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {t: {"id": t, "ids": [vocab.index(t)], "tokens": [t]} for t in ("[CLS]", "[SEP]")},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
            "vocab": {t: i for i, t in enumerate(vocab)},
        },
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer(OPTIONS[0]), ensure_ascii=True) + "\n")
    with open(folder / "ids.jsonl", "w") as out:
        for options in OPTIONS:
            t = Tokenizer.from_str(json.dumps(tokenizer(options)))
            for text in texts.make(len(texts.RECORDED) + 24):
                ids = t.encode(text).ids
                if len(ids) < 300:
                    out.write(json.dumps({"options": options, "text": text, "ids": ids}, separators=(",", ":")) + "\n")


main()
