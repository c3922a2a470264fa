// Starts a program that is an MCP server, lists its tools and calls them with
// the official client. Standard input is a JSON array of calls, each {"name",
// "arguments"}, made one after the other; standard output is one JSON object
// with all that the client got.
//
// usage: node mcp-client.mjs <path of a node_modules folder> <program> <argument>...

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [modules, command, ...args] = process.argv.slice(2)
const folder = join(modules, '@modelcontextprotocol', 'sdk')
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const load = (part) => import(pathToFileURL(join(folder, 'dist', 'esm', 'client', part)).href)
const { Client } = await load('index.js')
const { StdioClientTransport } = await load('stdio.js')

const client = new Client({ name: 'mcp-client', version: '1' })
client.onerror = (error) => console.error(error)
await client.connect(new StdioClientTransport({ command, args, env: process.env }))

const results = []
const { tools } = await client.listTools()
for (const call of JSON.parse(readFileSync(0, 'utf8'))) {
  results.push(await client.callTool(call))
}
console.log(JSON.stringify({
  version,
  server: client.getServerVersion(),
  capabilities: client.getServerCapabilities(),
  instructions: client.getInstructions(),
  tools,
  results,
}))
await client.close()
