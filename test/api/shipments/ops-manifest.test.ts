// The manifest of a shipment over HTTP: its packages and their businesses, as a spreadsheet file and as a page to print.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readCsv } from '../../../src/domain/values/csv-text.ts'
import { startsFormula } from '../../../src/domain/values/spreadsheet.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { atDock, live } from '../../support/calls/receiving-calls.ts'
import { attachAll, newShipment, storedPackages } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'support')
  })
  after(() => waybill.close())

  describe('a manifest', () => {
    it('lists the packages of every business with the data of their bookings, and contains no formula', async () => {
      const [acme, beta] = [await waybill.newTenant({ name: 'Acme Imports' }), await waybill.newTenant({ name: '=Beta()' })]
      const customer = await newCustomer(acme, { address_suffix: 'ACM7' })
      const element = { container_size: 'LCL', quantity: 2, volume: 1.5, weight: 30.25 }
      const [first] = await storedPackages(acme, 1, {
        ...importOcean({ packages: [{ ...element, commodity: '-Tiles' }] }),
        parcel_customer_token: customer.parcel_customer_id,
      })
      const [second] = await storedPackages(beta, 1, importOcean({ packages: [{ ...element, commodity: 'Lamps, brass' }] }))
      const dock = await signedIn(waybill, 'warehouse')
      const shipment = await newShipment(dock, { transport_mode: 'ocean', conveyance: 'MV Sample', master_document: 'CSQU3054383' })
      await attachAll(dock, shipment, [first, second])

      const { status, text, headers } = await staff.call('GET', `/ops/v1/shipments/${shipment.number}/manifest.csv`)
      assert.equal(status, 200, text)
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
      assert.equal(headers.get('content-disposition'), `attachment; filename="manifest-${shipment.number}.csv"`)
      const { rows, faults } = readCsv(text)
      assert.deepEqual(faults, [])
      assert.deepEqual(rows.flat().filter(startsFormula), [])
      const table = rows.slice(rows.findIndex(([cell]) => cell === 'Parcel number') + 1)
      assert.deepEqual(table, [
        [second.parcel_number, '', "'=Beta()", 'Acme Imports', 'Lagos', '2', '30.25', '1.500', 'Lamps, brass'],
        [first.parcel_number, customer.address_suffix, 'Acme Imports', 'Acme Imports', 'Lagos', '2', '30.25', '1.500', "'-Tiles"],
        ['Total: 2', '', '', '', '', '4', '60.5', '3.000', ''],
      ])
      assert.ok(rows.some(([name, value]) => name === 'Container' && value === 'CSQU3054383'))
      assert.ok(rows.some(([name, value]) => name === 'To' && value === 'Nigeria (NG)'))
    })

    it('names the goods of a parcel that was announced', async () => {
      const tenant = await waybill.newTenant()
      const customer = await newCustomer(tenant, {}, live(tenant))
      const announced = {
        customer_id: customer.parcel_customer_id,
        courier_numbers: ['YT8800000000001'],
        transport_mode: 'air',
        items: [{ description: 'Toy cars' }, { description: 'Lamps' }],
      }
      assert.equal((await tenant.post('/v1/inbound_parcels', { inbound_parcel: announced }, live(tenant))).status, 201)
      const dock = await atDock(waybill)
      const { package: parcel } = await dock.done('/receipts', { code: 'YT8800000000001', weight: 3, destination_country: 'NG' })
      const warehouse = await signedIn(waybill, 'warehouse')
      const shipment = await newShipment(warehouse, { mode: 'live' })
      await attachAll(warehouse, shipment, [parcel])
      const { text } = await staff.call('GET', `/ops/v1/shipments/${shipment.number}/manifest.csv`)
      const row = readCsv(text).rows.find(([cell]) => cell === parcel.parcel_number)
      assert.equal(row?.[8], 'Toy cars, Lamps')
    })

    it('is available as PDF, named by its number', async () => {
      const shipment = await newShipment(await signedIn(waybill, 'warehouse'))
      const { status, text, headers } = await staff.call('GET', `/ops/v1/shipments/${shipment.shipment_id}/manifest.pdf`)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/pdf')
      assert.equal(headers.get('content-disposition'), `inline; filename="manifest-${shipment.number}.pdf"`)
      assert.ok(text.startsWith('%PDF-'))
    })

    it('is 404 for an unknown shipment', async () => {
      for (const suffix of ['csv', 'pdf']) assert.equal((await staff.call('GET', `/ops/v1/shipments/S2/manifest.${suffix}`)).status, 404)
    })
  })
})
