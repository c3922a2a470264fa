"""Collects English texts to train on from what is installed and from a few packages, one JSON string a line.

    python texts.py OUT wordnet=DIR pythondoc=DIR godoc=DIR pylib=DIR man=DIR readme=DIR debian=FILE packages=FILE,FILE chatterbot=WHEEL

Each source may be left out. None of the question sets of bench/retrieval is among them. The
sample is fixed: the same inputs give the same file.
"""
import ast, glob, gzip, hashlib, json, os, random, re, sys, zipfile

HOW_MANY = {"wordnet": 24000, "pythondoc": 9000, "godoc": 9000, "pylib": 9000, "man": 4000, "readme": 7000,
            "debian": 8000, "packages": 10000, "chatterbot": 4000}


def files(folder, *endings):
    for at, dirs, names in os.walk(folder):
        dirs.sort()
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.join(at, name)


def read(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as f:
        return f.read().decode("utf-8", "replace")


def paragraphs(text):
    for p in re.split(r"\n\s*\n", text):
        p = " ".join(p.split())
        words = re.findall(r"[A-Za-z]{2,}", p)
        if 5 <= len(words) and len(p) <= 1200 and sum(map(len, words)) > 0.6 * len(p.replace(" ", "")):
            yield p


def wordnet(folder):
    for kind in ("noun", "verb", "adj", "adv"):
        for line in read(f"{folder}/data.{kind}").splitlines():
            if line.startswith("  "):
                continue
            head, gloss = line.split(" | ", 1)
            fields = head.split()
            words = [fields[4 + 2 * i].replace("_", " ") for i in range(int(fields[3], 16))]
            yield ", ".join(words) + ": " + gloss.split('; "')[0].strip()
            yield from re.findall(r'"([^"]{15,})"', gloss)


def pythondoc(folder):
    for path in files(folder, ".rst.txt"):
        yield from paragraphs(re.sub(r"[`*:|]+|\.\. \w+.*", " ", read(path)))


def godoc(folder):
    for path in files(folder, ".go"):
        if "/testdata/" in path or path.endswith("_test.go"):
            continue
        block = []
        for line in read(path).splitlines():
            if line.startswith("//") and not line.startswith("//go:"):
                block.append(line[2:].strip())
            else:
                text = " ".join(block) if line.startswith("func ") else "\n".join(block)
                if "Copyright" not in text:
                    yield from paragraphs(text)
                block = []


def pylib(folder):
    """Functions as they stand in the source, and their docstrings alone."""
    for path in files(folder, ".py"):
        source = read(path)
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) and len(ast.get_docstring(node)) > 40:
                yield ast.get_docstring(node).split("\n\n")[0][:400]
                yield (ast.get_source_segment(source, node) or "")[:1000]


def man(folder):
    for path in files(folder, ".1.gz", ".7.gz", ".8.gz", ".5.gz", ".2.gz", ".3.gz"):
        text = re.sub(r'(?m)^\.(PP|TP|P|LP|SH|SS|IP).*$', "", read(path))
        text = re.sub(r"(?m)^[.'].*$|\\f.|\\[&(].?", "", text).replace("\\-", "-")
        yield from paragraphs(text)


def readme(folder):
    for path in files(folder, ".md"):
        yield from paragraphs(re.sub(r"```.*?```|\[!\[.*?\)|<[^>]*>|\]\([^)]*\)|[#*\[`]", " ", read(path), flags=re.S))


def debian(path):
    for stanza in read(path).split("\n\n"):
        m = re.search(r"(?ms)^Description(?:-en)?: (.*?)(?=^\S|\Z)", stanza)
        if m:
            yield from paragraphs(m[1].replace("\n .\n", "\n\n"))


def packages(paths):
    for path in paths.split(","):
        for line in read(path).splitlines():
            fields = line.split("\t")
            if len(fields) > 3 and fields[3].count(" ") > 5 and fields[3].isascii():
                yield fields[3]


def chatterbot(wheel):
    with zipfile.ZipFile(wheel) as z:
        for name in sorted(z.namelist()):
            if "/english/" in name and name.endswith(".yml"):
                for line in z.read(name).decode().splitlines():
                    text = line.strip(" -'\"")
                    if text.count(" ") >= 3:
                        yield text


def main():
    out, sources = sys.argv[1], dict(a.split("=", 1) for a in sys.argv[2:])
    seen, chosen = set(), []
    for name, where in sources.items():
        texts = []
        for t in globals()[name](where):
            key = hashlib.sha256(t.lower().encode()).digest()[:8]
            if t and key not in seen:
                seen.add(key)
                texts.append(t)
        random.Random(name).shuffle(texts)
        print(name, len(texts), "taken", min(len(texts), HOW_MANY[name]))
        chosen += texts[:HOW_MANY[name]]
    random.Random("all").shuffle(chosen)
    with open(out, "w", encoding="utf-8") as f:
        for t in chosen:
            f.write(json.dumps(t) + "\n")
    print(len(chosen), "texts, SHA-256", hashlib.sha256(open(out, "rb").read()).hexdigest())


if __name__ == "__main__":
    main()
