// waybill verify: checks a server against the contract of /v1, clause by clause, with a test key.

import type { Output } from '../../src/commands/output.ts'
import { fail, table } from '../../src/commands/output.ts'
import { systemDeps } from '../../src/system.ts'
import type { Call, Claim } from './claim.ts'
import { Broken, createCall, expectStatus, Unknown } from './claim.ts'
import { packageClaims } from './package-claims.ts'
import { quoteClaims } from './quote-claims.ts'
import { requestClaims } from './request-claims.ts'
import type { Story } from './story.ts'
import { createStory } from './story.ts'

export type VerifyOptions = { baseUrl?: string; key?: string; list?: boolean }

/** Clauses that cannot be checked with a test key, and why. */
const UNCHECKED: Record<string, string> = {
  'service.6': 'needs the keys of two businesses, and of both modes',
  'create-quote.rule-4': 'needs a business whose account is one of parcel customers',
}

type Verdict = { clause: string; says: string; verdict: 'holds' | 'broken' | 'not checked'; found: string | null }

const MARK_BYTES = 5

const claimsOf = (story: Story): Claim[] => [...quoteClaims(story), ...requestClaims(story), ...packageClaims(story)]

const judge = async ({ clause, also = [], says, check }: Claim): Promise<Verdict[]> => {
  const verdicts = (verdict: Verdict['verdict'], found: string | null): Verdict[] =>
    [clause, ...also].map((each) => ({ clause: each, says, verdict, found }))
  try {
    await check()
    return verdicts('holds', null)
  } catch (error) {
    if (error instanceof Unknown) return verdicts('not checked', error.message)
    return verdicts('broken', error instanceof Broken ? error.message : `the check failed: ${messageOf(error)}`)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const listClauses = (out: Output): void => {
  const offline: Call = async () => {
    throw new Error('Nothing is called for a list.')
  }
  const checked = claimsOf(createStory(offline, '')).flatMap(({ clause, also = [], says }) =>
    [clause, ...also].map((each) => ({ clause: each, says, checked: true })),
  )
  const unchecked = Object.entries(UNCHECKED).map(([clause, says]) => ({ clause, says, checked: false }))
  out.print({ checked: checked.length, clauses: [...checked, ...unchecked] }, [
    ...table([...checked, ...unchecked].map((each) => [each.checked ? 'CHECKED' : 'NOT CHECKED', each.clause, each.says])),
    '',
    `${checked.length} of ${checked.length + unchecked.length} clauses can be checked from outside.`,
  ])
}

/** Returns the reason for refusing a live key, or null if the key does not look like a live key. */
const refusal = async (call: Call, key: string): Promise<string | null> => {
  const advice = 'Give a test key: the checks create quotes, bookings and customers.'
  if (/(^|_)live(_|$)/.test(key)) return `This is a live key. ${advice}`
  const [packages, customers] = [await call('GET', '/v1/packages'), await call('GET', '/v1/parcel-customers?status=all')]
  const records = [...expectStatus(packages, 200), ...expectStatus(customers, 200).data] as { mode?: string }[]
  return records.some(({ mode }) => mode === 'live') ? `This key shows live records. ${advice}` : null
}

export const verify = async (out: Output, { baseUrl, key, list = false }: VerifyOptions): Promise<void> => {
  if (list) return listClauses(out)
  if (baseUrl === undefined || key === undefined) return fail('Give --base-url and --key, or --list.')
  if (!URL.canParse(baseUrl)) return fail(`--base-url must be an address, not "${baseUrl}".`)
  const call = createCall(baseUrl, key)
  try {
    const reason = await refusal(call, key)
    if (reason !== null) return fail(reason)
  } catch (error) {
    return fail(`${baseUrl} does not answer like this API: ${messageOf(error)}`)
  }
  const story = createStory(call, systemDeps().random(MARK_BYTES).toHex())
  const verdicts: Verdict[] = []
  for (const claim of claimsOf(story)) verdicts.push(...(await judge(claim)))
  const count = (wanted: Verdict['verdict']): number => verdicts.filter(({ verdict }) => verdict === wanted).length
  const [holding, broken, open] = [count('holds'), count('broken'), count('not checked')]
  out.print({ base_url: baseUrl, checked: holding + broken, holding, broken, not_checked: open, clauses: verdicts }, [
    ...table(
      verdicts.map(({ clause, says, verdict, found }) => [verdict.toUpperCase(), clause, found === null ? says : `${says}: ${found}`]),
    ),
    '',
    `${holding} of ${holding + broken} clauses hold${open > 0 ? `; ${open} could not be checked` : ''}.`,
  ])
  if (broken > 0) process.exitCode = 1
}
