"""Prints the words of the measurement of corrections, one a line with its kind.

They come from other places than the built-in list of common words:

    english      the most frequent words of English by wordfreq, most frequent first
    programming  words that stand in the documentation of three packages or more of Go's
                 standard library and of three modules or more of Python's, and are not
                 among the 10,000 most frequent of English
    names        names of languages, formats and tools by which Pygments knows its lexers,
                 common or not, and the modules of Python's standard library

    pip install wordfreq==3.1.1 pygments==2.19.2     (measured with Python 3.11, Go 1.26.8)
    python bench/retrieval/words.py > words.tsv
"""

import ast
import collections
import os
import pathlib
import re
import subprocess
import sys

import pygments.lexers
import wordfreq

is_plain = re.compile("[a-z]{3,}").fullmatch
SKIPPED = {"testdata", "vendor", "test", "tests", "site-packages", "idlelib", "lib2to3", "turtledemo"}


def words(text):
    """Yields the words of a text in small letters, without identifiers of several words."""
    for word in re.findall(r"[A-Za-z][A-Za-z0-9_']*", text):
        if re.fullmatch("[A-Z]?[a-z]+", word) and is_plain(word.lower()):
            yield word.lower()


def files(root, suffix):
    for folder, below, names in os.walk(root):
        below[:] = [name for name in below if name not in SKIPPED]
        for name in names:
            if name.endswith(suffix) and not name.endswith("_test.go"):
                yield pathlib.Path(folder, name)


def go_comments():
    """Returns for each word the packages of Go whose comments have it."""
    found = collections.defaultdict(set)
    root = subprocess.check_output(["go", "env", "GOROOT"], text=True).strip()
    for path in files(root + "/src", ".go"):
        for comment in re.findall(r"^\s*//\s?(.*)", path.read_text(errors="replace"), re.M):
            for word in words(comment):
                found[word].add(path.parent)
    return found


def python_docs():
    """Returns for each word the modules of Python whose documentation has it."""
    found = collections.defaultdict(set)
    for path in files(os.path.dirname(os.__file__), ".py"):
        try:
            module = ast.parse(path.read_text(errors="replace"))
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(module):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                for word in words(ast.get_docstring(node) or ""):
                    found[word].add(path)
    return found


for word in wordfreq.top_n_list("en", 50_000):
    if is_plain(word):
        print("english", word, sep="\t")

common = set(wordfreq.top_n_list("en", 10_000))
go, python = go_comments(), python_docs()
for word in sorted(go):
    if len(go[word]) >= 3 and len(python[word]) >= 3 and word not in common:
        print("programming", word, sep="\t")

for word in sorted({alias for lexer in pygments.lexers.get_all_lexers() for alias in lexer[1]} | sys.stdlib_module_names):
    if is_plain(word):
        print("names", word, sep="\t")
