"""Texts of every kind that a store may hold, made up with a fixed seed."""

import random

NOUNS = "parser server token vector memory query index deploy cache commit branch session lock schema ledger window café naïve Zürich".split()
VERBS = "breaks returns merges forgets indexes embeds retries migrates unwinds flushes rewrites".split()
CODE = [
    "func (s *Store) Add(ctx context.Context, m Memory) (ID, error) {\n\treturn s.add(ctx, m)\n}",
    "SELECT id, title FROM memories WHERE tag = 'x' AND created_at > 1700000000 LIMIT 10;",
    "for (let i = 0; i < xs.length; i++) { console.log(`${i}: ${xs[i] ?? 'none'}`); }",
    "def embed(texts: list[str], *, dim=384) -> np.ndarray:\n    return model.encode(texts)[:, :dim]",
    "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", 1 << 10); return 0; }",
    "git rebase -i HEAD~3 && make test || echo 'failed: $?'",
    "https://example.org/a/b?c=d&e=%20f#g  user@example.org  /usr/local/bin/x_y-z.so.1",
]
CHINESE = "数据库迁移失败了因为锁没有释放请在部署之前检查配置文件记忆检索向量模型很快漢字豈更"
JAPANESE = "データベースの移行に失敗しました。ガギグゲゴ パピプペポ を ひらがな カタカナ ﾊﾝｶｸ"
KOREAN = "데이터베이스 마이그레이션이 실패했습니다 잠금을 해제하세요 한국어 각난닫"
OTHER = "Привет мир ёжик Ελληνικά ΣΊΣΥΦΟΣ ς العَرَبِيَّة עִבְרִית हिन्दी ภาษาไทย İstanbul ıǰ ßẞ Ångström ﬁ ﬀ ½ ² Ⅷ ǅ"
EMOJI = "🤖🦀👩‍💻🏳️‍🌈👍🏽🧠🇩🇪⚙️✅❌➡️🫠"
SIGNS = "“quoted” ‘single’ — – … « » ¿ ¡ § ¶ • † ‰ € £ ¥ ¢ © ® ™ ° ± × ÷ ≠ ≤ ∞ √ ∑ → ⇒ ␣ ` ^ ~ | \\ $ + < = >"
SPACES = "\t\n\r\x0b\x0c\x1c\x85\xa0\u1680\u2003\u2028\u2029\u202f\u3000\u200b\u200d\u2060\ufeff\x00\x01\x7f\ufffd\xad"
SPECIAL = ["[CLS]", "[SEP]", "[MASK]", "[PAD]", "[UNK]", "[unk]", "[CLS", "##ing", "[SEP][SEP]x[MASK]y"]
RECORDED = [
    "", " ", "Hello, World!", "The quick brown fox doesn't jump.", "unbelievable retries", "a" * 100, "a" * 101 + " b", "x" * 300 + "," + "y" * 99,
    "[CLS] in the text [SEP]", "e\u0301clair éclair ÉCLAIR", "o" + "\u0301\u0323" * 40 + "k", "\u1100\u1161\u11a8 각", "\ud55c\uad6d\uc5b4",
    "a\u0000b\u200bc\ufffdd\u0085e\u00a0f\u3000g", "\x1c\x1d\t\v\f", "İstanbul I\u0307", "ΑΣ ας", "豈更車", "中文abc混合", "か\u3099が", "²½ﬁ", "…—“”", "$100.50 + 3%",
    "snake_case camelCase kebab-case", "👩‍💻 ok 🏳️‍🌈", "\U000e0041\ue000z", "\u061dx\u2e5dy", "\u0898z\u1734z", "\u166dq", "##ing ing", "\U0001f9e0\U0010ffff",
] + CODE


def words(r, n):
    return " ".join(r.choice(r.choice((NOUNS, VERBS))) for _ in range(n))


def hostile(r):
    """Any code points, those with rules of their own more often."""
    pick = [
        lambda: chr(r.randrange(0x80)),
        lambda: chr(r.randrange(0x3000)),
        lambda: chr(r.choice((r.randrange(0xD800), r.randrange(0xE000, 0x110000)))),
        lambda: chr(r.randrange(0x300, 0x370)),
        lambda: r.choice(SPACES),
        lambda: r.choice(CHINESE + EMOJI + SIGNS + OTHER),
        lambda: r.choice("aeiou") + chr(r.randrange(0x300, 0x340)),
    ]
    return "".join(r.choice(pick)() for _ in range(r.randrange(1, 120)))


def pieces_of(r, alphabet, n):
    """A text of a language as its words or, where it has none, its characters."""
    parts = alphabet.split(" ") if " " in alphabet else list(alphabet)
    return (" " if " " in alphabet else "").join(r.choice(parts) for _ in range(n))


def make(count, seed=14):
    """Returns the recorded texts and others, count in all."""
    r = random.Random(seed)
    kinds = [
        lambda: words(r, r.randrange(1, 40)).capitalize() + r.choice(".?!"),
        lambda: words(r, r.randrange(3, 12)),
        lambda: " ".join(r.sample(CODE, r.randrange(1, 4))),
        lambda: pieces_of(r, CHINESE, r.randrange(2, 80)),
        lambda: pieces_of(r, JAPANESE, r.randrange(1, 12)),
        lambda: pieces_of(r, KOREAN, r.randrange(1, 12)),
        lambda: pieces_of(r, OTHER, r.randrange(1, 12)),
        lambda: words(r, 3) + pieces_of(r, EMOJI, r.randrange(1, 9)) + words(r, 2),
        lambda: pieces_of(r, SIGNS, 12) + words(r, 2),
        lambda: words(r, 2) + " " + r.choice(SPECIAL) + r.choice(["", " "]) + words(r, 2) + r.choice(SPECIAL),
        lambda: "".join(w + r.choice(SPACES) for w in words(r, 9).split()),
        lambda: hostile(r),
    ]
    texts = list(RECORDED)
    while len(texts) < count:
        n = len(texts)
        texts.append(words(r, 600) if n % 40 == 0 else kinds[n % len(kinds)]())
    return texts
