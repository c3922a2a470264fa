// Asks an MCP server for its tools and calls them with the official client. The
// server is a program that this one starts, or a URL; its token is then in
// $MCP_TOKEN. Standard input is a JSON array of calls, each {"name",
// "arguments"}, made one after the other; standard output is one JSON object
// with all that the client got.
//
// usage: node mcp-client.mjs <path of a node_modules folder> <program> <argument>...
//        node mcp-client.mjs <path of a node_modules folder> <http://...>

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [modules, command, ...args] = process.argv.slice(2)
const folder = join(modules, '@modelcontextprotocol', 'sdk')
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const load = (part) => import(pathToFileURL(join(folder, 'dist', 'esm', 'client', part)).href)
const { Client } = await load('index.js')
const { StdioClientTransport } = await load('stdio.js')
const { StreamableHTTPClientTransport } = await load('streamableHttp.js')

const client = new Client({ name: 'mcp-client', version: '1' })
client.onerror = (error) => console.error(error)
const overHTTP = command.startsWith('http://')
const transport = overHTTP
  ? new StreamableHTTPClientTransport(new URL(command), { requestInit: { headers: { Authorization: `Bearer ${process.env.MCP_TOKEN}` } } })
  : new StdioClientTransport({ command, args, env: process.env })
await client.connect(transport)

const results = []
const { tools } = await client.listTools()
for (const call of JSON.parse(readFileSync(0, 'utf8'))) {
  results.push(await client.callTool(call))
}
let resources, read
if (client.getServerCapabilities().resources) {
  resources = (await client.listResources()).resources
  read = resources.length > 0 ? (await client.readResource({ uri: resources[0].uri })).contents : []
}
console.log(JSON.stringify({
  version,
  server: client.getServerVersion(),
  capabilities: client.getServerCapabilities(),
  instructions: client.getInstructions(),
  tools,
  results,
  resources,
  read,
}))
client.onerror = undefined // a stream that waits for news ends with an error
if (overHTTP) await transport.terminateSession()
await client.close()
