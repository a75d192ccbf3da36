// A `waybill serve` in a child process, which can be killed and restarted.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { bundled } from './server-bundle.ts'

const READY = /^Waybill is ready at (http\S+)$/
/** A start takes about a second, but much longer on a busy machine. */
const START_TIMEOUT_MS = 90_000

/** The only environment variables that the server inherits from the test run. NODE_OPTIONS is included because it may shift the clock. */
const { PATH, HOME, TMPDIR, TZ, NODE_OPTIONS } = process.env
const SURROUNDINGS = { PATH, HOME, TMPDIR, TZ, NODE_OPTIONS }

export type ServerProcess = {
  url: string
  pid: number
  /** Sends the signal and waits until the process has ended. Returns the exit code, or null if the signal ended the process. */
  kill(signal: NodeJS.Signals): Promise<number | null>
  /**
   * Sends the signal to the whole process group, as Ctrl-C, `timeout` and systemd do. Works only if the server was started with
   * `inOwnGroup`.
   */
  signalGroup(signal: NodeJS.Signals): void
  ended: Promise<number | null>
  output(): string
}

/** `env`: the variables that select the store, as in `FreshDb.env`, and any further settings. */
export const startServerProcess = async (
  env: Record<string, string>,
  args: readonly string[] = [],
  { inOwnGroup = false }: { inOwnGroup?: boolean } = {},
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [await bundled('waybill'), 'serve', ...args], {
    detached: inOwnGroup,
    env: { ...SURROUNDINGS, PORT: '0', WAYBILL_LOG_LEVEL: 'error', WAYBILL_RATE_LIMIT: '0', WAYBILL_SHED_LOAD: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  // A test that fails must not leave the server running.
  const stopWithUs = () => child.kill('SIGKILL')
  process.once('exit', stopWithUs)
  exited.then(() => process.off('exit', stopWithUs))

  let said = ''
  for (const stream of [child.stderr, child.stdout]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  const url = await Promise.race([
    readyAddress(child.stdout),
    exited.then(([code]) => Promise.reject(new Error(`the server ended with code ${code} before it was ready: ${said}`))),
    once(AbortSignal.timeout(START_TIMEOUT_MS), 'abort').then(() => Promise.reject(new Error(`the server was not ready in time: ${said}`))),
  ])
  const kill = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return (await exited)[0]
  }
  const signalGroup = (signal: NodeJS.Signals): void => void process.kill(-child.pid!, signal)
  return { url, pid: child.pid!, kill, signalGroup, ended: exited.then(([code]) => code), output: () => said }
}

const readyAddress = (output: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve) => {
    createInterface(output).on('line', (line) => {
      const url = READY.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
