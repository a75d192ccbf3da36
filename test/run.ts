// `npm test` and `npm run soak`: every test file in a process of its own, on both engines. `npm test -- test/api/hold.test.ts` runs that one.

import { glob } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { provideChromium } from './browser/support/chromium.ts'
import { globalSetup, globalTeardown } from './support/postgres.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** The longest first, so that none of them runs alone at the end. */
const TEST_PATTERNS = ['test/scenarios/**/*.test.ts', 'src/**/*.test.ts', 'test/**/*.test.ts']
const SOAK_PATTERNS = ['test/scenarios/**/*.test.ts']
const TEST_TIMEOUT_MS = 120_000
const SOAK_TIMEOUT_MS = 60 * 60 * 1000
const SLOWEST_SHOWN = 8

type FileSummary = { file: string; tests: number; durationMs: number }

/** A browser takes all the processor there is: these run after the others. */
const isBrowserTest = (file: string): boolean => file.startsWith('test/browser/')
/** Servers that start, stop and are killed leave the processor idle in between. */
const CONCURRENCY = availableParallelism() + 1
const BROWSERS = 2

const findFiles = async (patterns: readonly string[]): Promise<string[]> => {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const matches = await Array.fromAsync(glob(pattern, { cwd: ROOT }))
    if (matches.length === 0) throw new Error(`No test file matches ${pattern}.`)
    for (const file of matches.sort()) found.add(file)
  }
  return [...found]
}

const slowest = (summaries: readonly FileSummary[]): string[] =>
  summaries
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, SLOWEST_SHOWN)
    .map(({ file, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(5)} s  ${file}`)

/**
 * Runs the files and reports on them, the slowest ahead of the closing summary. Without --test-force-exit: it loses the results that
 * a test process has not yet sent.
 */
const runFiles = async (
  files: readonly string[],
  timeoutMs: number,
  concurrency: number,
): Promise<{ succeeded: boolean; summaries: FileSummary[] }> => {
  const summaries: FileSummary[] = []
  let succeeded = false
  const events = run({
    cwd: ROOT,
    files: files.map((file) => resolve(ROOT, file)),
    execArgv: ['--import', resolve(ROOT, 'test/support/nothing-left-open.ts')],
    concurrency,
    timeout: timeoutMs,
  })
  const collect = async function* (source: typeof events) {
    for await (const event of source) {
      if (event.type === 'test:summary') {
        const { file, counts, duration_ms: durationMs, success } = event.data
        if (file) summaries.push({ file: relative(ROOT, file), tests: counts.tests, durationMs })
        else succeeded = success
      }
      if (event.type === 'test:diagnostic' && event.data.message.startsWith('tests ')) {
        for (const message of slowest(summaries)) yield { type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } }
      }
      yield event
    }
  }
  for await (const text of events.compose(collect).compose(spec)) process.stdout.write(text)
  return { succeeded, summaries }
}

const { values: options, positionals } = parseArgs({ options: { soak: { type: 'boolean', default: false } }, allowPositionals: true })
if (options.soak) process.env.SOAK = '1'
// Every test file is a process that loads the same sources: compiled once, they load a fifth faster.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'waybill-test-compile-cache')
const files = await findFiles(positionals.length > 0 ? positionals : options.soak ? SOAK_PATTERNS : TEST_PATTERNS)
await globalSetup()
try {
  const timeoutMs = options.soak ? SOAK_TIMEOUT_MS : TEST_TIMEOUT_MS
  const [inBrowser, others] = [files.filter(isBrowserTest), files.filter((file) => !isBrowserTest(file))]
  const runs: Awaited<ReturnType<typeof runFiles>>[] = []
  if (others.length > 0) runs.push(await runFiles(others, timeoutMs, CONCURRENCY))
  if (inBrowser.length > 0) {
    await provideChromium()
    runs.push(await runFiles(inBrowser, timeoutMs, BROWSERS))
  }
  const summaries = runs.flatMap((run) => run.summaries)
  // A file without tests counts as a test that passed.
  const empty = files.filter((file) => !summaries.some((summary) => summary.file === file && summary.tests > 0))
  if (empty.length > 0) console.error(`No test ran to its end in ${empty.join(', ')}.`)
  if (!runs.every(({ succeeded }) => succeeded) || empty.length > 0) process.exitCode = 1
} finally {
  await globalTeardown()
}
