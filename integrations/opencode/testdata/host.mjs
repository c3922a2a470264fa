// Loads a plugin as OpenCode does, hands it events and tool calls, and prints
// what came of them. Standard input is JSON: {plugin, directory, options,
// messages, steps}; messages are those that the client of the host knows.
//
// usage: node host.mjs < script

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const script = JSON.parse(readFileSync(0, 'utf8'))
const seen = { exports: [], tools: {}, results: [], logs: [], fetched: [], unhandled: [] }
for (const name of ['uncaughtException', 'unhandledRejection']) {
  process.on(name, (error) => seen.unhandled.push(String(error)))
}

const client = {
  app: {
    log: async ({ body }) => {
      seen.logs.push(`${body.level} ${body.service}: ${body.message}`)
      if (script.brokenClient) throw new Error('the host has no log')
    },
  },
  session: {
    message: async ({ path }) => {
      seen.fetched.push(path)
      if (script.brokenClient) throw new Error('the host has no such message')
      return { data: { info: {}, parts: script.messages?.[path.messageID] ?? [] } }
    },
  },
}
const input = { client, project: {}, directory: script.directory, worktree: script.directory, serverUrl: new URL('http://localhost'), $: () => {} }

// The loader takes a default export that is an object with server(), and else
// calls every export.
const module = await import(pathToFileURL(script.plugin).href)
seen.exports = Object.keys(module)
const loaded = module.default
const isObject = typeof loaded === 'object' && loaded !== null && 'server' in loaded
const hooks = []
for (const plugin of isObject ? [loaded.server] : Object.values(module)) {
  hooks.push(await plugin(input, script.options))
}
for (const { tool = {} } of hooks) {
  for (const [name, { description, args }] of Object.entries(tool)) {
    seen.tools[name] = { description, args: Object.keys(args) }
  }
}

async function settled(work) {
  try {
    return { value: await work() }
  } catch (error) {
    return { error: { name: error.name, code: error.code, message: error.message } }
  }
}

const context = {
  sessionID: 'ses_tool', messageID: 'msg_tool', agent: 'build', directory: script.directory, worktree: script.directory,
  abort: new AbortController().signal, metadata() {}, async ask() {},
}
for (const step of script.steps) {
  seen.results.push(await settled(async () => {
    if (step.event) {
      for (const hook of hooks) await hook.event({ event: step.event === 'now' ? completeNow(step) : step.event })
    } else if (step.tool) {
      const { args, execute } = hooks[0].tool[step.tool]
      for (const [name, schema] of Object.entries(args)) schema.parse(step.args[name])
      const abort = step.aborted ? AbortSignal.abort() : context.abort
      return execute(step.args, { ...context, abort })
    } else if (step.api) {
      return loaded.api[step.api](...step.args)
    } else if (step.dispose) {
      for (const hook of hooks) await hook.dispose()
    } else if (step.gone) {
      return gone(step.gone)
    }
  }))
}

// completeNow is the event that a message of the assistant is complete.
function completeNow({ id, ...info }) {
  const time = { created: Date.now(), completed: Date.now() }
  return { type: 'message.updated', properties: { info: { id, sessionID: 'ses_1', role: 'assistant', mode: 'build', time, ...info } } }
}

// gone waits until no process has the number that is in a file.
async function gone(file) {
  let pid
  try {
    pid = Number(readFileSync(file, 'utf8'))
  } catch {
    return 'never began'
  }
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return 'gone'
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

console.log(JSON.stringify(seen))
