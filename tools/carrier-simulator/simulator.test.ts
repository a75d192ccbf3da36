// The carrier simulator: its answers match the recorded ones, its ledger is correct, and it fails only on request.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { describe, it } from 'node:test'
import { parseEasyPostEvent, verifyEasyPostSignature } from '../../src/carriers/easypost/webhook.ts'
import type { Json } from '../../test/fixtures/easypost/recording.ts'
import { recording } from '../../test/fixtures/easypost/recording.ts'
import { createFaults, FAULTS } from './faults.ts'
import { runSimulator } from './run.ts'
import { createSeeded } from './seeded.ts'
import type { Simulator, SimulatorOptions } from './simulator.ts'
import { startSimulator } from './simulator.ts'

const start = async (t: TestContext, options: SimulatorOptions = {}) => {
  const simulator = await startSimulator(options)
  t.after(simulator.close)
  return simulator
}

const call = async ({ url }: Pick<Simulator, 'url'>, method: string, path: string, body?: unknown) => {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Basic ${btoa('EZTK-any:')}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
}

const createdLike = recording('shipment-buy-01-create').request.body

// Creates a shipment like the recorded one, and buys it at its first rate.
const buyOne = async (simulator: Simulator) => {
  const created = await call(simulator, 'POST', '/v2/shipments', createdLike)
  const bought = await call(simulator, 'POST', `/v2/shipments/${created.body.id}/buy`, { rate: { id: created.body.rates[0].id } })
  return { created, bought }
}

// Checks that objects and lists have the fields of the recording, and that values have the recorded type or are null.
const assertSameFields = (ours: Json, recorded: Json, path: string) => {
  for (const [field, there] of Object.entries(recorded)) {
    const here = ours[field]
    if (typeof there !== 'object' || there === null) {
      if (here !== null && there !== null) assert.equal(typeof here, typeof there, `${path}.${field}`)
    } else if (Array.isArray(there)) {
      if (there.length > 0 && here.length > 0) assertSameFields(here.slice(0, 1), there.slice(0, 1), `${path}.${field}`)
    } else if (!OPAQUE.has(field)) {
      assert.deepEqual(Object.keys(here ?? {}).sort(), Object.keys(there).sort(), `${path}.${field}`)
      assertSameFields(here, there, `${path}.${field}`)
    }
  }
}
// The contents of these fields are not compared, because Waybill does not read them.
const OPAQUE = new Set(['options', 'verifications', 'carrier_detail'])

describe("EasyPost's dialect", () => {
  it('has the recorded fields: create, read, buy, re-rate, convert, refund', async (t) => {
    const simulator = await start(t)
    const { created, bought } = await buyOne(simulator)
    const path = `/v2/shipments/${created.body.id}`
    const table: [string, { status: number; body: Json }][] = [
      ['shipment-buy-01-create', created],
      ['shipment-buy-02-buy', bought],
      ['shipment-retrieve-02-get', await call(simulator, 'GET', path)],
      ['shipment-label-convert-03-label-zpl', await call(simulator, 'GET', `${path}/label?file_format=ZPL`)],
      ['shipment-onecall-refund-02-refund', await call(simulator, 'POST', `${path}/refund`, {})],
      ['shipment-rerate-02-rerate', await call(simulator, 'POST', `${path}/rerate`, {})],
      ['shipment-rerate-02-rerate', await call(simulator, 'GET', `${path}/rates`)],
    ]
    for (const [name, ours] of table) {
      const { status, body } = recording(name).response
      assertSameFields(ours, { status, body }, name)
      assert.equal(ours.status, status, name)
    }
  })

  it('has the recorded tracker, and the recorded refusals', async (t) => {
    const simulator = await start(t)
    const { created, bought } = await buyOne(simulator)
    await simulator.track({ trackingCode: bought.body.tracking_code, status: 'in_transit' })
    const tracker = await call(simulator, 'POST', '/v2/trackers', { tracker: { tracking_code: bought.body.tracking_code } })
    const { tracker: recorded } = recording('shipment-buy-02-buy').response.body
    const { tracking_details } = recording('tracker-create-01-create').response.body
    assertSameFields({ tracker: tracker.body }, { tracker: { ...recorded, tracking_details } }, 'track')

    const unbought = await call(simulator, 'POST', '/v2/shipments', createdLike)
    const path = `/v2/shipments/${unbought.body.id}`
    const invalid = await call(simulator, 'POST', '/v2/shipments', { shipment: { parcel: {} } })
    const table: [string, { status: number; body: Json }][] = [
      ['error-422-shipment-invalid-params', invalid],
      ['error-422-refund-unavailable', await call(simulator, 'POST', `${path}/refund`, {})],
      ['error-422-postage-required-label', await call(simulator, 'GET', `${path}/label?file_format=ZPL`)],
      ['error-404-not-found', await call(simulator, 'GET', '/v2/addresses/adr_123')],
    ]
    for (const [name, ours] of table)
      assert.deepEqual(
        { status: ours.status, body: ours.body },
        { status: recording(name).response.status, body: recording(name).response.body },
        name,
      )
    assert.match(created.headers.get('x-ep-request-uuid') ?? '', /^[0-9a-f]{32}$/)
  })

  it('re-rates with new ids and forgets the old ones', async (t) => {
    const simulator = await start(t)
    const { body: shipment } = await call(simulator, 'POST', '/v2/shipments', createdLike)
    const path = `/v2/shipments/${shipment.id}`
    const { body: again } = await call(simulator, 'POST', `${path}/rerate`, {})
    assert.equal(again.rates.length, 3)
    const old = await call(simulator, 'POST', `${path}/buy`, { rate: { id: shipment.rates[0].id } })
    assert.deepEqual([old.status, old.body.error.code], [422, 'SHIPMENT.MISSING_RATE'])
    assert.equal((await call(simulator, 'POST', `${path}/buy`, { rate: { id: again.rates[0].id } })).status, 200)
  })

  it('gives no rates abroad without customs information, and a message why', async (t) => {
    const { customs_info: _, ...undeclared } = createdLike.shipment
    const to_address = { ...undeclared.to_address, country: 'CA' }
    const { body } = await call(await start(t), 'POST', '/v2/shipments', { shipment: { ...undeclared, to_address } })
    assert.deepEqual([body.rates, body.messages[0].message], [[], 'shipment.customs_info: field required'])
  })

  it('requires a key', async (t) => {
    const simulator = await start(t)
    assert.equal((await fetch(`${simulator.url}/v2/shipments`, { method: 'POST' })).status, 401)
  })
})

describe('the ledger', () => {
  it('is read over HTTP and counts requests and sales', async (t) => {
    const simulator = await start(t, { now: () => Date.parse('2026-01-02T03:04:05Z') })
    const { created, bought } = await buyOne(simulator)
    const again = await call(simulator, 'POST', `/v2/shipments/${created.body.id}/buy`, { rate: { id: created.body.rates[0].id } })
    assert.deepEqual([again.status, again.body.error.code], [422, 'SHIPMENT.POSTAGE.EXISTS']) // not from a recording
    const { body: ledger } = await call(simulator, 'GET', '/_ledger')
    assert.deepEqual(ledger.purchases, [
      {
        shipment_id: created.body.id,
        reference: '123',
        rate_id: created.body.rates[0].id,
        carrier: 'USPS',
        service: 'Express',
        amount: bought.body.selected_rate.rate,
        currency: 'USD',
        tracking_code: bought.body.tracking_code,
        bought_at: '2026-01-02T03:04:05.000Z',
        buys: 1,
        buy_requests: 2,
        refunds: 0,
      },
    ])
    assert.deepEqual([ledger.requests.rate, ledger.requests.buy], [1, 2])
  })
})

describe('faults', () => {
  it('are ordered over HTTP, happen once, and can be cleared', async (t) => {
    const simulator = await start(t)
    assert.equal((await call(simulator, 'POST', '/_faults', { fault: 'error_before', on: 'rate', status: 503 })).status, 200)
    const statuses = async () => (await call(simulator, 'POST', '/v2/shipments', createdLike)).status
    assert.deepEqual([await statuses(), await statuses()], [503, 201])
    await call(simulator, 'POST', '/_faults', { random: { rate: 1, faults: ['rate_limited'], on: ['rate'] } })
    assert.deepEqual([await statuses(), await statuses()], [429, 429])
    await call(simulator, 'DELETE', '/_faults')
    assert.equal(await statuses(), 201)
  })

  for (const body of [
    { fault: 'unheard_of' },
    { fault: 'late', on: 'rate' },
    { fault: 'slow', on: 'everything' },
    { random: { rate: 2 } },
    { random: { rate: 0.5, faults: ['unheard_of'] } },
    { random: { rate: 0.5, on: ['everything'] } },
  ])
    it(`${JSON.stringify(body)} is refused`, async (t) => assert.equal((await call(await start(t), 'POST', '/_faults', body)).status, 422))

  it('at random hit their share, every kind, and the same ones for the same seed', () => {
    const drawn = (seed: string) => {
      const faults = createFaults(createSeeded(seed))
      faults.atRandom({ rate: 1 / 3, on: ['buy'] })
      return Array.from({ length: 3000 }, (_, i) => faults.next('buy', `shp_${i}`)?.fault ?? null)
    }
    const first = drawn('a')
    const hit = first.filter((fault) => fault !== null)
    assert.ok(hit.length > 900 && hit.length < 1100, `${hit.length} of 3000`)
    assert.deepEqual(new Set(hit), new Set(FAULTS.filter((fault) => fault !== 'zero_rates')))
    assert.deepEqual(drawn('a'), first)
    assert.notDeepEqual(drawn('b'), first)
  })
})

describe('a parcel that moves', () => {
  const listen = async (t: TestContext) => {
    const received: { body: Buffer; signature: string | undefined }[] = []
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      received.push({ body, signature: request.headers['x-hmac-signature'] as string | undefined })
      response.writeHead(202).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => {
      server.close()
      server.closeAllConnections()
    })
    return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/easypost` }
  }

  it('is reported by a signed webhook, again with the same id on request', async (t) => {
    const { received, url } = await listen(t)
    const simulator = await start(t)
    assert.equal((await call(simulator, 'POST', '/_webhook', { url, secret: 'sécret' })).status, 200)
    const { bought } = await buyOne(simulator)
    const move = { tracking_code: bought.body.tracking_code, status: 'delivered' }
    const { body: told } = await call(simulator, 'POST', '/_track', move)
    assert.equal(told.answered_status, 202)
    await call(simulator, 'POST', '/_track', { ...move, event_id: told.event_id })
    assert.equal(received.length, 2)
    for (const { body, signature } of received) {
      assert.ok(verifyEasyPostSignature(body, signature, 'sécret'))
      const event = parseEasyPostEvent(body)
      assert.deepEqual(
        [event?.eventId, event?.tracking.trackingCode, event?.tracking.status],
        [told.event_id, move.tracking_code, 'delivered'],
      )
    }
  })

  it('moves even when nobody listens, and only if it was bought', async (t) => {
    const simulator = await start(t, { webhook: { url: 'http://127.0.0.1:1/', secret: 's' } })
    const { bought } = await buyOne(simulator)
    const told = await call(simulator, 'POST', '/_track', { tracking_code: bought.body.tracking_code, status: 'in_transit' })
    assert.deepEqual([told.status, told.body.answered_status], [200, null])
    assert.equal((await call(simulator, 'POST', '/_track', { tracking_code: '1', status: 'in_transit' })).status, 404)
    assert.equal((await call(simulator, 'POST', '/_track', {})).status, 422)
  })
})

describe('the command', () => {
  it('prints its address and its seed, and a fault rate of 1 lets nothing through', async (t) => {
    const lines: string[] = []
    const simulator = await runSimulator({ seed: 'today', faultRate: 1, now: () => 7, print: (line) => lines.push(line) })
    t.after(simulator.close)
    assert.ok(lines[0]?.includes(simulator.url) && lines[0].includes('seed today'))
    assert.equal(simulator.faults.pending().random?.rate, 1)
  })

  it('without a seed never repeats the ids of an earlier run', async (t) => {
    const idsAt = async (now: number) => {
      const simulator = await runSimulator({ now: () => now, print: () => {} })
      t.after(simulator.close)
      return (await call(simulator, 'POST', '/v2/shipments', createdLike)).body.id
    }
    assert.notEqual(await idsAt(1), await idsAt(2))
  })

  it('refuses an invalid fault rate', () => assert.rejects(runSimulator({ faultRate: 30, now: () => 1, print: () => {} }), /fault-rate/))
})
