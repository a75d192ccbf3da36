// Fields of a shipment can be corrected, or cleared with null. Its countries can change only while it is open. Each change is audited.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { attachAll, getShipment, moveShipment, newShipment, storedPackages } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { readDocument } from '../../support/document/operations.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Optional fields of a shipment that null can clear. The destination is left out, because it cannot change once it is set. */
const OPTIONAL = {
  conveyance: 'SA 912',
  master_document: '123-12345675',
  origin_country: 'CN',
  etd: '2026-11-16T13:00:00.000Z',
  eta: '2026-11-17T06:00:00.000Z',
}
const EMPTIED = Object.fromEntries(Object.keys(OPTIONAL).map((field) => [field, null]))

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'warehouse')
  })
  after(() => waybill.close())

  const patch = (shipment: Json, body: object) => staff.call('PATCH', `/ops/v1/shipments/${shipment.shipment_id}`, body)

  describe('correcting a shipment', () => {
    it('changes the given fields, and sets the destination only once', async () => {
      const shipment = await newShipment(staff)
      const changed = await patch(shipment, { conveyance: 'SA 914', master_document: '12312345675', destination_country: 'NG' })
      assert.partialDeepStrictEqual(changed.json, {
        conveyance: 'SA 914',
        master_document: '123-12345675',
        destination_country: 'NG',
        version: 2,
      })
      assertRejected(await patch(shipment, { destination_country: 'GH' }), 'DESTINATION_LOCKED')
      assertRejected(await patch(shipment, { master_document: 'CSQU3054383' }), 'VALIDATION_FAILED')
      assert.equal((await patch(shipment, { destination_country: 'Nigeria', carrier: 'Other' })).json.carrier, 'Other')
    })

    it('is possible after departure, audited and with an event per package, except for its countries', async () => {
      const tenant = await waybill.newTenant()
      const shipment = await newShipment(staff, OPTIONAL)
      const [parcel] = await storedPackages(tenant, 1)
      await attachAll(staff, shipment, [parcel!])
      const { version } = await moveShipment(staff, shipment, 'depart')
      const said = { carrier: 'Other', conveyance: 'SA 914', master_document: '123-12345686', eta: '2026-11-18T06:00:00.000Z' }
      assert.partialDeepStrictEqual((await patch(shipment, said)).json, { ...said, status: 'departed', version: version + 1 })
      const [newest] = (await staff.call('GET', `/ops/v1/audit?object_id=${shipment.shipment_id}`)).json
      assert.deepEqual(newest.changes.map(({ field }: Json) => field).sort(), ['carrier', 'conveyance', 'eta', 'master_document'])
      const events: Json[] = (await tenant.get(`/v1/events?object_id=${parcel!.parcel_id}`)).json
      assert.equal(events.filter(({ type }) => type === 'package.shipment_corrected').length, 1)
      for (const body of [{ origin_country: 'GB' }, { destination_country: 'GH' }, { origin_country: null, eta: null }])
        assertRejected(await patch(shipment, body), 'INVALID_TRANSITION')
      assertRejected(await patch(shipment, { eta: '2026-11-16T12:00:00Z' }), 'VALIDATION_FAILED')
      await moveShipment(staff, shipment, 'deliver')
      assert.equal((await patch(shipment, { conveyance: null })).json.conveyance, null)
    })

    it('is not possible once it is cancelled', async () => {
      const shipment = await newShipment(staff)
      await moveShipment(staff, shipment, 'cancel')
      assertRejected(await patch(shipment, { carrier: 'Other' }), 'INVALID_TRANSITION')
    })
  })

  describe('null', () => {
    for (const [field, value] of Object.entries(OPTIONAL))
      it(`clears ${field}, and nothing else`, async () => {
        const shipment = await newShipment(staff, { carrier: 'Sample Air', ...OPTIONAL })
        const { json } = await patch(shipment, { [field]: null })
        assert.partialDeepStrictEqual(json, { carrier: 'Sample Air', ...OPTIONAL, [field]: null, version: 2 })
        assert.deepEqual(await getShipment(staff, shipment), json)
        const [newest] = (await staff.call('GET', `/ops/v1/audit?object_id=${shipment.shipment_id}`)).json
        assert.deepEqual([newest.version, newest.changes], [2, [{ field, before: value, after: null }]])
      })

    it('clears several fields beside other changes, and a repeat changes nothing', async () => {
      const shipment = await newShipment(staff, OPTIONAL)
      assert.partialDeepStrictEqual((await patch(shipment, { ...EMPTIED, carrier: 'Other' })).json, { ...EMPTIED, carrier: 'Other' })
      assert.partialDeepStrictEqual((await patch(shipment, EMPTIED)).json, { ...EMPTIED, carrier: 'Other' })
      assert.partialDeepStrictEqual((await patch(shipment, OPTIONAL)).json, OPTIONAL)
    })

    it('does not clear the carrier once it is set', async () => {
      const shipment = await newShipment(staff, { carrier: 'Sample Air', ...OPTIONAL })
      const answer = await patch(shipment, { carrier: null, conveyance: null })
      assertRejected(answer, 'VALIDATION_FAILED')
      assert.deepEqual(answer.json.details, [{ field: 'carrier', message: 'must be text' }])
      assert.deepEqual(await getShipment(staff, shipment), shipment)
    })

    it('does not unlock a destination, and leaves an unset one as it is', async () => {
      const [set, unset] = [await newShipment(staff, { destination_country: 'NG' }), await newShipment(staff)]
      assertRejected(await patch(set, { destination_country: null }), 'DESTINATION_LOCKED')
      assert.equal((await patch(unset, { destination_country: null })).json.destination_country, null)
      assert.equal((await patch(unset, { destination_country: 'GH' })).json.destination_country, 'GH')
    })

    it('removes a date that contradicts the schedule', async () => {
      const shipment = await newShipment(staff, OPTIONAL)
      assertRejected(await patch(shipment, { etd: '2026-11-18T00:00:00Z' }), 'VALIDATION_FAILED')
      assert.equal((await patch(shipment, { etd: '2026-11-18T00:00:00Z', eta: null })).json.etd, '2026-11-18T00:00:00.000Z')
    })

    it('means absent when a shipment is created, and so does blank text', async () => {
      const made = await newShipment(staff, { ...EMPTIED, carrier: null, destination_country: null })
      assert.partialDeepStrictEqual(made, { ...EMPTIED, carrier: null })
      const shipment = await newShipment(staff, OPTIONAL)
      assert.partialDeepStrictEqual((await patch(shipment, { conveyance: ' ', etd: '' })).json, OPTIONAL)
    })

    it('is named as the alternative when something invalid was sent', async () => {
      const { json } = await patch(await newShipment(staff), { conveyance: 912 })
      assert.deepEqual(json.details, [{ field: 'conveyance', message: 'must be text, or null' }])
    })

    it('is documented for the fields that it clears, and for no others', async () => {
      const { paths } = await readDocument(waybill, '/ops/openapi.json')
      const { properties } = paths['/ops/v1/shipments/{id}'].patch.requestBody.content['application/json'].schema
      const nullable = Object.keys(properties).filter((field) => properties[field].type.includes('null'))
      assert.deepEqual(nullable.sort(), [...Object.keys(OPTIONAL), 'destination_country', 'voyage_id', 'bill_of_lading', 'to_site'].sort())
    })
  })

  it('leaves a complete audit trail', () => assertAuditTrailValid(waybill))
})
