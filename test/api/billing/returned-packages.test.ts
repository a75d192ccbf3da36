// A package that is back in the warehouse after a departure is charged for storage as if it had never left.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { chargeMonths } from '../../../src/flows/billing/charges/charge-months.ts'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ARRIVAL = Date.UTC(2027, 2, 3, 11)
const DAY_MS = 24 * 60 * 60 * 1000
const MID_MARCH = Date.UTC(2027, 2, 20, 11)
const MID_APRIL = Date.UTC(2027, 3, 10, 11)
const HALF_SQM = importAir({ packages: [{ weight: 10, length: 100, width: 50, height: 40 }] })
const UNEVEN = importAir({ packages: [{ weight: 10, length: 97, width: 51, height: 40 }] })

forOneEngine((engine) => {
  describe('a package that is back in the warehouse', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    /** Sets the clock, and signs in again because the earlier session has expired. */
    const onDay = async (at: number): Promise<void> => {
      waybill.time.freeze(at)
      desk = await atDesk(waybill)
    }
    const stored = async (tenant: Tenant, cargo = HALF_SQM): Promise<string> => {
      const [id] = (await book(tenant, cargo)).ids
      await play(tenant, id!, 'receive', {})
      return id!
    }
    const departing = async (id: string): Promise<string> => {
      const { shipment_id: shipment } = await desk.done('/shipments', { transport_mode: 'air', mode: 'test' })
      await desk.done(`/shipments/${shipment}/attach`, { package_id: id })
      await desk.done(`/shipments/${shipment}/depart`)
      return shipment
    }
    const charged = async (id: string): Promise<string[]> => {
      const found: Json[] = await desk.get(`/charges?mode=test&parcel_id=${id}&kind=storage`)
      return found.filter(({ reversed_at }) => reversed_at === null).map(({ net, last_day }) => `${last_day} ${net}`)
    }
    /** Amounts are added up in whole kobo, because sums of decimal fractions are inexact. */
    const koboOf = (amount: string | number): number => Math.round(Number(amount) * 100)
    const sumOf = (made: readonly string[]): number => made.reduce((sum, text) => sum + koboOf(text.split(' ')[1]!), 0)
    const dueFor = async (tenant: Tenant, id: string): Promise<number> =>
      (await tenant.get(`/v1/packages/${id}`)).json.storage_fee.amount_due

    it('by an undone departure: its invoice stays, the storage on it is credited and charged when storage really ends', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      await desk.done(`/businesses/${tenant.business.id}/terms`, { invoicing: 'shipment' })
      const [id, twin] = [await stored(tenant), await stored(tenant)]
      await onDay(MID_MARCH)
      const shipment = await departing(id)
      await issueDue(waybill.deps)
      assert.deepEqual(await charged(id), ['2027-03-20 2750.00'])
      await desk.done(`/shipments/${shipment}/undo_departure`)
      assert.deepEqual([await charged(id), await charged(twin)], [[], []])
      const [invoice] = (await tenant.get('/v1/invoices')).json
      assert.deepEqual(
        [invoice.status, invoice.lines.map(({ kind }: Json) => kind).toSorted(), invoice.credited],
        ['issued', ['freight', 'storage'], '2750.00'],
      )
      await onDay(MID_APRIL)
      await chargeMonths(waybill.deps)
      assert.deepEqual(await charged(id), await charged(twin))
      await desk.done(`/shipments/${shipment}/depart`)
      await departing(twin)
      assert.deepEqual(await charged(id), await charged(twin))
      assert.equal(sumOf(await charged(id)), koboOf(await dueFor(tenant, id)))
      await issueDue(waybill.deps)
      const kinds = (await tenant.get('/v1/invoices')).json.flatMap(({ lines }: Json) => lines.map(({ kind }: Json) => kind))
      assert.equal(kinds.filter((kind: string) => kind === 'freight').length, 2, 'the freight of each is invoiced once')
    })

    it('by an undone departure: what stopped nothing before stops nothing again', async () => {
      await onDay(ARRIVAL)
      const tenant = await waybill.newTenant()
      const id = await stored(tenant)
      await desk.done('/payments', {
        mode: 'test',
        business: tenant.business.id,
        method: 'transfer',
        amount: '9000000',
        reference: 'PRE-1',
      })
      await issueDue(waybill.deps)
      await onDay(MID_MARCH)
      const shipment = await departing(id)
      await desk.done(`/shipments/${shipment}/undo_departure`)
      const { charges } = await desk.get(`/packages/${id}/owed`)
      assert.deepEqual(
        charges.filter(({ kind }: Json) => kind === 'storage'),
        [],
      )
    })

    it('by a departure undone while its invoice is issued: no storage is left on the invoice, and none is charged', async () => {
      for (let round = 0; round < 3; round++) {
        await onDay(ARRIVAL)
        const tenant = await waybill.newTenant()
        await desk.done(`/businesses/${tenant.business.id}/terms`, { invoicing: 'shipment' })
        const id = await stored(tenant)
        await onDay(MID_MARCH)
        const shipment = await departing(id)
        await Promise.all([issueDue(waybill.deps), desk.done(`/shipments/${shipment}/undo_departure`)])
        await issueDue(waybill.deps)
        assert.deepEqual(await charged(id), [])
        const invoices: Json[] = (await tenant.get('/v1/invoices')).json
        const onPapers = invoices.flatMap(({ lines }) => lines).filter(({ kind }: Json) => kind === 'storage')
        const credited = invoices.reduce((sum, invoice) => sum + koboOf(invoice.credited), 0)
        assert.equal(credited, onPapers.length * koboOf('2750.00'))
      }
    })

    it('taken off on any later day: every charge adds up to that of a parcel that never left, to the kobo', async () => {
      const steps = fc.array(fc.record({ days: fc.integer({ min: 0, max: 25 }), who: fc.nat({ max: 1 }), isRolledOver: fc.boolean() }), {
        minLength: 6,
        maxLength: 10,
      })
      await fc.assert(fc.asyncProperty(steps, agreesWithTwin), { numRuns: process.env.SOAK ? 10 : 1 })
    })

    type Step = { days: number; who: number; isRolledOver: boolean }

    /**
     * Lets two packages depart and come back, step by step. After each return, the returned package's storage charges must equal those of
     * `twin`, a third package that never leaves the warehouse.
     */
    const agreesWithTwin = async (steps: readonly Step[]): Promise<void> => {
      let now = ARRIVAL
      await onDay(now)
      const tenant = await waybill.newTenant()
      await desk.done(`/businesses/${tenant.business.id}/terms`, { free_days: 5, daily_rate: '333.33' })
      const [twin, ...roamers] = [await stored(tenant, UNEVEN), await stored(tenant, UNEVEN), await stored(tenant, UNEVEN)]
      const shipmentOf = new Map<string, string>()
      const assertAgree = async (id: string): Promise<void> => {
        assert.equal(sumOf(await charged(id)), sumOf(await charged(twin!)))
        assert.equal(await dueFor(tenant, id), await dueFor(tenant, twin!))
      }
      for (const { days, who, isRolledOver } of [
        ...steps,
        { days: 1, who: 0, isRolledOver: false },
        { days: 1, who: 1, isRolledOver: false },
      ]) {
        now += days * DAY_MS
        await onDay(now)
        await chargeMonths(waybill.deps)
        const id = roamers[who]!
        const shipment = shipmentOf.get(id)
        if (shipment === undefined) {
          shipmentOf.set(id, await departing(id))
          continue
        }
        const to = isRolledOver ? (await desk.done('/shipments', { transport_mode: 'air', mode: 'test' })).shipment_id : undefined
        await desk.done(`/shipments/${shipment}/offload`, { package_id: id, reason: 'Left on the apron', to })
        if (to !== undefined) await desk.done(`/shipments/${to}/detach`, { package_id: id })
        shipmentOf.delete(id)
        await assertAgree(id)
      }
      const back = roamers.filter((id) => !shipmentOf.has(id))
      for (const id of [twin!, ...back]) await departing(id)
      for (const id of back) await assertAgree(id)
    }
  })
})
