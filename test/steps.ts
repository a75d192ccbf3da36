// The test files that each command runs: `npm test`, `npm run test:stories` and `npm run soak`.

import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')

/**
 * `test`: all tests that are not stories, and a few stories. `stories`: the other stories, without those in `STORIES_IN_SOAK`. `soak`: all
 * stories, and all tests that do more in the soak.
 */
export type Step = 'test' | 'stories' | 'soak'

const ALL = ['test/scenarios/**/*.test.ts', '{src,tools}/**/*.test.ts', 'test/**/*.test.ts']

/**
 * Stories are the long tests, in test/scenarios and test/browser. `npm test` runs only the stories listed here. Each value says what the
 * story proves.
 */
export const STORIES_IN_NPM_TEST: Readonly<Record<string, string>> = {
  'test/scenarios/simulation.test.ts': 'every answer agrees with the model',
  'test/scenarios/billing/ledger-model.test.ts': 'accounts agree with a model of the ledger',
  'test/scenarios/booking/races.test.ts': 'concurrent requests take effect once',
  'test/scenarios/requests/contract-fuzz.test.ts': 'no request breaks the contract',
  'test/scenarios/servers/kill.test.ts': 'a killed server loses no acknowledged write',
  'test/scenarios/servers/stop.test.ts': 'a server that stops finishes its requests',
  'test/browser/receive-offline.test.ts': 'parcels received offline are not lost',
}

/** Stories that only the soak runs. Each value names a smaller test of the same rule. The smaller test runs for every commit. */
export const STORIES_IN_SOAK: Readonly<Record<string, string>> = {
  'test/scenarios/audit/audit-crashes.test.ts': 'test/scenarios/audit/audit-seals.test.ts',
  'test/scenarios/audit/audit-forged-records.test.ts': 'test/scenarios/audit/audit-forgery.test.ts',
  'test/scenarios/audit/audit-version-01.test.ts': 'src/flows/audit/begin-store.test.ts',
  'test/scenarios/billing/ledger-kills.test.ts': 'test/scenarios/billing/ledger-model.test.ts',
  'test/scenarios/billing/long-statements.test.ts': 'src/labels/papers/paper.test.ts',
  'test/scenarios/billing/month-end-kills.test.ts': 'test/api/tasks/month-ends.test.ts',
  'test/scenarios/billing/paystack-crashes.test.ts': 'test/api/billing/paystack.test.ts',
  'test/scenarios/booking/carrier-chaos.test.ts': 'test/api/booking/carrier-booking-settling.test.ts',
  'test/scenarios/commands/backup-commands.test.ts': 'test/scenarios/commands/command-line.test.ts',
  'test/scenarios/events/webhooks.test.ts': 'test/api/events/webhook-deliveries.test.ts',
  'test/scenarios/messages/message-kills.test.ts': 'test/api/messages/message-claims.test.ts',
  'test/scenarios/servers/failover.test.ts': 'test/api/requests/unavailable.test.ts',
  'test/scenarios/shadow/shadow.test.ts': 'test/api/shadow/ops-shadow.test.ts',
  'test/scenarios/simulation-kills.test.ts': 'test/scenarios/servers/kill.test.ts',
  'test/browser/reference.test.ts': 'test/api/requests/openapi.test.ts',
  'test/browser/shipment-sites.test.ts': 'test/api/shipments/ops-shipment-sites.test.ts',
}

/** Matches the text of test files that do more in the soak. They read SOAK, or use test support that reads SOAK. */
export const HAS_SOAK_SIZE = /process\.env\.SOAK\b|\b(?:forOneEngine|inTurn|IN_SOAK|SAMPLED_STRINGS)\b/

/** Contract tests that `npm run test:stories` runs again through the TypeScript client. The soak does so with all contract tests. */
const CLIENT_PATTERN =
  /(packages\/(hold|track)|quotes\/(create-quote|cancel-quote|quote-list)|booking\/booking-(import-air|ocean)|customers\/customers|requests\/auth)\.test/

export const isBrowserTest = (file: string): boolean => file.startsWith('test/browser/')
export const isScenario = (file: string): boolean => file.startsWith('test/scenarios/')
const isStory = (file: string): boolean => isBrowserTest(file) || isScenario(file)

export const findFiles = async (patterns: readonly string[]): Promise<string[]> => {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const matches = await Array.fromAsync(glob(pattern, { cwd: ROOT }))
    if (matches.length === 0) throw new Error(`No test file matches ${pattern}.`)
    for (const file of matches.sort()) found.add(file)
  }
  return [...found]
}

export const filesOf = async (step: Step): Promise<string[]> => {
  const files = await findFiles(ALL)
  if (step === 'test') return files.filter((file) => !isStory(file) || file in STORIES_IN_NPM_TEST)
  if (step === 'stories') return files.filter((file) => isStory(file) && !(file in STORIES_IN_NPM_TEST || file in STORIES_IN_SOAK))
  const withText = await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(ROOT, file), 'utf8') })))
  return withText.filter(({ file, text }) => isStory(file) || HAS_SOAK_SIZE.test(text)).map(({ file }) => file)
}

/** Contract tests that the step runs through the client. Tests of /ops/v1 are left out, because the client has no staff operations. */
export const throughClientIn = (step: Step, contract: readonly string[]): string[] => {
  if (step === 'test') return []
  return contract.filter((file) => /^test\/api\/\w+\/(?!ops-)/.test(file) && (step === 'soak' || CLIENT_PATTERN.test(file)))
}
