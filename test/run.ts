// Runs the tests of `npm test`, `npm run test:stories` or `npm run soak`, or only the named files: `npm test -- test/api/packages/hold.test.ts`.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { provideChromium } from './browser/support/chromium.ts'
import { findClaims } from './conformance/generate.ts'
import type { Step } from './steps.ts'
import { filesOf, findFiles, isBrowserTest, isScenario, ROOT, throughClientIn } from './steps.ts'
import { globalSetup, globalTeardown, shiftDatabaseClock } from './support/engine/postgres.ts'
import { inGroups, throughClient, writeGroup } from './support/server/file-groups.ts'
import { bundled } from './support/server/server-bundle.ts'

/** Time limit for a whole group of files, on a busy machine. */
const TEST_TIMEOUT_MS = 20 * 60 * 1000
const SOAK_TIMEOUT_MS = 5 * 60 * 60 * 1000
const SLOWEST_SHOWN = 8

type FileSummary = { file: string; tests: number; durationMs: number }
type Outcome = {
  succeeded: boolean
  /** The files in which a test failed, from all groups. */
  failed: string[]
  summaries: FileSummary[]
}

/** True for the one test file that needs its own process, because it checks which modules the process has loaded. */
const isAlone = (file: string): boolean => file === 'src/labels/rasterise.test.ts'
/** Tests of rules share a group, because they parse all sources. */
const isRule = (file: string): boolean => file.startsWith('test/rules/')
/** Number of scenarios in a group. It is low, because scenarios take long and start their own servers. */
const SCENARIOS_PER_GROUP = 16
const PRELOADED = ['untracked-promises.ts', 'fail-on-open-handles.ts', 'ends-with-runner.ts']
/** Makes Node collect young objects less often. With the default of 16 MB, a group takes about 7 % more CPU time. */
const YOUNG_OBJECTS = '--max-semi-space-size=64'
/**
 * Number of processes that run at once. It exceeds the number of CPUs, because each process waits half of its time for PostgreSQL, servers
 * and pages.
 */
const CONCURRENCY = availableParallelism() + 4
/**
 * Number of browser test files in a group. The files of a group share one browser with its compiled code, and check each text style only
 * once.
 */
const BROWSER_FILES_PER_GROUP = 18
/** Tests of the portal have a group of their own, because the portal's pages cannot reuse the compiled code of the console's pages. */
const isInPortal = (file: string): boolean => file.startsWith('test/browser/portal/')
const groupsInBrowser = (files: readonly string[]): string[][] =>
  [files.filter(isInPortal), files.filter((file) => !isInPortal(file))].flatMap((alike) =>
    inGroups(ROOT, alike, Math.ceil(alike.length / BROWSER_FILES_PER_GROUP)),
  )
/**
 * Number of groups for tests that are neither scenarios nor browser tests. It is low, because each group spends three seconds of CPU time
 * on loading the sources. Two processes stay free for scenarios and browser tests.
 */
const groupsOfOthers = (count: number): number => Math.min(CONCURRENCY - 2, Math.ceil(count / FILES_PER_GROUP_MIN))
const FILES_PER_GROUP_MIN = 40

const slowest = (summaries: readonly FileSummary[]): string[] =>
  summaries
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, SLOWEST_SHOWN)
    .map(({ file, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(5)} s  ${file}`)

/**
 * Runs the files and prints a report, with the slowest files before the summary. Does not use --test-force-exit, which loses results that a
 * test process has not yet sent.
 */
const runFiles = async (files: readonly string[], contract: readonly string[], isSoak: boolean): Promise<Outcome> => {
  const directory = await mkdtemp(join(tmpdir(), 'waybill-test-groups-'))
  const writeGroups = (groups: readonly string[][], name: string): Promise<string[]> =>
    Promise.all(groups.map((group, index) => writeGroup(ROOT, group, join(directory, `${name}-${index + 1}.mjs`))))
  const scenarios = files.filter(isScenario)
  const inBrowser = files.filter(isBrowserTest)
  const rules = files.filter(isRule)
  const others = files.filter((file) => !isAlone(file) && !isRule(file) && !isScenario(file) && !isBrowserTest(file))
  // The largest groups start first, so that no large group runs alone at the end. Groups of scenarios start after all of these groups.
  const groups = [
    ...inGroups(ROOT, others, groupsOfOthers(others.length)),
    ...groupsInBrowser(inBrowser),
    ...inGroups(ROOT, rules, Math.min(1, rules.length)),
  ].toSorted((one, other) => other.length - one.length)
  const [summaries, failed]: [FileSummary[], string[]] = [[], []]
  let succeeded = true
  const events = run({
    cwd: ROOT,
    files: [
      ...(await writeGroups(groups, 'group')),
      ...(await writeGroups(inGroups(ROOT, scenarios, Math.ceil(scenarios.length / (isSoak ? 1 : SCENARIOS_PER_GROUP))), 'scenarios')),
      ...(contract.length > 0 ? [await writeGroup(ROOT, contract, join(directory, 'through-client.mjs'), true)] : []),
      ...files.filter(isAlone).map((file) => resolve(ROOT, file)),
    ],
    execArgv: [YOUNG_OBJECTS, ...PRELOADED.flatMap((name) => ['--import', resolve(ROOT, 'test/support/server', name)])],
    concurrency: CONCURRENCY,
    timeout: isSoak ? SOAK_TIMEOUT_MS : TEST_TIMEOUT_MS,
  })
  const collect = async function* (source: typeof events) {
    let tests = 0
    for await (const event of source) {
      // A suite that fails as a whole is not counted in the test summary, so each event is checked.
      if (event.type === 'test:fail') succeeded = false
      if (event.type === 'test:pass' || event.type === 'test:fail') {
        const { name, nesting, details, file } = event.data
        if (details.type === 'test') tests += 1
        // In a group, each top-level suite is one test file. The event of the suite comes after the events of its tests.
        if (nesting === 0 && file?.startsWith(directory)) summaries.push({ file: name, tests, durationMs: details.duration_ms })
        if (nesting === 0 && event.type === 'test:fail') failed.push(name)
        if (nesting === 0) tests = 0
      }
      if (event.type === 'test:summary') {
        const { file, counts, duration_ms: durationMs, success } = event.data
        if (!file) succeeded &&= success
        else if (!file.startsWith(directory)) summaries.push({ file: relative(ROOT, file), tests: counts.tests, durationMs })
      }
      if (event.type === 'test:diagnostic' && event.data.message.startsWith('tests ')) {
        for (const message of slowest(summaries)) yield { type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } }
      }
      yield event
    }
  }
  for await (const text of events.compose(collect).compose(spec)) process.stdout.write(text)
  await rm(directory, { recursive: true })
  return { succeeded, failed, summaries }
}

/**
 * Browser tests may fail because all other tests use the CPU at the same time. If only browser files failed, those files run once more
 * without other tests. A real fault then fails again.
 */
const runBrowserFilesAgain = async (outcome: Outcome, isSoak: boolean): Promise<Outcome> => {
  const { succeeded, failed, summaries } = outcome
  if (succeeded || failed.length === 0 || !failed.every(isBrowserTest)) return outcome
  console.error(`\nFailed beside other tests, and run again by themselves: ${failed.join(', ')}\n`)
  const again = await runFiles(failed, [], isSoak)
  return { ...again, summaries: [...summaries, ...again.summaries] }
}

const { values: options, positionals } = parseArgs({
  options: { stories: { type: 'boolean', default: false }, soak: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const step: Step = options.soak ? 'soak' : options.stories ? 'stories' : 'test'
if (options.soak) {
  process.env.SOAK = '1'
  // The databases of a soak test may not fit into memory, so they go to the temporary folder.
  process.env.TEST_POSTGRES ??= tmpdir()
}
// All processes load the same sources. With the compile cache, they load a fifth faster.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'waybill-test-compile-cache')
const { TEST_CLOCK } = process.env
const shiftMs = TEST_CLOCK ? Temporal.Instant.from(TEST_CLOCK).epochMilliseconds - Date.now() : null
// The servers that tests start inherit the shifted clock. A browser gets the shifted clock from the test process.
if (shiftMs !== null) {
  process.env.TEST_CLOCK_SHIFT_MS = String(shiftMs)
  process.env.NODE_OPTIONS = `--import=${pathToFileURL(resolve(ROOT, 'test/support/server/shifted-clock.ts')).href}?ms=${shiftMs}`
}
const files = positionals.length > 0 ? await findFiles(positionals) : await filesOf(step)
const setUp = async (): Promise<void> => {
  await globalSetup()
  if (shiftMs !== null) await shiftDatabaseClock(shiftMs)
}
/** Builds the console, the portal and the client, if they are older than their sources. */
const build = async (): Promise<void> => {
  const [code] = await once(spawn(resolve(ROOT, 'bin/build'), { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error('The build failed.')
}
try {
  // Prepares everything once for all test processes. PostgreSQL is stopped below, even if something else fails.
  const [, , , , claims] = await Promise.all([
    build(),
    setUp(),
    files.some(isScenario) && bundled('waybill'),
    files.some(isBrowserTest) && provideChromium(),
    positionals.length > 0 ? [] : findClaims(),
  ])
  const contract = throughClientIn(step, [...new Set(claims.map(({ file }) => file))])
  const { succeeded, summaries } = await runBrowserFilesAgain(await runFiles(files, contract, options.soak), options.soak)
  // The runner counts a file without tests as passed, so such files are reported here.
  const empty = [...files, ...contract.map(throughClient)].filter(
    (file) => !summaries.some((summary) => summary.file === file && summary.tests > 0),
  )
  if (empty.length > 0) console.error(`No test ran to its end in ${empty.join(', ')}.`)
  if (!succeeded || empty.length > 0) process.exitCode = 1
} finally {
  await globalTeardown()
}
