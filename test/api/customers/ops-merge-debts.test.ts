// Merging customers moves announced parcels and uninvoiced charges to the customer that is kept. An undo moves them back.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { atDock } from '../../support/calls/receiving-calls.ts'
import type { Client } from '../../support/calls/repack-calls.ts'
import { readAs, receiveFor, repackInto } from '../../support/calls/repack-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('a merge of customers who owe', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('moves announcements, packages and charges that wait, and gives them back', async () => {
      const [desk, dock, tenant] = [await atDesk(waybill), await atDock(waybill), await waybill.newTenant()]
      await desk.done(`/businesses/${tenant.business.id}/terms`, { bill_to: 'customer' })
      const [kept, duplicate] = [await newCustomer(tenant), await newCustomer(tenant)]
      const [own, other] = [
        { tenant, suffix: kept.address_suffix },
        { tenant, suffix: duplicate.address_suffix },
      ]
      const announced = { customer_id: duplicate.address_suffix, courier_numbers: ['YT8812345678931'] }
      const { json: inbound } = await tenant.post('/v1/inbound_parcels', { inbound_parcel: announced })
      const parcels = [await receiveFor(dock, own, { weight: 2 }), await receiveFor(dock, other, { weight: 3 })]
      const owes = async ({ parcel_customer_id: payer }: Json): Promise<number> => {
        const rows = await waybill.deps.db.query<{ kobo: number | null }>(
          `select cast(sum(case when debit = 'receivable' then amount_kobo else -amount_kobo end) as bigint) as kobo
           from ledger_entries where payer_id = $1 and (debit = 'receivable' or credit = 'receivable')`,
          [payer],
        )
        return rows[0]!.kobo ?? 0
      }
      const announcedFor = async (): Promise<string> =>
        (await readAs(own, `/inbound_parcels/${inbound.inbound_parcel_id}`)).parcel_customer_id
      const [keptOwed, moved] = [await owes(kept), await owes(duplicate)]
      assert.ok(moved > 0)
      const path = `/customers/${duplicate.parcel_customer_id}/merge`
      const { customer_merge_id: id } = await desk.done(path, { into_id: kept.parcel_customer_id })
      assert.equal(await announcedFor(), kept.parcel_customer_id)
      assert.deepEqual([await owes(kept), await owes(duplicate)], [keptOwed + moved, 0])
      const { repack } = await repackInto(dock, parcels, { weight: 5 })
      await dock.done(`/repacks/${repack.repack_id}/undo`)
      await desk.done(`/customer_merges/${id}/undo`)
      assert.equal(await announcedFor(), duplicate.parcel_customer_id)
      assert.deepEqual([await owes(kept), await owes(duplicate)], [keptOwed, moved], 'also what was priced again since')
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      const arrival = await dock.done('/receipts', { code: 'YT8812345678931', mode: 'test', weight: 1 })
      assert.equal(arrival.package.customer.parcel_customer_id, duplicate.parcel_customer_id)
    })

    it('moves charges off the drafts of the duplicate, and an undo gives them back', async () => {
      const [desk, dock, tenant] = [await atDesk(waybill), await atDock(waybill), await waybill.newTenant()]
      await desk.done(`/businesses/${tenant.business.id}/terms`, { bill_to: 'customer' })
      const [kept, duplicate] = [await newCustomer(tenant), await newCustomer(tenant)]
      await receiveFor(dock, { tenant, suffix: duplicate.address_suffix }, { weight: 3 })
      const draftFor = async ({ parcel_customer_id: customer_id }: Json): Promise<Json> =>
        (await desk.done('/invoices', { mode: 'test', business: tenant.business.id, customer_id })).invoice
      const isEmpty = async ({ invoice_id: id }: Json): Promise<boolean> => {
        const { status, json } = await desk.post(`/invoices/${id}/issue`)
        return status === 422 && /no charges/.test(json.errors[0]) && (await desk.get(`/invoices/${id}`)).invoice.total === '0.00'
      }
      const first = await draftFor(duplicate)
      const { customer_merge_id: id } = await desk.done(`/customers/${duplicate.parcel_customer_id}/merge`, {
        into_id: kept.parcel_customer_id,
      })
      assert.ok(await isEmpty(first), 'whoever was merged owes nothing new')
      const second = await draftFor(kept)
      assert.equal(second.total, first.total)
      await desk.done(`/invoices/${second.invoice_id}/discard`)
      await desk.done(`/customer_merges/${id}/undo`)
      assert.equal((await draftFor(duplicate)).total, first.total)
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
    })

    it('leaves invoiced charges; if they are credited and charged again, the kept customer owes them', async () => {
      const [desk, dock, tenant] = [await atDesk(waybill), await atDock(waybill), await waybill.newTenant()]
      const business = tenant.business.id
      await desk.done(`/businesses/${business}/terms`, { bill_to: 'customer' })
      const [kept, duplicate] = [await newCustomer(tenant), await newCustomer(tenant)]
      await receiveFor(dock, { tenant, suffix: duplicate.address_suffix }, { weight: 3 })
      const { invoice } = await desk.done('/invoices', { mode: 'test', business, customer_id: duplicate.parcel_customer_id })
      await desk.done(`/invoices/${invoice.invoice_id}/issue`)
      await desk.done(`/customers/${duplicate.parcel_customer_id}/merge`, { into_id: kept.parcel_customer_id })
      await desk.done(`/invoices/${invoice.invoice_id}/credit`, { reason: 'Made out to the wrong name', charge_again: true })
      const next = await desk.done('/invoices', { mode: 'test', business, customer_id: kept.parcel_customer_id })
      assert.equal(next.invoice.total, invoice.total)
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
    })

    it('is undone with later charges and prices of the moved packages, except charges on an invoice', async () => {
      const [desk, dock, tenant] = [await atDesk(waybill), await atDock(waybill), await waybill.newTenant()]
      await desk.done('/price_list', { code: 'X1', name: 'Extra', kind: 'other', amount: '100' })
      await desk.done(`/businesses/${tenant.business.id}/terms`, { bill_to: 'customer' })
      const [kept, duplicate] = [await newCustomer(tenant), await newCustomer(tenant)]
      const [own, other] = [kept, duplicate].map(({ address_suffix: suffix }) => ({ tenant, suffix }))
      const [ownGoods, goods] = [await receiveFor(dock, own!, { weight: 2 }), await receiveFor(dock, other!, { weight: 3 })]
      const unpriced = await receiveFor(dock, other!, { weight: 3, transport_mode: undefined })
      const merge = { into_id: kept.parcel_customer_id }
      const { customer_merge_id: id } = await desk.done(`/customers/${duplicate.parcel_customer_id}/merge`, merge)
      await dock.done(`/packages/${unpriced.parcel_id}/price`, { transport_mode: 'air' })
      const charge = ({ parcel_id }: Json): Promise<Json> => desk.done('/charges', { parcel_id, code: 'X1' })
      const business = tenant.business.id
      await charge(goods)
      await desk.done('/invoices', { mode: 'test', business, customer_id: kept.parcel_customer_id, parcel_id: goods.parcel_id })
      const later = [goods, unpriced, ownGoods]
      for (const parcel of later) await charge(parcel)
      await desk.done(`/customer_merges/${id}/undo`)
      const rows = await waybill.deps.db.query<Json>(
        'select package_id, kind, invoice_id, customer_id, payer_id from charges where business_id = $1 and reversed_at is null',
        [business],
      )
      for (const { package_id, kind, invoice_id, customer_id, payer_id } of rows) {
        const { parcel_customer_id: expected } = package_id === ownGoods.parcel_id || invoice_id !== null ? kept : duplicate
        assert.deepEqual([customer_id, payer_id], [expected, expected], `${kind} of ${package_id}`)
      }
      assert.equal(rows.length, 3 + 1 + later.length)
      const [quote] = await waybill.deps.db.query<Json>(
        'select quotes.customer_id from quotes join packages on packages.quote_id = quotes.id where packages.id = $1',
        [unpriced.parcel_id],
      )
      assert.equal(quote.customer_id, duplicate.parcel_customer_id)
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
    })

    it('is undone with packages that were repacked since; a package with goods of both customers stays, and is named', async () => {
      const [desk, dock, tenant] = [await atDesk(waybill), await atDock(waybill), await waybill.newTenant()]
      const [kept, duplicate] = [await newCustomer(tenant), await newCustomer(tenant)]
      const [own, other] = [kept, duplicate].map(({ address_suffix: suffix }) => ({ tenant, suffix }))
      const receive = (client: Client, count: number) =>
        Promise.all(Array.from({ length: count }, () => receiveFor(dock, client, { weight: 2 })))
      const [ownGoods, others] = [await receive(own!, 1), await receive(other!, 3)]
      const { customer_merge_id: id } = await desk.done(`/customers/${duplicate.parcel_customer_id}/merge`, {
        into_id: kept.parcel_customer_id,
      })
      const [one] = (await repackInto(dock, others.slice(0, 2), { weight: 4, confirm: true })).packages
      const { packages: halves } = await dock.done(`/packages/${one.parcel_id}/split`, {
        parts: [{ weight: 1 }, { weight: 3 }],
        confirm: true,
      })
      const [mixed] = (await repackInto(dock, [...ownGoods, others[2]!], { weight: 4, confirm: true })).packages
      const { left_ids } = await desk.done(`/customer_merges/${id}/undo`)
      assert.deepEqual(left_ids, [mixed.parcel_id])
      const ownerOf = async ({ parcel_id }: Json): Promise<string> => (await readAs(own!, `/packages/${parcel_id}`)).customer_identifier
      assert.deepEqual(await Promise.all([...others, one, ...halves, mixed, ...ownGoods].map(ownerOf)), [
        ...Array(6).fill(duplicate.address_suffix),
        kept.address_suffix,
        kept.address_suffix,
      ])
    })
  })
}, postgres)
