// Waybill as a child process: runs a command to its end, or a server until it is stopped.

import type { ChildProcess } from 'node:child_process'
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundled } from './server-bundle.ts'
import { startServerProcess } from './server-process.ts'

const REST_MS = 20
const COMMAND_TIMEOUT_MS = 90_000

type Settings = Record<string, string>

/** Commands inherit only PATH, the time zone, and NODE_OPTIONS, which may shift the clock. */
const { PATH = '', TZ, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env
const SURROUNDINGS: Settings = { PATH, ...(TZ && { TZ }), ...(NODE_OPTIONS && { NODE_OPTIONS }) }
const environment = (settings: Settings): Settings => ({ ...SURROUNDINGS, HOST: '127.0.0.1', PORT: '0', ...settings })

export type Finished = { code: number | 'hung'; out: string; err: string }

export const waybillCommand = async (args: readonly string[], settings: Settings): Promise<Finished> => {
  const options = { env: environment(settings), timeout: COMMAND_TIMEOUT_MS, killSignal: 'SIGKILL' as const }
  const program = await bundled('waybill')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.killed ? 'hung' : Number(error.code), out: out.trim(), err: err.trim() }),
    )
  })
}

export type Asked = { args: readonly string[]; env: Settings }

const startHost = (): ChildProcess => {
  const child = fork(new URL('./command-host.ts', import.meta.url), {
    execArgv: [],
    // The command host gets the compile cache, because it loads the source files. Commands in their own processes run the bundle.
    env: { ...SURROUNDINGS, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
  })
  // The command host ends with this process, and does not keep this process alive.
  child.unref()
  return child
}

let host: ChildProcess | undefined
let lastAnswer: Promise<unknown> = Promise.resolve()

/**
 * Like waybillCommand, but in a shared process that runs commands one after the other. Use it in tests that do not depend on the start and
 * end of the process.
 */
export const hostedCommand = (args: readonly string[], settings: Settings): Promise<Finished> => {
  const answer = lastAnswer.then(async () => {
    host ??= startHost()
    host.channel!.ref()
    const answered = new AbortController()
    const signal = AbortSignal.any([answered.signal, AbortSignal.timeout(COMMAND_TIMEOUT_MS)])
    const reply = Promise.race([once(host, 'message', { signal }), once(host, 'exit', { signal })])
    host.send({ args, env: environment(settings) } satisfies Asked)
    const [finished] = await reply.finally(() => answered.abort())
    if (typeof finished !== 'object') throw new Error(`the host of commands ended at: waybill ${args.join(' ')}`)
    host.channel!.unref()
    return finished
  })
  lastAnswer = answer.catch(() => {})
  return answer
}

export type Serving = { url: string; output(): string; stop(signal?: NodeJS.Signals): Promise<number | null> }

export const waybillServe = async (settings: Settings): Promise<Serving> => {
  const { url, output, kill } = await startServerProcess({ HOST: '127.0.0.1', ...settings })
  // Waits a little for the rest of the start-up output on stdout and stderr.
  return sleep(REST_MS, { url, output, stop: (signal = 'SIGTERM') => kill(signal) })
}
