// The API accepts the items of an announcement exactly as it returned them to the client.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PATH = '/v1/inbound_parcels'

let waybill: Waybill
let tenant: Tenant
let customer: Json
before(async () => {
  waybill = await startWaybill(sqlite)
  tenant = await waybill.newTenant()
  customer = await newCustomer(tenant)
})
after(() => waybill.close())

const announce = (items: object[]) =>
  tenant.post(PATH, { inbound_parcel: { customer_id: customer.address_suffix, courier_numbers: ['YT8810000001'], items, note: 'Fragile' } })

it('an announcement is written back as it was read', async () => {
  const {
    status,
    json: inbound,
    text,
  } = await announce([
    { description: 'Phones', quantity: 3, unit_value: '1200.50', currency: 'CNY', hs_code: null, has_battery: null },
    { description: 'Vase', unit_value: '0.1', currency: 'USD' },
  ])
  assert.equal(status, 201, text)
  assert.deepEqual(
    inbound.items.map(({ unit_value }: Json) => unit_value),
    ['1200.50', '0.10'],
  )
  const { courier, courier_numbers, items, transport_mode, note, client_reference, metadata } = inbound
  const changes = { courier, courier_numbers, items, transport_mode, note, client_reference, metadata }
  const changed = await waybill.call('PATCH', `${PATH}/${inbound.inbound_parcel_id}`, { inbound_parcel: changes }, { key: tenant.testKey })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(changed.json, { ...inbound, updated_at: changed.json.updated_at })
})

it('a value that is no decimal is refused', async () => {
  const { json } = await announce([{ description: 'Vase', unit_value: '12,50', currency: 'USD' }])
  assert.ok(json.errors.includes('inbound_parcel.items[0].unit_value must be a number, such as 12.50'), json.errors)
})
