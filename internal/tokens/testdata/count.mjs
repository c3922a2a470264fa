// Reads texts as a JSON array of strings and writes how many tokens o200k has for each.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const require = createRequire(path.join(path.resolve(process.argv[2]), 'count.cjs'));
const { Tiktoken } = require('js-tiktoken/lite');
const ranks = require('js-tiktoken/ranks/o200k_base');
const encoding = new Tiktoken(ranks.default ?? ranks);
const texts = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(texts.map((text) => encoding.encode(text, [], []).length)));
