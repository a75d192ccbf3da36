// Calls and checks shared by tests of price explanations.

import assert from 'node:assert/strict'
import { DEFAULT_TERMS } from '../../../src/domain/businesses/business.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as businesses from '../../../src/store/businesses/businesses.ts'
import { fixedText, halfUp, plus, scaled, times } from '../models/naive-pricing.ts'
import { byTest } from '../samples/authors.ts'
import type { Line } from '../samples/breakdowns.ts'
import type { Answer, CallOptions, Tenant, Waybill } from '../server/waybill.ts'
import type { Json } from './quote-calls.ts'
import { iso } from './quote-calls.ts'

const pathOf = (quoteId: string, asOf?: number): string =>
  `/v1/parcel_quotes/${quoteId}/explain${asOf === undefined ? '' : `?as_of=${iso(asOf)}`}`

export const tryExplain = (tenant: Tenant, quoteId: string, asOf?: number, options?: CallOptions): Promise<Answer> =>
  tenant.get(pathOf(quoteId, asOf), options)

/** Recomputes the amount of every line, and asserts that the amounts are right and add up to the total. */
const assertPrice = ({ breakdown, total, calculations }: Json): void => {
  const amounts = breakdown.lines.map(({ quantity, unit, unit_price, fx_rate }: Line) => {
    const exact = times(scaled(quantity), scaled(unit_price), scaled(fx_rate), scaled(unit === '%' ? '0.01' : '1'))
    return fixedText(halfUp(exact, 2))
  })
  assert.deepEqual(
    breakdown.lines.map((line: Line) => line.amount),
    amounts,
  )
  assert.equal(fixedText(plus(...amounts.map(scaled))), total)
  assert.equal(breakdown.total, total)
  assert.deepEqual(
    calculations.map((text: string) => text.split(' = ')[1]),
    amounts.map((amount: string) => `NGN ${amount}`),
  )
}

/** Returns the price explanation of a quote. Asserts that every price in the explanation adds up. */
export const explain = async (tenant: Tenant, quoteId: string, asOf?: number): Promise<Json> => {
  const answer = await tryExplain(tenant, quoteId, asOf)
  assert.equal(answer.status, 200, answer.text)
  answer.json.prices.forEach(assertPrice)
  return answer.json
}

export const letterOn = async (tenant: Tenant, quoteId: string, asOf?: number): Promise<string> => {
  const answer = await tryExplain(tenant, quoteId, asOf, { headers: { accept: 'text/plain' } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  return answer.text
}

export const agreeMarkup = async ({ deps, time }: Waybill, { business }: Tenant, markupPercent: string): Promise<void> => {
  const current = (await businesses.find(deps.db, business.id))!
  const terms = { ...DEFAULT_TERMS, markupPercent, effectiveFrom: time.now(), recordedAt: time.now() }
  await deps.db.transaction(SYSTEM, (tx) => businesses.appendTerms(tx, byTest(deps), current, terms))
}
