// Retries of reads, the circuit breaker that opens after repeated failures, and the reported health of the carrier.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, failureOf, offerOf, QUICK, request, start, startBare } from '../../../test/fixtures/easypost/adapter.ts'
import { startSimulator } from '../../../tools/carrier-simulator/simulator.ts'

describe('a read', () => {
  for (const fault of ['error_before', 'cut_before', 'malformed', 'rate_limited'] as const) {
    it(`with ${fault} is tried again`, async (t) => {
      const { simulator, carrier } = await start(t)
      simulator.faults.order({ fault, on: 'rate', times: 2 })
      const purchase = await offerOf(carrier)
      simulator.faults.order({ fault, on: 'read', times: 2 })
      assert.equal((await carrier.lookUp(purchase)).state, 'not_bought')
      assert.deepEqual([simulator.ledger().requests.rate, simulator.ledger().requests.read], [3, 3])
    })

    it(`with ${fault} that lasts is unavailable, never an unknown outcome`, async (t) => {
      const { simulator, carrier } = await start(t)
      simulator.faults.order({ fault, on: 'rate', times: 3 })
      assert.equal((await failureOf(carrier.rate(request))).kind, 'unavailable')
      assert.equal(simulator.ledger().requests.rate, 3)
    })
  }

  it('that hangs ends at its time-out, retries included', async (t) => {
    const { simulator } = await start(t)
    const carrier = connect(simulator.url, QUICK, () => 1, { rateMs: 500, buyMs: 500, readMs: 500 })
    simulator.faults.order({ fault: 'hang', on: 'rate', times: 9 })
    const failure = await failureOf(carrier.rate(request))
    assert.deepEqual([failure.kind, failure.code, simulator.ledger().requests.rate], ['unavailable', 'TIMED_OUT', 1])
  })

  it('aborted by its caller ends at once and leaves the carrier healthy', async (t) => {
    const { simulator, carrier } = await start(t)
    simulator.faults.order({ fault: 'hang', on: 'rate' })
    const caller = new AbortController()
    const rating = failureOf(carrier.rate(request, caller.signal))
    while (simulator.ledger().requests.rate === 0) await sleep(5)
    caller.abort()
    const failures = [await rating, await failureOf(carrier.rate(request, AbortSignal.abort()))]
    for (const { kind, code } of failures) assert.deepEqual([kind, code], ['unavailable', 'ABANDONED'])
    assert.deepEqual([simulator.ledger().requests.rate, carrier.health().state], [1, 'ok'])
  })

  it('with a wrong key fails with the request id', async (t) => {
    const simulator = await startSimulator({ apiKey: 'another' })
    t.after(simulator.close)
    const failure = await failureOf(connect(simulator.url).rate(request))
    assert.deepEqual([failure.kind, failure.status, failure.code], ['unavailable', 401, 'UNAUTHORIZED'])
    assert.match(failure.requestId ?? '', /^[0-9a-f]{32}$/)
  })

  for (const status of [401, 402, 403, 422])
    it(`answered ${status} is not tried again`, async (t) => {
      let asked = 0
      const url = await startBare(t, (_, response) => {
        asked += 1
        response.writeHead(status).end()
      })
      await failureOf(connect(url).rate(request))
      assert.equal(asked, 1)
    })

  it('that finds no rates says why', async (t) => {
    const { simulator, carrier } = await start(t)
    simulator.faults.order({ fault: 'zero_rates' })
    assert.deepEqual(await carrier.rate(request), {
      rates: [],
      messages: [{ carrier: 'USPS', reason: 'Unable to retrieve USPS rates without a valid origin zip code.' }],
    })
  })

  it('keeps the currency that the carrier quotes in', async (t) => {
    const { simulator, carrier } = await start(t)
    simulator.faults.order({ fault: 'wrong_currency', on: 'rate' })
    assert.equal((await carrier.rate(request)).rates[0]?.currency, 'EUR')
  })
})

describe('the circuit breaker', () => {
  const retryPolicy = { ...QUICK, retries: 0, breakAfterFailures: 3, retryAfterBreakMs: 2_000 }

  it('opens after several failures, sends nothing meanwhile, and closes on the first success', async (t) => {
    const { simulator, carrier } = await start(t, retryPolicy)
    simulator.faults.order({ fault: 'error_before', on: 'rate', times: 3 })
    assert.equal(carrier.health().state, 'ok')
    for (let i = 0; i < 3; i++) await failureOf(carrier.rate(request))
    assert.equal(carrier.health().state, 'open')
    const held = await failureOf(carrier.rate(request))
    assert.deepEqual([held.kind, held.code, simulator.ledger().requests.rate], ['unavailable', 'CIRCUIT_OPEN', 3])
    await sleep(2_050)
    assert.equal((await carrier.rate(request)).rates.length, 5)
    assert.deepEqual([carrier.health().state, simulator.ledger().requests.rate], ['ok', 4])
  })

  it('of rating holds back neither a look-up nor a purchase', async (t) => {
    const { simulator, carrier } = await start(t, retryPolicy)
    const purchase = await offerOf(carrier)
    simulator.faults.order({ fault: 'error_before', on: 'rate', times: 3 })
    for (let i = 0; i < 3; i++) await failureOf(carrier.rate(request))
    await carrier.buy(purchase)
    assert.equal((await carrier.lookUp(purchase)).state, 'bought')
  })

  it('does not exist for look-ups: one that always fails does not stop another', async (t) => {
    const { simulator, carrier } = await start(t, retryPolicy)
    const [failing, other] = [await offerOf(carrier), await offerOf(carrier)]
    simulator.faults.order({ fault: 'error_before', on: 'read', times: 10 })
    for (let i = 0; i < 10; i++) await failureOf(carrier.lookUp(failing))
    assert.equal((await carrier.lookUp(other)).state, 'not_bought')
  })

  it('is not opened by aborted calls', async (t) => {
    const { carrier } = await start(t, retryPolicy)
    for (let i = 0; i < 5; i++) await failureOf(carrier.rate(request, AbortSignal.abort()))
    assert.equal((await carrier.rate(request)).rates.length, 5)
  })

  it('is not opened by refusals', async (t) => {
    const { carrier } = await start(t, retryPolicy)
    const unknown = { ...(await offerOf(carrier)), ref: { shipmentId: 'shp_unknown', rateId: 'rate_1' } }
    for (let i = 0; i < 5; i++) await failureOf(carrier.lookUp(unknown))
    assert.equal(carrier.health().state, 'ok')
  })
})

describe('health', () => {
  it('remembers the last success and the last failure', async (t) => {
    const simulator = await startSimulator()
    t.after(simulator.close)
    let now = 100
    const carrier = connect(simulator.url, QUICK, () => now)
    assert.deepEqual(carrier.health(), { state: 'ok', lastSuccessAt: null, lastFailure: null })
    const purchase = await offerOf(carrier)
    now = 200
    simulator.faults.order({ fault: 'error_before', on: 'buy' })
    const { message } = await failureOf(carrier.buy(purchase))
    assert.deepEqual(carrier.health(), {
      state: 'failing',
      lastSuccessAt: 100,
      lastFailure: { at: 200, kind: 'outcome_unknown_5xx', message },
    })
    await carrier.buy(purchase)
    assert.equal(carrier.health().state, 'ok')
  })
})
