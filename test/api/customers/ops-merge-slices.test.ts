// Merging a customer with many records, and undoing it, takes several transactions. If it is interrupted, it is finished exactly once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { finishMerges } from '../../../src/flows/customers/finish-merges.ts'
import { mergeCustomers } from '../../../src/flows/customers/merge-customers.ts'
import { undoMerge } from '../../../src/flows/customers/undo-merge.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { OutcomeUnknown } from '../../../src/store/engine/db.ts'
import { endingWith } from '../../../src/store/engine/transaction.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { addBelongings, assertMovedOnce, dyingAfter, ownedBy, testCaller } from '../../support/calls/merge-calls.ts'
import { findPackage, newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected, bookedQuote, createShipment } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Several slices of each kind. */
const MANY = 40
const ALL = { quotes: MANY + 1, packages: MANY + 1, inbound_parcels: MANY, charges: 1 }
const NONE = { quotes: 0, packages: 0, inbound_parcels: 0, charges: 0 }
/** The first slice and one more. */
const SLICES_BEFORE_DEATH = 2
/** Another worker takes over after this time without a slice. */
const ABANDONED_MS = 6_000

forEachEngine((engine) => {
  describe('a merge in several transactions', () => {
    let waybill: Waybill
    let staff: StaffMember
    let tenant: Tenant
    let deps: Deps
    const reported: unknown[] = []
    before(async () => {
      waybill = await startWaybill(engine)
      staff = await signedIn(waybill, 'admin')
      tenant = await waybill.newTenant()
      deps = { ...waybill.deps, report: (what, details) => reported.push([what, details]) }
      await staff.call('POST', '/ops/v1/price_list', { code: 'X1', name: 'Extra', kind: 'other', amount: '100' })
    })
    after(async () => {
      assert.deepEqual(reported, [])
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    const person = (first_name: string): Promise<Json> => newCustomer(tenant, { first_name, ...pickup })
    const caller = (): Promise<Caller> => testCaller(deps, tenant.business.id)
    const quoteFor = ({ address_suffix }: Json): Promise<Answer> =>
      tenant.post('/v1/parcel_quotes', { parcel: importAir({ sender: undefined, address_suffix }) })
    const owned = ({ parcel_customer_id }: Json) => ownedBy(deps.db, parcel_customer_id)
    const merge = (from: Json, into: Json): Promise<Answer> =>
      staff.call('POST', `/ops/v1/customers/${from.parcel_customer_id}/merge`, { into_id: into.parcel_customer_id })
    const show = async ({ parcel_customer_id }: Json): Promise<Json> =>
      (await staff.call('GET', `/ops/v1/customers/${parcel_customer_id}`)).json
    const undo = (id: string): Promise<Answer> => staff.call('POST', `/ops/v1/customer_merges/${id}/undo`)
    const chargeFor = ({ parcel_customer_id }: Json): Promise<Answer> =>
      staff.call('POST', '/ops/v1/charges', { mode: 'test', business: tenant.business.id, customer_id: parcel_customer_id, code: 'X1' })

    /** A customer with many packages, quotes and announcements, and one without. */
    const pair = async (): Promise<{ duplicate: Json; kept: Json }> => {
      const [kept, duplicate] = [await person('Kept'), await person('Double')]
      const { parcel_details } = await bookedQuote(tenant, importAir({ sender: undefined, address_suffix: duplicate.address_suffix }))
      const [{ parcel_id }] = parcel_details.parcels
      await addBelongings(deps, await caller(), duplicate.parcel_customer_id, parcel_id, MANY)
      assert.equal((await chargeFor(duplicate)).status, 201)
      assert.deepEqual(await owned(duplicate), ALL)
      return { duplicate, kept }
    }
    const mergeWith = async (other: Deps, { duplicate, kept }: { duplicate: Json; kept: Json }) =>
      mergeCustomers(other, await caller(), duplicate.parcel_customer_id, kept.parcel_customer_id)
    /** The state that a server leaves when it dies between two slices. */
    const cutOff = async (): Promise<{ duplicate: Json; kept: Json }> => {
      const both = await pair()
      await assert.rejects(mergeWith(dyingAfter(deps, SLICES_BEFORE_DEATH), both), OutcomeUnknown)
      const left = await owned(both.duplicate)
      assert.ok(left.packages > 0 && left.quotes < ALL.quotes, JSON.stringify(left))
      return both
    }
    /** Runs beside a worker whose clock is ahead, so that it takes over everything. */
    const besideHasty = async <T>(work: Promise<T>): Promise<T> => {
      const hasty = { ...deps, queueClock: () => deps.queueClock() + ABANDONED_MS }
      let isOver = false
      const over = work.finally(() => {
        isOver = true
      })
      for (; !isOver; await nextTurn()) await finishMerges(hasty)
      return over
    }
    const mergeOf = async (customer: Json): Promise<Json> => (await show(customer)).merges[0]
    const tasks = () => deps.db.query('select id from customer_merge_tasks where left_ids is null')

    it('that is finished for a later request is no work of that one: only what it asked for marks its key', async () => {
      const [{ kept }, duplicate] = [await cutOff(), await person('Third')]
      let marks = 0
      const mark = async (): Promise<void> => {
        marks += 1
      }
      await new Promise((resolve, reject) => endingWith(mark, () => mergeWith(deps, { duplicate, kept }).then(resolve, reject)))
      assert.deepEqual([await tasks(), marks], [[], 1])
    })

    it('answers when everything has moved, and gives everything back', async () => {
      const { duplicate, kept } = await pair()
      const merged = await merge(duplicate, kept)
      assert.deepEqual([merged.status, merged.json.quotes_moved, merged.json.packages_moved], [201, MANY + 1, MANY + 1], merged.text)
      assert.deepEqual([await owned(duplicate), await owned(kept)], [NONE, ALL])
      await assertMovedOnce(deps.db, kept.parcel_customer_id, 1)
      const undone = await undo(merged.json.customer_merge_id)
      assert.deepEqual([undone.status, undone.json.left_ids], [200, []], undone.text)
      assert.deepEqual([await owned(duplicate), await owned(kept)], [ALL, NONE])
      await assertMovedOnce(deps.db, duplicate.parcel_customer_id, 2)
      assert.deepEqual(await tasks(), [])
    })

    it('is answered alike under the same Idempotency-Key', async () => {
      const { duplicate, kept } = await pair()
      const headers = { ...staff.headers, 'idempotency-key': 'merge-in-slices' }
      const send = () =>
        waybill.call('POST', `/ops/v1/customers/${duplicate.parcel_customer_id}/merge`, { into_id: kept.parcel_customer_id }, { headers })
      const [first, again] = [await send(), await send()]
      assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text])
      await assertMovedOnce(deps.db, kept.parcel_customer_id, 1)
    })

    it('is finished by another worker once nobody works on it, and by one alone', async () => {
      const { duplicate, kept } = await cutOff()
      assert.equal(await finishMerges(deps), 0, 'its own server may still be at it')
      waybill.time.advance(ABANDONED_MS)
      await Promise.all([finishMerges(deps), finishMerges(deps), finishMerges(deps)])
      assert.deepEqual([await owned(duplicate), await owned(kept), await tasks()], [NONE, ALL, []])
      await assertMovedOnce(deps.db, kept.parcel_customer_id, 1)
      const { quotes_moved, packages_moved, merged_by } = await mergeOf(duplicate)
      assert.deepEqual([quotes_moved, packages_moved, merged_by.kind], [MANY + 1, MANY + 1, (await mergeOf(kept)).merged_by.kind])
      const ofPackages = 'object_id in (select id from packages where customer_id = $1) and version = 2'
      const records = await deps.db.query<{ actor: string }>(`select distinct actor from audit_records where ${ofPackages}`, [
        kept.parcel_customer_id,
      ])
      assert.deepEqual(
        records.map(({ actor }) => actor),
        ['test'],
        'whoever asked for it',
      )
    })

    it('goes on beside a worker that takes it over too early: each slice is done once', async () => {
      const { duplicate, kept } = await pair()
      const merged = await besideHasty(mergeWith(deps, { duplicate, kept }))
      assert.equal(merged.moved.quoteIds.length, MANY + 1)
      assert.deepEqual([await owned(duplicate), await owned(kept)], [NONE, ALL])
      await assertMovedOnce(deps.db, kept.parcel_customer_id, 1)
    })

    it('is final from its first transaction on: what is made for the merged customer is the other’s, or moves', async () => {
      const { duplicate, kept } = await pair()
      const pending = (await quoteFor(duplicate)).json
      await assert.rejects(mergeWith(dyingAfter(deps, 1), { duplicate, kept }), OutcomeUnknown)
      const { status, merged_into_id } = await show(duplicate)
      assert.deepEqual([status, merged_into_id], ['inactive', kept.parcel_customer_id])
      const quoted = await quoteFor(duplicate)
      assert.deepEqual([quoted.status, quoted.json.sender.name], [201, 'Kept'])
      const announced = { customer_id: duplicate.address_suffix, courier_numbers: ['YT8812345678977'] }
      const inbound = await tenant.post('/v1/inbound_parcels', { inbound_parcel: announced })
      assert.equal(inbound.json.parcel_customer_id, kept.parcel_customer_id)
      const received = await staff.call('POST', '/ops/v1/receipts', { customer_id: duplicate.address_suffix, mode: 'test', weight: 1 })
      assert.equal(received.json.package.customer.parcel_customer_id, kept.parcel_customer_id, received.text)
      assert.equal((await chargeFor(duplicate)).json.parcel_customer_id, kept.parcel_customer_id)
      // A quote that has not moved yet can be booked; its package moves with the rest.
      assert.ok((await owned(duplicate)).quotes! > 0)
      const shipped = await createShipment(tenant, pending.parcel_quote_id)
      assert.equal(shipped.status, 200, shipped.text)
      waybill.time.advance(ABANDONED_MS)
      await finishMerges(deps)
      assert.deepEqual(await owned(duplicate), NONE)
      const [{ parcel_id }] = shipped.json.parcel_details.parcels
      assert.equal((await findPackage(tenant, parcel_id)).customer_identifier, kept.address_suffix)
    })

    // SQLite runs writing transactions one after the other.
    it('leaves no charge behind that is made for a package while the last slice moves it', {
      skip: engine.name === 'sqlite',
    }, async () => {
      const [kept, duplicate] = [await person('Kept'), await person('Double')]
      const { parcel_details } = await bookedQuote(tenant, importAir({ sender: undefined, address_suffix: duplicate.address_suffix }))
      const [{ parcel_id }] = parcel_details.parcels
      let charged: Promise<Answer> | undefined
      const charging = () => (charged ??= staff.call('POST', '/ops/v1/charges', { parcel_id, code: 'X1' }))
      await mergeWith(conflictBefore(deps, 'insert into customer_merges', charging), { duplicate, kept })
      const { status, json } = await charged!
      assert.deepEqual([status, json.parcel_customer_id], [201, kept.parcel_customer_id])
      assert.deepEqual(await owned(duplicate), NONE)
    })

    it('has the name that the kept customer was given in between', async () => {
      const { duplicate, kept } = await cutOff()
      await staff.call('PATCH', `/ops/v1/customers/${kept.parcel_customer_id}`, { first_name: 'Married' })
      waybill.time.advance(ABANDONED_MS)
      await finishMerges(deps)
      const sql = 'select distinct customer_name from packages where customer_id = $1'
      const names = (await deps.db.query<Json>(sql, [kept.parcel_customer_id])).map(({ customer_name }) => customer_name)
      assert.deepEqual([names, await owned(duplicate)], [['Married'], NONE])
    })

    it('is finished before another merge with either customer, and refused ones are refused at once', async () => {
      const { duplicate, kept } = await cutOff()
      const third = await person('Third')
      const before = await owned(duplicate)
      assertRejected(await merge(duplicate, third), 'INVALID_TRANSITION')
      assertRejected(await merge(third, duplicate), 'INVALID_TRANSITION')
      assert.deepEqual(await owned(duplicate), before)
      const merged = await merge(kept, third)
      assert.deepEqual([merged.status, merged.json.packages_moved], [201, MANY + 1], merged.text)
      assert.deepEqual([await owned(duplicate), await owned(kept), await owned(third)], [NONE, NONE, ALL])
      await assertMovedOnce(deps.db, third.parcel_customer_id, 2)
      const first = await mergeOf(duplicate)
      assertRejected(await undo(first.customer_merge_id), 'INVALID_TRANSITION')
      assert.equal((await undo(merged.json.customer_merge_id)).status, 200)
      assert.equal((await undo(first.customer_merge_id)).status, 200)
      assert.deepEqual([await owned(duplicate), await owned(kept), await owned(third)], [ALL, NONE, NONE])
    })

    it('undone in part is final too, is finished once, and before the next merge', async () => {
      const { duplicate, kept } = await pair()
      const { customer_merge_id: id } = (await merge(duplicate, kept)).json
      const author = await caller()
      await assert.rejects(undoMerge(dyingAfter(deps, SLICES_BEFORE_DEATH), author, id), OutcomeUnknown)
      const { status, merged_into_id, merges } = await show(duplicate)
      assert.deepEqual([status, merged_into_id], ['active', null])
      assert.ok(merges[0].undone_at)
      assertRejected(await undo(id), 'INVALID_TRANSITION')
      assert.ok((await owned(kept)).packages > 0)
      assert.equal((await quoteFor(duplicate)).json.sender.name, 'Double')
      const third = await person('Third')
      const merged = await merge(kept, third)
      assert.deepEqual([merged.json.quotes_moved, merged.json.packages_moved], [0, 0], merged.text)
      assert.deepEqual([await owned(duplicate), await owned(kept)], [{ ...ALL, quotes: ALL.quotes + 1 }, NONE])
      await assertMovedOnce(deps.db, duplicate.parcel_customer_id, 2)
    })

    it('undone beside a hasty worker says what it left, whoever finished it', async () => {
      const { duplicate, kept } = await pair()
      const merged = (await merge(duplicate, kept)).json
      const [gone] = await deps.db.query<{ id: string }>('select id from packages where customer_id = $1 order by id desc limit 1', [
        kept.parcel_customer_id,
      ])
      await deps.db.execute('update packages set customer_id = null where id = $1', [gone!.id])
      const undone = await besideHasty(undoMerge(deps, await caller(), merged.customer_merge_id))
      await deps.db.execute('update packages set customer_id = $2 where id = $1', [gone!.id, kept.parcel_customer_id])
      assert.deepEqual(undone.left, [gone!.id])
      assert.deepEqual(await owned(kept), { ...NONE, packages: 1 })
    })
  })
})
