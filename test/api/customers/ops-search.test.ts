// The search of the console finds people, parcels, quotes and shipments by any of their names and numbers.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Booking, Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { chinaSender, exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
  let waybill: Waybill
  let dock: Dock
  let tenant: Tenant
  let customer: Json
  let boxes: Booking
  let shipment: Json
  before(async () => {
    waybill = await startWaybill(engine)
    dock = await atDock(waybill)
    tenant = await waybill.newTenant()
    const lady = { first_name: 'Ọlábísí', last_name: 'Adéyẹmí', mobile: '+2348031234567', email: 'O.Adeyemi@example.com' }
    customer = await newCustomer(tenant, { ...pickup, ...lady }, live(tenant))
    const packages = [{ weight: 2 }, { weight: 3 }]
    boxes = await book(
      tenant,
      importAir({ packages, parcel_customer_token: customer.parcel_customer_id, client_reference: 'PO-7781' }),
      live(tenant),
    )
    shipment = await dock.done('/shipments', { transport_mode: 'air', carrier: 'Harmattan Air Cargo' })
  })
  after(() => waybill.close())

  const search = (q: string, more = ''): Promise<Json> => dock.get(`/search?q=${encodeURIComponent(q)}${more}`)
  const ids = (found: Json[], name: string): string[] => found.map((each) => each[name]).sort()

  for (const q of ['olabisi', 'OLABISI', 'Ọlábísí', 'Ọlábísí'.normalize('NFD'), 'adeyemi olabisi', 'bisi adey'])
    it(`finds the customer and her two boxes by "${q}"`, async () => {
      const found = await search(q)
      assert.deepEqual(ids(found.customers, 'parcel_customer_id'), [customer.parcel_customer_id])
      assert.deepEqual(ids(found.packages, 'parcel_id'), boxes.ids.toSorted())
    })

  it('finds a customer by ID, email and phone number in any notation', async () => {
    for (const q of [customer.address_suffix, customer.address_suffix.toLowerCase(), 'o.adeyemi@', '0803 123 4567', '+234 803 123 4567'])
      assert.deepEqual(ids((await search(q)).customers, 'parcel_customer_id'), [customer.parcel_customer_id], q)
  })

  it('finds a parcel by its number or part of it, a quote by its references, a shipment by its carrier', async () => {
    const [number] = boxes.numbers
    assert.deepEqual(ids((await search(number!)).packages, 'parcel_number'), [number])
    assert.ok(ids((await search(number!.slice(2, 9))).packages, 'parcel_number').includes(number!))
    for (const q of [boxes.quote.reference, 'PO-7781'])
      assert.deepEqual(ids((await search(q)).quotes, 'parcel_quote_id'), [boxes.quoteId], q)
    assert.deepEqual(ids((await search('harmattan')).shipments, 'shipment_id'), [shipment.shipment_id])
    assert.deepEqual(ids((await search(shipment.number)).shipments, 'shipment_id'), [shipment.shipment_id])
  })

  it('finds senders who are not customers, follows a renamed customer, and stays within its mode and business', async () => {
    const sender = { ...chinaSender, name: 'Ngọ́zi Èkó Exports' }
    const { ids: sent } = await book(tenant, exportAir({ sender: { ...exportAir().sender, name: sender.name } }), live(tenant))
    assert.deepEqual(ids((await search('eko ngozi')).packages, 'parcel_id'), sent)
    assert.deepEqual((await search('eko ngozi', '&mode=test')).packages, [])
    const other = await waybill.newTenant()
    assert.deepEqual((await search('olabisi', `&business=${other.business.id}`)).customers, [])
    const renamed = await dock.call('PATCH', `/ops/v1/customers/${customer.parcel_customer_id}`, { first_name: 'Ọmọlará' })
    assert.equal(renamed.status, 200, renamed.text)
    assert.deepEqual(ids((await search('omolara')).customers, 'parcel_customer_id'), [customer.parcel_customer_id])
    assert.deepEqual((await search('olabisi')).customers, [])
  })

  it('finds nothing for an empty query, and refuses invalid text', async () => {
    // `l0` finds nothing, because generated numbers contain neither the letter l nor the digit 0.
    for (const q of ['l0', 'xyzzy plugh', '%', '_a_', '"', 'a" OR "b']) assert.deepEqual(Object.values(await search(q)).flat(), [], q)
    assert.equal((await dock.call('GET', '/ops/v1/search')).status, 422)
  })
})
