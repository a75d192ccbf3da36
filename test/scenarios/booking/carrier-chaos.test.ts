// Bookings while the carrier fails and the server is killed: every label that is not refunded belongs to one booked quote, and no quote stays stuck.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { FaultName } from '../../../tools/carrier-simulator/faults.ts'
import type { Simulator } from '../../../tools/carrier-simulator/simulator.ts'
import { startSimulator } from '../../../tools/carrier-simulator/simulator.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { runChaos } from '../../support/models/carrier-chaos.ts'
import type { CarrierServer } from '../../support/server/carrier-server.ts'
import { startCarrierServer, until } from '../../support/server/carrier-server.ts'

const SIZE = process.env.SOAK
  ? { bookings: 1_000, kills: 22, clients: 24, adversaries: 6, veryLateEvery: 40 }
  : { bookings: 8, kills: 1, clients: 4, adversaries: 1, veryLateEvery: 4 }
const SEED = process.env.SEED ?? randomBytes(4).toString('hex')

/**
 * Time limit for settling the purchases of a killed server. Settling waits ten seconds longer than a carrier call may take, and then needs
 * successful look-ups.
 */
const SETTLED_WITHIN_MS = 120_000
const TEST_TIMEOUT_MS = process.env.SOAK ? 30 * 60_000 : 3 * 60_000

type QuoteRow = { id: string; status: string; tracking_code: string | null; purchase_id: string | null }

const countFaults = ({ faults }: Simulator): Map<FaultName, number> => {
  const met = new Map<FaultName, number>()
  const { next } = faults
  faults.next = (operation, key) => {
    const fault = next(operation, key)
    if (fault) met.set(fault.fault, (met.get(fault.fault) ?? 0) + 1)
    return fault
  }
  return met
}

describe('a carrier that fails and a server that is killed', { concurrency: true }, () => {
  forOneEngine((engine) => {
    let store: FreshDb
    let simulator: Simulator
    let server: CarrierServer
    before(async () => {
      store = await engine.freshDb()
      simulator = await startSimulator({ seed: SEED })
      server = await startCarrierServer(store, simulator)
    })
    after(async () => {
      await server.kill()
      await simulator.close()
      await store.drop()
    })

    const count = async (sql: string): Promise<number> =>
      (await store.db.query<{ count: number }>(`select count(*) as count from ${sql}`))[0]!.count

    it(`${SIZE.bookings} bookings and ${SIZE.kills} kills leave one label per booked quote, and nothing stuck`, {
      timeout: TEST_TIMEOUT_MS,
    }, async (t) => {
      const met = countFaults(simulator)
      const chaos = await runChaos(server, simulator, { seed: SEED, ...SIZE })
      await until('a purchase that is still open', async () => (await count("purchases where state = 'open'")) === 0, SETTLED_WITHIN_MS)
      // The server keeps looking up purchases in these states at long intervals. This update makes the next look-up due now.
      await store.db.execute(
        "update purchases set next_look_at = 0 where state in ('not_bought', 'refunding') and next_look_at is not null",
      )
      await until(
        'a purchase that is still watched',
        async () => (await count('purchases where next_look_at <= 0')) === 0,
        SETTLED_WITHIN_MS,
      )
      await until('a refund', async () => (await count("purchases where state = 'refunding'")) === 0, SETTLED_WITHIN_MS)
      // A look-up may still be running, so the test waits until there are as many labels without a refund as booked quotes.
      const labelsInUse = () => simulator.ledger().purchases.filter(({ refunds }) => refunds === 0).length
      await until('a label of no quote', async () => labelsInUse() === (await count("quotes where status = 'booked'")), SETTLED_WITHIN_MS)

      const quotes = await store.db.query<QuoteRow>('select id, status, tracking_code, purchase_id from quotes')
      const sold = simulator.ledger().purchases
      const kept = sold.filter((purchase) => purchase.refunds === 0)
      const booked = quotes.filter((quote) => quote.status === 'booked')
      const stuck = quotes.filter((quote) => quote.purchase_id !== null)
      const faults = [...met.values()].reduce((sum, times) => sum + times, 0)
      t.diagnostic(
        `seed ${SEED}, bookings ${chaos.quotes.length}, kills ${chaos.kills}, buy requests ${simulator.ledger().requests.buy}, faults ${faults} ` +
          `(${[...met].map(([name, times]) => `${name} ${times}`).join(', ')}), purchases ${sold.length}, booked ${booked.length}, ` +
          `cancelled ${chaos.cancelled.size}, refunds ${sold.length - kept.length}, stuck ${stuck.length}`,
      )

      assert.equal(chaos.kills, SIZE.kills)
      assert.ok(chaos.quotes.length >= SIZE.bookings)
      assert.deepEqual(stuck, [])
      const labelOf = ({ reference, trackingCode }: (typeof kept)[number]): string => `${reference} ${trackingCode}`
      assert.deepEqual(kept.map(labelOf).toSorted(), booked.map((quote) => `${quote.id} ${quote.tracking_code}`).toSorted())
      for (const { shipmentId, refunds } of sold) assert.ok(refunds <= 1, `${shipmentId} is refunded once`)

      const statuses = new Map(quotes.map((quote) => [quote.id, quote]))
      for (const [id, trackingCode] of chaos.booked) {
        assert.deepEqual([statuses.get(id)?.status, statuses.get(id)?.tracking_code], ['booked', trackingCode], `acknowledged: ${id}`)
      }
      for (const id of chaos.cancelled) assert.equal(statuses.get(id)?.status, 'cancelled', `acknowledged: ${id}`)
      for (const id of chaos.quotes) assert.ok(statuses.has(id), `acknowledged: ${id}`)
      assert.equal(await count('packages'), booked.length)
      assert.equal(await count("events where type = 'quote.booked'"), booked.length)

      for (const { id, status } of quotes.slice(-20)) {
        const answer = await server.call('GET', `/v1/parcel_quotes/${id}`)
        assert.deepEqual([answer?.status, answer?.json.status], [200, status])
      }
    })
  })
})
