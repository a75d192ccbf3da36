// Calls and set-up shared by tests of quotes.

import assert from 'node:assert/strict'
import { SAMPLE_CARDS } from '../../../src/domain/demo/sample-cards.ts'
import type { Tariff } from '../../../src/domain/pricing/rate-card.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as priceBooks from '../../../src/store/pricing/price-books.ts'
import { byTest } from '../samples/authors.ts'
import type { Answer, CallOptions, Tenant, Waybill } from '../server/waybill.ts'

/** Answers are untyped, because clients do not have our types. */
export type Json = any

export const HOUR_MS = 60 * 60 * 1000

export const iso = (ms: number): string => new Date(ms).toISOString()

export const newQuote = async (tenant: Tenant, parcel: object, options?: CallOptions): Promise<Json> => {
  const answer = await tenant.post('/v1/parcel_quotes', { parcel }, options)
  assert.equal(answer.status, 201, answer.text)
  return answer.json
}

export const getQuote = async (tenant: Tenant, id: string): Promise<Json> => {
  const answer = await tenant.get(`/v1/parcel_quotes/${id}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

export const createShipment = (tenant: Tenant, quoteId: string, body: object = {}, options?: CallOptions): Promise<Answer> =>
  tenant.post(`/v1/packages/${quoteId}/create_shipment`, body, options)

export const cancelQuote = (tenant: Tenant, quoteId: string, body: object = {}, options?: CallOptions): Promise<Answer> =>
  tenant.post(`/v1/parcel_quotes/${quoteId}/cancel`, body, options)

/** Makes a quote and books it, with its first rate if it has rates. */
export const bookedQuote = async (tenant: Tenant, parcel: object, options?: CallOptions): Promise<Json> => {
  const quote = await newQuote(tenant, parcel, options)
  const answer = await createShipment(tenant, quote.parcel_quote_id, quote.rates.length > 0 ? { rate_id: quote.rates[0].id } : {}, options)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

export const assertRejected = (answer: Answer, code: string): void => {
  assert.equal(answer.status, 422, answer.text)
  assert.equal(answer.json.code, code)
  assert.ok(
    answer.json.errors.length > 0 && answer.json.errors.every((text: unknown) => typeof text === 'string' && text !== ''),
    answer.text,
  )
}

let version = 1

/** Publishes a new version of a sample card for this business only, so that tests do not disturb one another. */
export const publishCard = async (waybill: Waybill, tenant: Tenant, cardId: string, change: (tariff: Json) => Tariff): Promise<void> => {
  const card = SAMPLE_CARDS.find(({ id }) => id === cardId)
  assert.ok(card, cardId)
  const now = waybill.time.now()
  version += 1
  const next = { ...card, version, businessId: tenant.business.id, effectiveFrom: now, tariff: change(card.tariff) }
  await waybill.deps.db.transaction(SYSTEM, (tx) => priceBooks.publishCard(tx, byTest(waybill.deps), next, now))
}

/** Records a USD/NGN exchange rate that applies from now on, to all businesses. */
export const recordFx = async (waybill: Waybill, rate: string): Promise<void> => {
  const { db, newId } = waybill.deps
  const now = waybill.time.now()
  const fx = { id: newId('fx'), base: 'USD', quote: 'NGN', rate, effectiveFrom: now, source: 'a test' }
  await db.transaction(SYSTEM, (tx) => priceBooks.recordFx(tx, byTest(waybill.deps), fx, now))
}
