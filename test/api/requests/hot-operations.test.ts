// Number of SQL statements and packets of the operations that clients call most. Unlike times, these numbers are the same on every machine.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bookedQuote } from '../../support/calls/quote-calls.ts'
import { createWire } from '../../support/engine/cut-commits.ts'
import type { Engine } from '../../support/engine/engines.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

type Work = (tenant: Tenant) => Promise<Answer>
type Counted = { statements: string[]; packets: number }

/** Number of uncounted calls at the start, which fill every cache. */
const WARM_UPS = 3
/** Number of counted calls. The call with the fewest packets is the result, because a busy machine sometimes splits a packet in two. */
const COUNTED = 3

const summary = (operation: string, sql: string): string => {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]
  const table = /\b(?:from|into|update)\s+(\w+)/.exec(sql)?.[1]
  return `${operation}: ${verb} ${table}`
}

const countsOn = (engine: Engine, packetCount: () => number) => {
  let waybill: Waybill
  let tenant: Tenant
  const seen: string[] = []
  before(async () => {
    const freshDb = () => engine.freshDb(undefined, (operation, _ms, sql) => void (sql !== null && seen.push(summary(operation, sql))))
    waybill = await startWaybill({ ...engine, freshDb }, { requestLog: false })
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())
  /**
   * Returns a function that calls `work` and counts its statements and packets. With `amidWrites`, a quote is created before each counted
   * call.
   */
  return async (work: Work, { amidWrites = false } = {}): Promise<Counted> => {
    const call = async (): Promise<void> => {
      const { status } = await work(tenant)
      assert.ok(status < 300, `answered with ${status}`)
    }
    for (let n = 0; n < WARM_UPS; n++) await call()
    const counted: Counted[] = []
    for (let n = 0; n < COUNTED; n++) {
      if (amidWrites) await newQuote(tenant)
      const packetsBefore = packetCount()
      seen.length = 0
      await call()
      counted.push({ statements: [...seen], packets: packetCount() - packetsBefore })
    }
    return counted.toSorted((one, other) => one.packets - other.packets)[0]!
  }
}

const newQuote: Work = (tenant) => tenant.post('/v1/parcel_quotes', { parcel: importAir() })
const packagePage: Work = (tenant) => tenant.get('/v1/packages')
const search: Work = (tenant) => tenant.get('/v1/packages?key=8ZKQ')
const booked = (): Work => {
  let id: string | null = null
  return async (tenant) => {
    id ??= (await bookedQuote(tenant, importAir())).parcel_quote_id
    return tenant.get(`/v1/parcel_quotes/${id}`)
  }
}

const QUOTE_READS = ['read: select customers', 'read: select price_revisions', 'read: select webhook_endpoints']
const QUOTE_WRITES = ['statement: insert quotes', 'statement: insert events', 'statement: insert audit_records']

describe('statements on SQLite', () => {
  const count = countsOn(sqlite, () => 0)

  it('are none for a booked quote or a page of packages, and one after something was written', async () => {
    const quote = booked()
    assert.deepEqual((await count(quote)).statements, [])
    assert.deepEqual((await count(quote, { amidWrites: true })).statements, ['read: select quotes'])
    assert.deepEqual((await count(packagePage)).statements, [])
    assert.deepEqual((await count(packagePage, { amidWrites: true })).statements, ['read: select packages'])
  })

  it('are one for a search, after the look-up in its index', async () => {
    assert.deepEqual((await count(search)).statements, ['read: select json_each'])
  })

  it('are three reads and three inserts for a new quote', async () => {
    assert.deepEqual((await count(newQuote)).statements, [...QUOTE_READS, ...QUOTE_WRITES])
  })
})

const wire = createWire()

/**
 * The calls use a test key. Every request reads the key from the store, because another server may have moved the test clock of the key.
 */
describe('statements and packets on PostgreSQL', () => {
  const KEY = 'read: select api_keys'
  const count = countsOn(wire.engine, wire.packetCount)

  it('are the key and one more for a booked quote or a page of packages', async () => {
    for (const amidWrites of [false, true]) {
      assert.deepEqual(await count(booked(), { amidWrites }), { statements: [KEY, 'read: select quotes'], packets: 2 })
      assert.deepEqual(await count(packagePage, { amidWrites }), { statements: [KEY, 'read: select packages'], packets: 2 })
    }
  })

  it('are the key and two more for a search', async () => {
    assert.deepEqual(await count(search), { statements: [KEY, 'read: with package_names', 'read: select packages'], packets: 3 })
  })

  it('are the key once, three reads together, and one packet that writes and commits, for a new quote', async () => {
    assert.deepEqual(await count(newQuote), { statements: [KEY, ...QUOTE_READS, ...QUOTE_WRITES], packets: 3 })
  })
})
