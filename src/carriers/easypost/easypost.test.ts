// Tests purchases and refunds under each fault of the simulator: each is sent only once, and no error message shows the API key.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { API_KEY, connect, failureOf, offerOf, QUICK, request, start, startBare } from '../../../test/fixtures/easypost/adapter.ts'
import type { FaultName, OrderedFault } from '../../../tools/carrier-simulator/faults.ts'
import type { CarrierFailureKind } from '../carrier.ts'
import { createEasyPost } from './easypost.ts'

describe('a parcel that crosses a border', () => {
  it('is not rated while the operator has set no customs value, the carrier is not asked, and it stays in good health', async (t) => {
    const { simulator } = await start(t)
    const carrier = createEasyPost({ apiKey: API_KEY, baseUrl: simulator.url, now: () => 1 })
    const failure = await failureOf(carrier.rate(request))
    assert.deepEqual([failure.kind, failure.code], ['rejected', 'NO_CUSTOMS_VALUE'])
    assert.match(failure.message, /customs value/)
    assert.equal(simulator.ledger().requests.rate, 0)
    assert.equal(carrier.health().state, 'ok')
    const within = await carrier.rate({ ...request, to: { ...request.to, country: request.from.country } })
    assert.ok(within.rates.length > 0, 'within one country nothing is declared')
  })
})

describe('a purchase', () => {
  it('is made, found again, tracked and refunded', async (t) => {
    const { simulator, carrier } = await start(t)
    const purchase = await offerOf(carrier)
    assert.deepEqual(await carrier.lookUp(purchase), { state: 'not_bought' })
    const bought = await carrier.buy(purchase)
    assert.deepEqual([bought.amount, bought.currency], [purchase.amount, purchase.currency])
    assert.deepEqual(await carrier.lookUp(purchase), { state: 'bought', bought })
    await simulator.track({ trackingCode: bought.trackingCode, status: 'delivered' })
    for (const trackerId of [bought.trackerId, null]) assert.equal((await carrier.track({ ...bought, trackerId })).status, 'delivered')
    assert.equal(await carrier.refund(purchase), 'submitted')
    assert.deepEqual(
      simulator.ledger().purchases.map(({ shipmentId, reference, buys, refunds }) => ({ shipmentId, reference, buys, refunds })),
      [{ shipmentId: purchase.ref.shipmentId, reference: 'WB-7K3Q', buys: 1, refunds: 1 }],
    )
  })

  it('of a rate from before a refresh still succeeds', async (t) => {
    const { carrier } = await start(t)
    const earlier = await offerOf(carrier)
    const later = await offerOf(carrier)
    assert.notEqual(earlier.ref.rateId, later.ref.rateId)
    assert.equal((await carrier.buy(earlier)).carrierShipmentId, earlier.ref.shipmentId)
  })

  // Each row: the fault, the reported failure (null if none), and whether the carrier's ledger holds a purchase afterwards.
  const table: [OrderedFault, CarrierFailureKind | null, boolean][] = [
    [{ fault: 'slow', delayMs: 50 }, null, true],
    [{ fault: 'hang' }, 'outcome_unknown_cut', false],
    [{ fault: 'hang_after' }, 'outcome_unknown_cut', true],
    [{ fault: 'error_before' }, 'outcome_unknown_5xx', false],
    [{ fault: 'error_after', status: 503 }, 'outcome_unknown_5xx', true],
    [{ fault: 'cut_before' }, 'outcome_unknown_cut', false],
    [{ fault: 'cut_after' }, 'outcome_unknown_cut', true],
    [{ fault: 'late', delayMs: 60_000 }, 'outcome_unknown_cut', false],
    [{ fault: 'duplicate' }, 'outcome_unknown_cut', true],
    [{ fault: 'malformed' }, 'outcome_unknown_cut', true],
    [{ fault: 'rate_limited' }, 'unavailable', false],
    [{ fault: 'rejected' }, 'rejected', false],
    [{ fault: 'rate_forgotten' }, 'rate_gone', false],
    [{ fault: 'wrong_currency' }, null, true],
  ]
  for (const [fault, kind, bought] of table)
    it(`with ${fault.fault} is ${kind ?? 'made'}, requested once, and ${bought ? 'found' : 'not found'} by a look-up`, async (t) => {
      const { simulator, carrier } = await start(t)
      const purchase = await offerOf(carrier)
      simulator.faults.order({ ...fault, on: 'buy' })
      if (kind === null) await carrier.buy(purchase)
      else assert.equal((await failureOf(carrier.buy(purchase))).kind, kind)
      assert.equal(simulator.ledger().requests.buy, 1)
      assert.equal(simulator.ledger().purchases.length, bought ? 1 : 0)
      assert.equal((await carrier.lookUp(purchase)).state, bought ? 'bought' : 'not_bought')
    })

  it('in another currency returns the charge', async (t) => {
    const { simulator, carrier } = await start(t)
    const purchase = await offerOf(carrier)
    simulator.faults.order({ fault: 'wrong_currency', on: 'buy' })
    assert.deepEqual([purchase.currency, (await carrier.buy(purchase)).currency], ['USD', 'EUR'])
  })

  it('made twice is refused by the carrier and must be looked up', async (t) => {
    const { simulator, carrier } = await start(t)
    const purchase = await offerOf(carrier)
    await carrier.buy(purchase)
    assert.equal((await failureOf(carrier.buy(purchase))).kind, 'outcome_unknown_cut')
    assert.equal(simulator.ledger().purchases.length, 1)
  })

  it('that succeeds late is found late', async (t) => {
    const { simulator, carrier } = await start(t)
    const purchase = await offerOf(carrier)
    simulator.faults.order({ fault: 'late', delayMs: 2_000 })
    assert.equal((await failureOf(carrier.buy(purchase))).kind, 'outcome_unknown_cut')
    assert.equal((await carrier.lookUp(purchase)).state, 'not_bought')
    while (simulator.ledger().purchases.length === 0) await sleep(20)
    assert.equal((await carrier.lookUp(purchase)).state, 'bought')
  })

  it('from an unreachable carrier was never sent', async (t) => {
    const { simulator, carrier } = await start(t)
    const purchase = await offerOf(carrier)
    await simulator.close()
    const failure = await failureOf(carrier.buy(purchase))
    assert.deepEqual([failure.kind, failure.code], ['unavailable', 'ECONNREFUSED'])
  })

  it('of an unknown shipment is gone, for buying and for looking up', async (t) => {
    const { carrier } = await start(t)
    const purchase = { ...(await offerOf(carrier)), ref: { shipmentId: 'shp_unknown', rateId: 'rate_1' } }
    assert.equal((await failureOf(carrier.buy(purchase))).kind, 'rate_gone')
    assert.equal((await failureOf(carrier.lookUp(purchase))).kind, 'rate_gone')
  })
})

describe('a refund', () => {
  it('of something never bought is refused', async (t) => {
    const { carrier } = await start(t)
    assert.equal(await carrier.refund(await offerOf(carrier)), 'refused')
  })

  for (const [fault, kind] of [
    ['error_after', 'outcome_unknown_5xx'],
    ['cut_after', 'outcome_unknown_cut'],
    ['rate_limited', 'unavailable'],
  ] as [FaultName, CarrierFailureKind][])
    it(`with ${fault} is ${kind}, and requested once`, async (t) => {
      const { simulator, carrier } = await start(t)
      const purchase = await offerOf(carrier)
      await carrier.buy(purchase)
      simulator.faults.order({ fault, on: 'refund', times: 3 })
      assert.equal((await failureOf(carrier.refund(purchase))).kind, kind)
      assert.equal(simulator.ledger().requests.refund, 1)
    })
})

describe('an answer', () => {
  it('with a redirect is not followed', async (t) => {
    let asked = 0
    const url = await startBare(t, (_, response) => {
      asked += 1
      response.writeHead(307, { location: '/v2/elsewhere' }).end()
    })
    const failure = await failureOf(connect(url).buy(await offerOf((await start(t)).carrier)))
    assert.deepEqual([failure.kind, failure.status, asked], ['unavailable', 307, 1])
  })

  it('that grows too large is aborted', async (t) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const url = await startBare(t, (_, response) => {
      for (let i = 0; i < 6; i++) response.write(chunk)
      response.end()
    })
    assert.equal((await failureOf(connect(url, { ...QUICK, retries: 0 }).rate(request))).code, 'ANSWER_TOO_LARGE')
  })

  it('that breaks off during a purchase is an unknown outcome', async (t) => {
    const url = await startBare(t, (_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('{"id":"shp_1",')
      setTimeout(() => response.destroy(), 20)
    })
    const failure = await failureOf(connect(url).buy(await offerOf((await start(t)).carrier)))
    assert.deepEqual([failure.kind, failure.code], ['outcome_unknown_cut', 'ECONNRESET'])
  })
})

it('no failure shows the key, however it is printed', async (t) => {
  const encoded = Buffer.from(`${API_KEY}:`).toString('base64')
  const echo = await startBare(t, (incoming, response) => {
    response.writeHead(422).end(JSON.stringify({ error: { code: 'X', message: `${API_KEY} ${incoming.headers.authorization}` } }))
  })
  const { simulator, carrier } = await start(t)
  const purchase = await offerOf(carrier)
  const failures = [await failureOf(connect(echo).buy(purchase)), await failureOf(connect(echo).rate(request))]
  for (const fault of ['hang', 'cut_after', 'error_after', 'malformed', 'rate_limited'] as const) {
    simulator.faults.order({ fault, on: 'buy' })
    failures.push(await failureOf(carrier.buy(await offerOf(carrier))))
  }
  await simulator.close()
  failures.push(await failureOf(carrier.buy(purchase)))
  const printed = failures
    .map((failure) => inspect(failure, { depth: 9, showHidden: true }) + JSON.stringify(failure) + failure.stack)
    .join()
  assert.ok(!printed.includes(API_KEY) && !printed.includes(encoded))
  assert.match(printed, /\[secret\]/)
})
