// waybill verify: checks a server against the contract of /v1, clause by clause, with a test key.

import { systemDeps } from '../../system.ts'
import type { Output } from '../output.ts'
import { fail, table } from '../output.ts'
import type { Call, Claim } from './claim.ts'
import { Broken, createCall, expectStatus, Unknown } from './claim.ts'
import { packageClaims } from './package-claims.ts'
import { quoteClaims } from './quote-claims.ts'
import { createStory } from './story.ts'

export type VerifyOptions = { baseUrl: string; key: string }

type Verdict = { clause: string; says: string; verdict: 'holds' | 'broken' | 'not checked'; found: string | null }

/** Kept apart from what earlier runs left. */
const MARK_BYTES = 5

const judge = async ({ clause, says, check }: Claim): Promise<Verdict> => {
  try {
    await check()
    return { clause, says, verdict: 'holds', found: null }
  } catch (error) {
    if (error instanceof Unknown) return { clause, says, verdict: 'not checked', found: error.message }
    const found = error instanceof Broken ? error.message : `the check failed: ${error instanceof Error ? error.message : String(error)}`
    return { clause, says, verdict: 'broken', found }
  }
}

/** Null for a test key, else why nothing is done with it: what is created here is made up. */
const refusal = async (call: Call, key: string): Promise<string | null> => {
  const advice = 'Give a test key: the checks create quotes, bookings and customers.'
  if (/(^|_)live(_|$)/.test(key)) return `This is a live key. ${advice}`
  const [packages, customers] = [await call('GET', '/v1/packages'), await call('GET', '/v1/parcel-customers?status=all')]
  const records = [...expectStatus(packages, 200), ...expectStatus(customers, 200).data] as { mode?: string }[]
  return records.some(({ mode }) => mode === 'live') ? `This key shows live records. ${advice}` : null
}

export const verify = async (out: Output, { baseUrl, key }: VerifyOptions): Promise<void> => {
  if (!URL.canParse(baseUrl)) return fail(`--base-url must be an address, not "${baseUrl}".`)
  const call = createCall(baseUrl, key)
  try {
    const reason = await refusal(call, key)
    if (reason !== null) return fail(reason)
  } catch (error) {
    return fail(`${baseUrl} does not answer as this interface does: ${error instanceof Error ? error.message : String(error)}`)
  }
  const story = createStory(call, systemDeps().random(MARK_BYTES).toHex())
  const verdicts: Verdict[] = []
  for (const claim of [...quoteClaims(story), ...packageClaims(story)]) verdicts.push(await judge(claim))
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
