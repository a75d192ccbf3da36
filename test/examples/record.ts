// Creates the example answers of the API document from a run of the four booking flows, at a fixed time and with fixed ids. Run: `npm run docs:examples`

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeId, uuidV7 } from '../../src/domain/values/ids.ts'
import { ESTIMATE_REQUESTS, QUOTE_REQUESTS } from '../../src/http/quotes/v1-request-examples.ts'
import type { Json } from '../support/calls/quote-calls.ts'
import { sqlite } from '../support/engine/engines.ts'
import type { Tenant, Waybill } from '../support/server/waybill.ts'
import { startWaybill } from '../support/server/waybill.ts'

export const RECORDED = join(import.meta.dirname, '../../src/http/quotes/v1-recorded-examples.json')

const QUOTED_AT = '2026-11-15T08:30:00.000Z'
const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS
const UNTIL_BOOKED_MS = 11 * MINUTE_MS
/** Time from the booking until the package is read, two days after the last free day of its storage. */
const UNTIL_READ_MS = 9 * DAY_MS

/** Derives each id from its kind and a counter of that kind. Every run then gets the same ids, even if background work also draws ids. */
const fixIds = ({ deps, time }: Waybill): void => {
  const drawn = new Map<string, number>()
  const draw = (kind: string, bytes: number): Uint8Array => {
    const count = drawn.get(kind) ?? 0
    drawn.set(kind, count + 1)
    return hash('sha512', `${kind} ${count}`, 'buffer').subarray(0, bytes)
  }
  Object.assign(deps, {
    random: (bytes: number) => draw('random', bytes),
    newId: (prefix: Parameters<typeof makeId>[0]) => makeId(prefix, uuidV7(time.now(), draw(prefix, 10))),
  })
}

const caller = (tenant: Tenant) => ({
  get: async (path: string): Promise<Json> => {
    const { status, json, text } = await tenant.get(path)
    assert.equal(status, 200, text)
    return json
  },
  post: async (path: string, body: object = {}): Promise<Json> => {
    const { status, json, text } = await tenant.post(path, body)
    assert.ok(status < 300, text)
    return json
  },
})

const recordQuotes = async (waybill: Waybill, { get, post }: ReturnType<typeof caller>) => {
  const pending: Json = {}
  const booked: Json = {}
  for (const [flow, { value }] of Object.entries(QUOTE_REQUESTS)) pending[flow] = await post('/v1/parcel_quotes', value)
  const unwanted = await post('/v1/parcel_quotes', QUOTE_REQUESTS['export-air'].value)
  waybill.time.advance(UNTIL_BOOKED_MS)
  for (const [flow, { parcel_quote_id: id, rates }] of Object.entries<Json>(pending))
    booked[flow] = await post(`/v1/packages/${id}/create_shipment`, rates.length > 0 ? { rate_id: rates[0].id } : {})
  return {
    pending,
    booked,
    cancelled: await post(`/v1/parcel_quotes/${unwanted.parcel_quote_id}/cancel`, { comment: 'The customer changed plans' }),
    estimate: await post('/v1/estimates', ESTIMATE_REQUESTS['export-air'].value),
    explanation: await get(`/v1/parcel_quotes/${booked['export-air'].parcel_quote_id}/explain`),
  }
}

/** Books an import for a parcel customer. The package is received, held and finally cancelled. Returns the answers. */
const recordPackage = async (waybill: Waybill, { get, post }: ReturnType<typeof caller>) => {
  const { sender: _none, ...parcel } = QUOTE_REQUESTS['import-air'].value.parcel
  const request = { parcel: { ...parcel, address_suffix: 'DEM1001', client_reference: 'ORDER-2040' } }
  const quote = await post('/v1/parcel_quotes', request)
  const { parcel_details: details } = await post(`/v1/packages/${quote.parcel_quote_id}/create_shipment`)
  const path = `/v1/packages/${details.parcels[0].parcel_id}`
  waybill.time.advance(DAY_MS)
  await post(`/v1/test_helpers/packages/${details.parcels[0].parcel_id}/receive`, { weight: 13.2, length: 60, width: 50, height: 40 })
  waybill.time.advance(UNTIL_READ_MS - DAY_MS)
  return {
    package: await get(path),
    tracking: await get(`${path}/track`),
    held: await post(`${path}/notices`, { action: 'hold', body: 'Customs papers are missing' }),
    cancelledPackage: await post(`${path}/cancel`, { comment: 'The customer changed plans' }),
  }
}

export const recordExamples = async (): Promise<object> => {
  const waybill = await startWaybill(sqlite, { publicUrl: 'https://waybill.example' })
  try {
    waybill.time.freeze(Date.parse(QUOTED_AT))
    fixIds(waybill)
    const call = caller(await waybill.newTenant({ name: 'Demo Business', prefix: 'DEM' }))
    const { data: customer } = await call.post('/v1/parcel-customers', {
      parcel_customer: {
        first_name: 'Sample',
        last_name: 'Trader',
        email: 'trader@example.com',
        mobile: '+2348000000002',
        origin_address: '8 Example Road',
        origin_city: 'Guangzhou',
        origin_state: 'Guangdong',
        origin_country: 'CN',
        client_reference: 'CRM-77',
      },
    })
    return { customer, ...(await recordQuotes(waybill, call)), ...(await recordPackage(waybill, call)) }
  } finally {
    await waybill.close()
  }
}

if (import.meta.main) await writeFile(RECORDED, `${JSON.stringify(await recordExamples(), null, 2)}\n`)
