// Answers one JSON line per JSON line on standard input. A request holds a
// value, a document and the options of both; the answer holds what the package
// @toon-format/toon prints for the value and reads from the document.
//
// usage: node oracle.mjs <path of a node_modules folder>

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const folder = join(process.argv[2], '@toon-format', 'toon')
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const entry = pathToFileURL(join(folder, manifest.exports['.'].default))
const { decode, encode } = await import(entry.href)

function attempt(work) {
  try {
    return { value: work() }
  } catch (error) {
    return { error: String(error) }
  }
}

console.log(JSON.stringify({ version: manifest.version }))
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { value, document, delimiter, indentSize } = JSON.parse(line)
  console.log(JSON.stringify({
    encoded: attempt(() => encode(value, { delimiter, indentSize })),
    decoded: attempt(() => decode(document, { indentSize })),
  }))
}
