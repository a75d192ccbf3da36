// A day of carrier failures: clients book and retry, adversaries interfere, and the server is killed.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultName } from '../../../tools/carrier-simulator/faults.ts'
import { createSeeded } from '../../../tools/carrier-simulator/seeded.ts'
import type { Simulator } from '../../../tools/carrier-simulator/simulator.ts'
import { exportAir } from '../samples/requests.ts'
import type { CarrierServer } from '../server/carrier-server.ts'
import { carrierRates } from '../server/carrier-waybill.ts'
import type { Answer } from '../server/waybill.ts'

export type ChaosPlan = {
  seed: string
  bookings: number
  kills: number
  clients: number
  adversaries: number
  /** In one booking out of this many, the carrier completes the purchase only after Waybill has given it up as not bought. */
  veryLateEvery: number
}

export type Chaos = {
  /** The acknowledged bookings: tracking codes by quote id. */
  booked: Map<string, string>
  cancelled: Set<string>
  quotes: string[]
  kills: number
}

type KnownQuote = { id: string; rateIds: string[] }

const FAULTED = 1 / 3
const SLOW_MS = 700
const VERY_LATE_MS = 6_000
const LOOKS_BETWEEN_FAILURES = 12
const TRIES_OF_A_LOOK_UP = 3
const READ_FAULTS: FaultName[] = ['error_before', 'cut_before', 'malformed', 'rate_limited']

const ASK_AGAIN = new Set(['CARRIER_OUTCOME_PENDING', 'CARRIER_UNAVAILABLE', 'BOOKING_IN_PROGRESS', 'UNAVAILABLE'])
const REFUSED = new Set(['CARRIER_REJECTED', 'QUOTE_RATE_OUTDATED'])
const DECIDED = new Set(['QUOTE_ALREADY_BOOKED', 'QUOTE_CANCELLED'])

export const runChaos = async (server: CarrierServer, simulator: Simulator, plan: ChaosPlan): Promise<Chaos> => {
  const seeded = createSeeded(plan.seed)
  let draws = 0
  const draw = (): number => {
    draws += 1
    return seeded.draw('chaos', draws)
  }
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!

  const chaos: Chaos = { booked: new Map(), cancelled: new Set(), quotes: [], kills: 0 }
  const inPlay: KnownQuote[] = []
  let failedAt = 0
  let started = 0
  let finished = 0
  /** True after the first failed check, and at the end of the run. All clients then stop. */
  let isOff = false
  simulator.faults.atRandom({ rate: FAULTED, on: ['buy'], delayMs: SLOW_MS })

  const learn = (known: KnownQuote, quote: any): void => {
    if (quote.status !== 'pending') return
    known.rateIds.push(...carrierRates(quote).map((rate) => rate.id))
  }
  const acknowledge = (answer: Answer): void => {
    const { parcel_quote_id, status, tracking_code } = answer.json
    assert.equal(status, 'booked')
    assert.ok(!chaos.booked.has(parcel_quote_id), 'a quote is booked once')
    chaos.booked.set(parcel_quote_id, tracking_code)
  }

  const create = async (): Promise<KnownQuote> => {
    while (!isOff) {
      const answer = await server.call('POST', '/v1/parcel_quotes', { parcel: exportAir() })
      if (answer?.status === 201 && carrierRates(answer.json).length > 0) {
        const known = { id: answer.json.parcel_quote_id, rateIds: [] }
        learn(known, answer.json)
        chaos.quotes.push(known.id)
        return known
      }
      assert.ok(answer === null || answer.status === 201 || ASK_AGAIN.has(answer.json.code), answer?.text ?? 'gone')
      await sleep(100)
    }
    throw new Error('called off')
  }
  const read = async (known: KnownQuote): Promise<void> => {
    const answer = await server.call('GET', `/v1/parcel_quotes/${known.id}`)
    if (answer === null || answer.status === 503) return
    assert.equal(answer.status, 200, answer.text)
    learn(known, answer.json)
  }
  const book = async (known: KnownQuote, rateId: string): Promise<string> => {
    const answer = await server.call('POST', `/v1/packages/${known.id}/create_shipment`, { rate_id: rateId })
    if (answer === null) return 'GONE'
    if (answer.status === 200) acknowledge(answer)
    else
      assert.ok(
        [ASK_AGAIN, REFUSED, DECIDED].some((codes) => codes.has(answer.json.code)),
        answer.text,
      )
    return answer.json.code ?? 'BOOKED'
  }
  const cancel = async (known: KnownQuote): Promise<void> => {
    const answer = await server.call('POST', `/v1/parcel_quotes/${known.id}/cancel`, {})
    if (answer?.status === 200) chaos.cancelled.add(known.id)
    else assert.ok(answer === null || ASK_AGAIN.has(answer.json.code) || DECIDED.has(answer.json.code), answer?.text ?? 'gone')
  }

  /** A client that books quotes, and retries each booking until its outcome is known. After a refusal, the client sometimes gives up. */
  const client = async (): Promise<void> => {
    while (started < plan.bookings && !isOff) {
      started += 1
      if (started % plan.veryLateEvery === 0) simulator.faults.order({ fault: 'late', on: 'buy', delayMs: VERY_LATE_MS })
      const known = await create()
      inPlay.push(known)
      for (let rateId = oneOf(known.rateIds); !isOff; ) {
        const outcome = await book(known, rateId)
        if (outcome === 'BOOKED' || DECIDED.has(outcome)) break
        if (REFUSED.has(outcome) && draw() < 0.2) break
        await sleep(100 + draw() * 200)
        // Sometimes a client retries with a fresh rate. At the carrier, a fresh rate belongs to another shipment, so a purchase with the
        // old rate may still succeed.
        if (REFUSED.has(outcome) || draw() < 0.3) {
          await read(known)
          rateId = known.rateIds.at(-1)!
        }
      }
      inPlay.splice(inPlay.indexOf(known), 1)
      finished += 1
    }
  }

  /** Makes one look-up and its retries fail, but only now and then. If all look-ups failed, no purchase could be settled. */
  const failLookUp = (): void => {
    const { read: reads } = simulator.ledger().requests
    if (reads < failedAt + LOOKS_BETWEEN_FAILURES) return
    failedAt = reads
    simulator.faults.order({ fault: oneOf(READ_FAULTS), on: 'read', times: TRIES_OF_A_LOOK_UP })
  }

  const adversary = async (): Promise<void> => {
    while (finished < plan.bookings && !isOff) {
      const known = inPlay[Math.floor(draw() * inPlay.length)]
      const mood = draw()
      if (!known) await sleep(20)
      else if (mood < 0.5) await read(known)
      else if (mood < 0.9) await book(known, oneOf(known.rateIds))
      else if (mood < 0.95) await cancel(known)
      else failLookUp()
      await sleep(10 + draw() * 40)
    }
  }

  const killer = async (): Promise<void> => {
    for (let kill = 1; kill <= plan.kills; kill += 1) {
      const at = Math.floor((plan.bookings * kill) / (plan.kills + 1))
      while (finished < at && !isOff) await sleep(5)
      await server.restart()
      chaos.kills += 1
    }
  }

  const repeated = (work: () => Promise<void>, times: number): Promise<void>[] => Array.from({ length: times }, work)
  const everyone = [...repeated(client, plan.clients), ...repeated(adversary, plan.adversaries), killer()]
  try {
    await Promise.all(everyone)
    // Waits until the carrier has completed all delayed purchases. Their timers started before this wait.
    await sleep(VERY_LATE_MS)
  } finally {
    isOff = true
    await Promise.allSettled(everyone)
    simulator.faults.clear()
  }
  return chaos
}
