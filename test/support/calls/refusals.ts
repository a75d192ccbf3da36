// Checks of refused requests: the answer is an error from the error catalogue, and no row was written.

import assert from 'node:assert/strict'
import type { Answer, Tenant, Waybill } from '../server/waybill.ts'

const ALL_TABLES = [
  'quotes',
  'replaced_rates',
  'customers',
  'customer_numbers',
  'packages',
  'notices',
  'shipments',
  'events',
  'test_clocks',
  'webhook_endpoints',
  'webhook_deliveries',
]
const QUOTE_TABLES = ['quotes', 'events']

const rowsOf = async (waybill: Waybill, tenant: Tenant, tables: readonly string[]): Promise<Record<string, number>> => {
  const counts = tables.map((table) => `select '${table}' as name, count(*) as rows from ${table} where business_id = $1`)
  const found = await waybill.deps.db.query<{ name: string; rows: number }>(counts.join(' union all '), [tenant.business.id])
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
}

export const assertWritesNothing = async <T>(
  waybill: Waybill,
  tenant: Tenant,
  work: () => Promise<T>,
  tables: readonly string[] = ALL_TABLES,
): Promise<T> => {
  const before = await rowsOf(waybill, tenant, tables)
  const result = await work()
  assert.deepEqual(await rowsOf(waybill, tenant, tables), before)
  return result
}

/** Asserts an error answer with a status other than 422. The body has only an `error` sentence, a `code` and the `request_id`. */
export const assertError = (answer: Answer, status: number, code: string): void => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.json.code, code)
  assert.deepEqual(Object.keys(answer.json).sort(), ['code', 'error', 'request_id'])
  assert.ok(typeof answer.json.error === 'string' && answer.json.error !== '')
  assert.equal(answer.json.request_id, answer.headers.get('x-request-id'))
}

/** Asserts a 422 in which `errors` and `details` list the same problems. Returns the message for each field of the request. */
export const problemsIn = (answer: Answer, code = 'VALIDATION_FAILED'): Record<string, string> => {
  assert.equal(answer.status, 422, answer.text)
  assert.equal(answer.json.code, code, answer.text)
  const { errors, details, request_id } = answer.json
  assert.deepEqual(
    errors,
    details.map(({ field, message }: Record<string, string>) => `${field} ${message}`),
  )
  assert.equal(request_id, answer.headers.get('x-request-id'))
  const byField = Object.fromEntries(details.map(({ field, message }: Record<string, string>) => [field, message]))
  assert.equal(Object.keys(byField).length, details.length, 'a field is named once')
  return byField
}

/** Returns the fields that caused the refusal of a quote request, in alphabetical order. Asserts that the request wrote nothing. */
export const refusedFields = async (waybill: Waybill, tenant: Tenant, parcel: object, code?: string): Promise<string[]> => {
  const answer = await assertWritesNothing(waybill, tenant, () => tenant.post('/v1/parcel_quotes', { parcel }), QUOTE_TABLES)
  return Object.keys(problemsIn(answer, code)).sort()
}
