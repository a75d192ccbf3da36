// Runs the real `waybill serve` in its own process, and measures its start-up time, memory and CPU time.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const TICKS_PER_SECOND = 100

type Process = { pid: number; parent: number; seconds: number }

/** Returns null if the process has ended. */
const processOf = async (pid: string): Promise<Process | null> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The process name in parentheses may contain spaces and parentheses, so the fields are counted from the last parenthesis.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { pid: Number(pid), parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND }
}

/** Returns the CPU time of a process and its living descendants; NaN without /proc. */
const processorSeconds = async (root: number): Promise<number> => {
  const names = await readdir('/proc').catch(() => [])
  const found = (await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(processOf))).filter((each) => each !== null)
  const below = Map.groupBy(found, ({ parent }) => parent)
  const sum = ({ pid, seconds }: Process): number => (below.get(pid) ?? []).reduce((total, child) => total + sum(child), seconds)
  const [first] = found.filter(({ pid }) => pid === root)
  return first ? sum(first) : Number.NaN
}

const THIS_CHECKOUT = join(import.meta.dirname, '..')
const READY = /^Waybill is ready at (http\S+)$/
const { PATH, HOME, TMPDIR } = process.env

export type Served = {
  url: string
  port: number
  readyMs: number
  residentMb(): Promise<number>
  /** CPU time of the server, including its worker processes. */
  processorSeconds(): Promise<number>
  stop(): Promise<void>
}

type ServeOptions = { nodeOptions?: readonly string[]; checkout?: string; workers?: number }

/**
 * Starts a server. The server writes logs as in production, but the logs are discarded. The rate limit is off, because very many requests
 * use the same API key.
 */
export const serve = async (
  env: Record<string, string>,
  { nodeOptions = [], checkout = THIS_CHECKOUT, workers = 1 }: ServeOptions = {},
): Promise<Served> => {
  const startedAt = performance.now()
  const launcher = join(checkout, 'bin', 'waybill.js')
  const child = spawn(process.execPath, [...nodeOptions, launcher, 'serve', '--workers', String(workers)], {
    env: { PATH, HOME, TMPDIR, PORT: '0', WAYBILL_RATE_LIMIT: '0', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const stopWithUs = () => child.kill('SIGKILL')
  process.once('exit', stopWithUs)
  const exited = once(child, 'exit').finally(() => process.off('exit', stopWithUs))
  const url = await Promise.race([
    new Promise<string>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const found = READY.exec(line)?.[1]
        if (found !== undefined) resolve(found)
      })
    }),
    exited.then(() => Promise.reject(new Error('the server ended before it was ready'))),
  ])
  return {
    url,
    port: Number(new URL(url).port),
    readyMs: performance.now() - startedAt,
    residentMb: async () => Number((await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)])).stdout) / 1024,
    processorSeconds: () => processorSeconds(child.pid!),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
