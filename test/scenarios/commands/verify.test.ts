// The command `waybill verify`: a Waybill server passes. If a server breaks a rule, the command names the broken clause of the contract.

import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { fillDemo } from '../../../src/flows/demo/fill-demo.ts'
import { CLAUSES } from '../../conformance/clauses.ts'
import { bookPackages, cancelPackage, newCustomer, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import { hostedCommand } from '../../support/server/command-line.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_SECONDS = 24 * 60 * 60
const MORE_THAN_A_PAGE = 30

/** Returns a changed answer, or undefined to pass the server's answer on unchanged. `sent`: the body of the request. */
type Spoil = (route: string, status: number, json: Json, sent: string) => { status?: number; json: Json } | undefined

describe('waybill verify', () => {
  let waybill: Waybill
  let tenant: Tenant
  const proxies: Server[] = []
  before(async () => {
    waybill = await startWaybill(sqlite)
    tenant = await waybill.newTenant()
  })
  after(async () => {
    for (const proxy of proxies) proxy.close()
    await waybill.close()
  })

  const verify = async (baseUrl: string, key = tenant.testKey) => {
    const { code, out, err } = await hostedCommand(['verify', '--base-url', baseUrl, '--key', key, '--json'], {})
    return { code, err, report: out === '' ? null : JSON.parse(out) }
  }

  /** Starts a proxy in front of the server, and returns the URL of the proxy. `spoil` changes answers so that they break the contract. */
  const spoiled = async (spoil: Spoil): Promise<string> => {
    const proxy = createServer(async (request, response) => {
      const body = await text(request)
      const headers = { 'x-api-key': String(request.headers['x-api-key'] ?? '') }
      const answer = await waybill.call(request.method!, request.url!, undefined, { headers, ...(body === '' ? {} : { rawBody: body }) })
      const { status = answer.status, json } = spoil(`${request.method} ${request.url}`, answer.status, answer.json, body) ?? {
        json: answer.json,
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    })
    proxies.push(proxy)
    proxy.listen(0, '127.0.0.1')
    await new Promise((resolve) => proxy.once('listening', resolve))
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  }

  it('finds that this server keeps every clause, each of which is in the contract', async () => {
    const { code, report } = await verify(waybill.url)
    assert.deepEqual(
      report.clauses.filter(({ verdict }: Json) => verdict !== 'holds'),
      [],
    )
    assert.equal(code, 0)
    assert.equal(report.checked, report.holding)
    const { out } = await hostedCommand(['verify', '--list', '--json'], {})
    const listed: Json[] = JSON.parse(out).clauses
    assert.deepEqual(
      report.clauses.map(({ clause }: Json) => clause),
      listed.filter(({ checked }) => checked).map(({ clause }) => clause),
    )
    assert.deepEqual(listed.map(({ clause }) => clause).sort(), CLAUSES.map(({ id }) => id).sort())
    assert.deepEqual(
      listed.filter(({ checked }) => !checked).map(({ clause }) => clause),
      ['service.6', 'create-quote.rule-4'],
    )
  })

  /**
   * Creates a business with a month of demo data. Then advances the test clock by ten days and creates more records of each kind than one
   * page of a list holds.
   */
  const withHistory = async (): Promise<Tenant> => {
    const old = await waybill.newTenant()
    await fillDemo(waybill.deps, byTest(waybill.deps), old.business.id)
    await old.post('/v1/test_clock', { advance_seconds: 10 * DAY_SECONDS })
    const customer = await newCustomer(old)
    for (let count = 0; count < MORE_THAN_A_PAGE; count++) {
      const [parcel] = await bookPackages(old, importAir({ address_suffix: customer.address_suffix }))
      await sendNotice(old, parcel.parcel_id, { action: count % 2 === 0 ? 'hold' : 'release' })
      if (count % 5 === 0) assert.equal((await cancelPackage(old, parcel.parcel_id)).status, 200)
      const quote = await newQuote(old, importOcean())
      if (count % 2 === 0) await old.post(`/v1/parcel_quotes/${quote.parcel_quote_id}/cancel`, { comment: 'Cheaper elsewhere' })
      const announced = { customer_id: customer.address_suffix, courier_numbers: [`YT66000000${count}`] }
      assert.equal((await old.post('/v1/inbound_parcels', { inbound_parcel: announced })).status, 201)
    }
    await bookPackages(old, exportAir())
    assert.equal((await old.post('/v1/test_helpers/invoices')).status, 201)
    return old
  }

  it('finds the same of a business with a history, at an advanced clock and after a reset', IN_SOAK, async () => {
    const old = await withHistory()
    const faults = async (): Promise<Json[]> =>
      (await verify(waybill.url, old.testKey)).report.clauses.filter(({ verdict }: Json) => verdict !== 'holds')
    assert.deepEqual(await faults(), [])
    assert.ok((await old.get('/v1/test_clock')).json.offset_seconds >= 10 * DAY_SECONDS, 'the clock stays where it was')
    await old.post('/v1/test_clock', { reset: true })
    assert.deepEqual(await faults(), [])
  })

  it('names the three rules that a server breaks, and no others', IN_SOAK, async () => {
    const url = await spoiled((route, status, json) => {
      if (/^POST \/v1\/parcel_quotes\/\w+\/cancel$/.test(route) && status === 422)
        return { status: 200, json: { ...json, status: 'cancelled' } }
      if (route.endsWith('/notices') && json.action === 'hold') return { json: { ...json, notice: { ...json.notice, level: 'info' } } }
      if (status === 201 && json.estimated_price !== null && json.rates?.length === 1)
        return { json: { ...json, estimated_price: json.estimated_price + 1 } }
      return undefined
    })
    const { code, report } = await verify(url)
    const broken = report.clauses.filter(({ verdict }: Json) => verdict === 'broken').map(({ clause }: Json) => clause)
    // The three rules broken above occur in five clauses.
    assert.deepEqual(broken, ['create-quote.rule-9', 'quote-transition.5', 'errors.3', 'versioning.2026-09-04', 'hold-package.1'])
    assert.deepEqual([code, report.broken], [1, 5])
  })

  const isQuote = (route: string): boolean => route === 'POST /v1/parcel_quotes'
  const refusing = { status: 422, json: { errors: ['No.'], code: 'VALIDATION_FAILED' } }
  /**
   * Each entry breaks rules of the contract, and names the clauses that `waybill verify` must then report as broken. No two entries change
   * the answer to the same request.
   */
  const BREAKS: [clauses: string, spoil: Spoil][] = [
    ['party.address.country', (route, _status, _json, sent) => (isQuote(route) && sent.includes('"GBR"') ? refusing : undefined)],
    ['ocean-element.container_size', (route, _s, _j, sent) => (isQuote(route) && sent.includes("20' REEF") ? refusing : undefined)],
    [
      'ocean-element.quantity',
      (route, status, json, sent) => (isQuote(route) && sent.includes('1.5') && status === 422 ? { status: 201, json } : undefined),
    ],
    [
      'create-quote.rule-8',
      (route, status, json, sent) => (isQuote(route) && status === 201 && sent.includes('40000') ? { json: withRate(json) } : undefined),
    ],
    ['create-quote.description', (route, _s, _j, sent) => (isQuote(route) && sent.includes('"declared_weight"') ? refusing : undefined)],
    ['versioning.2026-07-16', (route, _s, _j, sent) => (isQuote(route) && sent.includes('"customer_id"') ? refusing : undefined)],
    ['create-quote.dest_name', (route, _s, _j, sent) => (isQuote(route) && sent.includes('"dest_name"') ? refusing : undefined)],
    [
      'party.name',
      (route, _s, json) => (route.includes('parcel_quotes') && json.sender ? { json: shownAs(json, { phone: 1 }) } : undefined),
    ],
    [
      'tracking.parcel_number tracking.tracking_data',
      (route, _s, json) => (route.endsWith('/track') ? { json: { ...json, parcel_number: 7, tracking_data: [{}] } } : undefined),
    ],
    ['limits.4', (route, _s, json) => (route === 'GET /v1/parcel-customers' && json.meta ? { json: withPages(json) } : undefined)],
    ['auth.1', (route, status) => (route === 'GET /v1/parcel-customers/x' && status === 401 ? { status: 200, json: {} } : undefined)],
    [
      'package-transition.2',
      (route, status, json) => (/^POST .*packages.*cancel$/.test(route) && status === 422 ? { status: 404, json } : undefined),
    ],
    ['versioning.path', (route) => (route === 'GET /packages' ? { status: 200, json: [] } : undefined)],
    [
      'customer.first_name',
      (route, _s, json) => (route.endsWith('parcel-customers') && json.data?.mobile === null ? { json: withMobile(json) } : undefined),
    ],
  ]
  const shownAs = (json: Json, party: object): Json => ({ ...json, sender: { ...json.sender, ...party } })
  const withRate = (json: Json): Json => ({ ...json, rates: [{ ...json.rates[0], rate: '1.00' }] })
  const withPages = (json: Json): Json => ({ ...json, meta: { ...json.meta, per_page: 10 } })
  const withMobile = (json: Json): Json => ({ ...json, data: { ...json.data, mobile: 7 } })

  it('names each of many other rules that a server breaks', IN_SOAK, async () => {
    const url = await spoiled((...answered) => {
      for (const [, spoil] of BREAKS) {
        const other = spoil(...answered)
        if (other) return other
      }
      return undefined
    })
    const { report } = await verify(url)
    const broken: string[] = report.clauses.filter(({ verdict }: Json) => verdict === 'broken').map(({ clause }: Json) => clause)
    assert.deepEqual(
      BREAKS.flatMap(([clauses]) => clauses.split(' ')).filter((clause) => !broken.includes(clause)),
      [],
    )
    // Clauses that no entry of `BREAKS` affects still hold.
    for (const clause of ['hold-package.1', 'quote-transition.4', 'create-quote.rule-1', 'get-quote.1', 'errors.2'])
      assert.ok(!broken.includes(clause), clause)
  })

  it('prints which clauses hold and which do not, and exits with the number of the latter', async () => {
    const url = await spoiled((route, _status, json) => (route.endsWith('/track') ? { json: { ...json, tracking_data: null } } : undefined))
    const { code, out } = await hostedCommand(['verify', '--base-url', url, '--key', tenant.testKey], {})
    const lines = out.split('\n')
    assert.equal(code, 1)
    assert.match(lines.find((line) => line.includes('track-package'))!, /^BROKEN +track-package +tracking shows .*: tracking_data is null$/)
    assert.match(lines.at(-1)!, /^(\d+) of \d+ clauses hold\.$/)
  })

  it('does nothing with a live key, and says so', async () => {
    const { code, err, report } = await verify(waybill.url, tenant.liveKey)
    assert.deepEqual([code, report], [1, null])
    assert.match(err, /live key/)
    assert.deepEqual((await tenant.get('/v1/parcel-customers', { key: tenant.liveKey })).json.data, [])
  })

  it('says that a server is not a Waybill', async () => {
    for (const url of [`${waybill.url}/nowhere`, 'http://127.0.0.1:1']) {
      const { code, err } = await verify(url)
      assert.equal(code, 1)
      assert.match(err, /does not answer like this API/)
    }
    assert.match((await verify('nonsense')).err, /--base-url must be an address/)
  })
})
