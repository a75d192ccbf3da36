// The terms of a business change during a request or a transaction: each decision uses the terms in force when the decision is made.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addExtra } from '../../../src/flows/billing/charges/add-extra.ts'
import { draftInvoice } from '../../../src/flows/billing/draft-invoice.ts'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { issueInvoice } from '../../../src/flows/billing/issue-invoice.ts'
import { overrideRelease } from '../../../src/flows/billing/override-release.ts'
import { bookQuote } from '../../../src/flows/booking/book-quote.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { cancelPackage } from '../../../src/flows/packages/cancel-package.ts'
import { receivePackage } from '../../../src/flows/receiving/receive-package.ts'
import { attachPackages } from '../../../src/flows/shipments/attach-packages.ts'
import { deliverFound, deliverShipment } from '../../../src/flows/shipments/deliver-shipment.ts'
import { departShipment } from '../../../src/flows/shipments/shipment-steps.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { testCaller } from '../../support/calls/merge-calls.ts'
import { newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { newQuote } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LOCKS_BUSINESS = 'select * from businesses where id = $1 for share'
const RECEIPT = { measured: { weightKg: 10 }, conditionNote: null, isLast: false, isConfirmed: true }

forOneEngine((engine) => {
  describe('new terms of a business', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1500' })
    })
    after(() => waybill.close())

    const caller = (): Promise<Caller> => testCaller(waybill.deps, tenant.business.id)
    const agree = (terms: object): Promise<Json> => desk.done(`/businesses/${tenant.business.id}/terms`, terms)
    const payers = async (): Promise<(string | null)[]> =>
      (await waybill.deps.db.query<Json>('select payer_id from charges where business_id = $1', [tenant.business.id])).map(
        ({ payer_id }) => payer_id,
      )
    const extra = { code: 'PACK', quantity: 1, amount: undefined, note: undefined }

    /** Actions that decide who pays. Each action gets a `Caller` that was loaded before the terms changed. */
    const charged: Record<string, (customer: Json) => Promise<(stale: Caller) => Promise<unknown>>> = {
      'an extra': async ({ parcel_customer_id: id }) => {
        return (stale) => addExtra(waybill.deps, stale, { ...extra, for: { customerId: id } })
      },
      'the booking of an export by air': async ({ address_suffix }) => {
        const { parcel_quote_id, rates } = await newQuote(tenant, exportAir({ address_suffix }))
        return (stale) => bookQuote(waybill.deps, stale, parcel_quote_id, rates[0].id)
      },
      'the last receipt of a booking': async ({ address_suffix }) => {
        const { ids } = await book(tenant, importAir({ sender: undefined, address_suffix }))
        return (stale) => receivePackage(waybill.deps, stale, ids[0]!, RECEIPT)
      },
      'cancelling the last expected package': async ({ address_suffix }) => {
        const { ids } = await book(tenant, importAir({ sender: undefined, address_suffix, packages: [{ weight: 2 }, { weight: 3 }] }))
        await receivePackage(waybill.deps, await caller(), ids[0]!, RECEIPT)
        return (stale) => cancelPackage(waybill.deps, stale, ids[1]!, null)
      },
    }
    for (const [what, prepare] of Object.entries(charged))
      it(`decide who pays for ${what}, even if the caller was read before`, async () => {
        tenant = await waybill.newTenant()
        const customer = await newCustomer(tenant, pickup)
        const work = await prepare(customer)
        const stale = await caller()
        await agree({ bill_to: 'customer' })
        await work(stale)
        assert.deepEqual(await payers(), [customer.parcel_customer_id])
      })

    it('decide when an invoice is due', async () => {
      tenant = await waybill.newTenant()
      await addExtra(waybill.deps, await caller(), { ...extra, for: { business: true } })
      const stale = await caller()
      const { invoice } = await draftInvoice(waybill.deps, stale, null, {})
      await agree({ due_days: 0 })
      const { issueDate, dueDate } = await issueInvoice(waybill.deps, stale, invoice.id)
      assert.equal(dueDate, issueDate)
    })

    it('stop invoices that were due under the old ones', async () => {
      tenant = await waybill.newTenant()
      await agree({ invoicing: 'package' })
      await addExtra(waybill.deps, await caller(), { ...extra, for: { business: true } })
      const { db } = waybill.deps
      let agreed: Promise<Json> | undefined
      const transaction: Db['transaction'] = async (by, fn) => {
        agreed ??= agree({ invoicing: 'manual' })
        await agreed
        return db.transaction(by, fn)
      }
      assert.equal((await issueDue({ ...waybill.deps, db: { ...db, transaction } })).issued, 0)
      await agree({ invoicing: 'package' })
      assert.equal((await issueDue(waybill.deps)).issued, 1)
    })

    const stored = async (): Promise<{ id: string; number: string }> => {
      tenant = await waybill.newTenant()
      const { ids, numbers } = await book(tenant, importAir())
      await play(tenant, ids[0]!, 'receive', {})
      return { id: ids[0]!, number: numbers[0]! }
    }

    it('leave nothing to override if they no longer stop anything', async () => {
      const { id } = await stored()
      await agree({ release: 'before_departure' })
      const stale = await caller()
      await agree({ release: 'none' })
      await assert.rejects(overrideRelease(waybill.deps, stale, id, 'Known'), { code: 'INVALID_TRANSITION' })
    })

    const newShipment = async (): Promise<string> => (await desk.done('/shipments', { mode: 'test', transport_mode: 'air' })).shipment_id
    const loaded = async (number: string): Promise<string> => {
      const shipment = await newShipment()
      await desk.done(`/shipments/${shipment}/attach`, { code: number })
      return shipment
    }
    const underWay = async (number: string): Promise<string> => {
      const shipment = await loaded(number)
      await desk.done(`/shipments/${shipment}/depart`)
      return shipment
    }
    type Parcel = { id: string; number: string }
    type Step = { release: string; prepare(parcel: Parcel): Promise<string>; work(deps: Deps, parcel: Parcel, shipment: string): unknown }
    const steps: Record<string, Step> = {
      'a package is attached': {
        release: 'before_departure',
        prepare: newShipment,
        work: (deps, { number }, shipment) => attachPackages(deps, byTest(deps), shipment, [{ code: number }]),
      },
      'a shipment is delivered': {
        release: 'before_delivery',
        prepare: ({ number }) => underWay(number),
        work: (deps, _, shipment) => deliverShipment(deps, byTest(deps), shipment),
      },
      'a package is delivered': {
        release: 'before_delivery',
        prepare: ({ number }) => underWay(number),
        work: (deps, { id }) => deliverFound(deps, byTest(deps), id),
      },
    }
    // Skipped on SQLite, which runs writing transactions one after the other.
    for (const [what, { release, prepare, work }] of Object.entries(steps))
      it(`wait until ${what}, although they would have stopped it`, { skip: engine.name === 'sqlite' }, async () => {
        const parcel = await stored()
        const shipment = await prepare(parcel)
        const version = async (): Promise<number> =>
          (await waybill.deps.db.query<Json>('select version from packages where id = $1', [parcel.id]))[0]!.version
        const before = await version()
        let seen = 0
        const agreeing = conflictBefore(waybill.deps, 'update packages', async () => {
          await agree({ release })
          seen = await version()
        })
        await work(agreeing, parcel, shipment)
        assert.equal(seen, before + 1)
      })

    it('stop a shipment that is about to depart', { skip: engine.name === 'sqlite' }, async () => {
      const { number } = await stored()
      const shipment = await loaded(number)
      const agreeing = conflictBefore(waybill.deps, LOCKS_BUSINESS, () => agree({ release: 'before_departure' }))
      await assert.rejects(departShipment(agreeing, byTest(waybill.deps), shipment), { code: 'PAYMENT_REQUIRED' })
    })
  })
}, postgres)
