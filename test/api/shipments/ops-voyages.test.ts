// The schedule: staff enter or paste flights and sailings. Their shipments copy the times and later changes. Each flight or sailing shows how full it is.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { attachAll, getShipment, moveShipment, newShipment, storedPackages, tryShipment } from '../../support/calls/shipment-calls.ts'
import type { OpsCaller } from '../../support/calls/staff-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NOW = Date.UTC(2027, 2, 1, 9)
const HOUR_MS = 60 * 60 * 1000
const iso = (hours: number): string => new Date(NOW + hours * HOUR_MS).toISOString()

forOneEngine((engine) => {
  describe('the schedule', () => {
    let waybill: Waybill
    let staff: OpsCaller
    let tenant: Tenant
    let flights = 100
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(NOW)
      staff = await opsCaller(waybill, 'warehouse')
      tenant = await waybill.newTenant()
    })
    after(async () => {
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    const flight = (more: object = {}) => ({
      transport_mode: 'air',
      carrier: 'Sample Air',
      number: `SA ${++flights}`,
      origin: 'CAN',
      destination: 'LOS',
      departs_at: iso(48),
      arrives_at: iso(62),
      ...more,
    })
    const added = (more?: object): Promise<Json> => staff.done('/voyages', flight(more))
    const changed = (voyage: Json, body: object) => staff.call('PATCH', `/ops/v1/voyages/${voyage.voyage_id}`, body)
    const on = (voyage: Json, more: object = {}): Promise<Json> => newShipment(staff, { voyage_id: voyage.voyage_id, ...more })
    const eventsOf = async ({ parcel_id }: Json): Promise<string[]> =>
      (await tenant.get(`/v1/events?object_id=${parcel_id}`)).json.map(({ type }: Json) => type)
    const fillNow = async (voyage: Json): Promise<Json> => (await staff.get(`/voyages/${voyage.voyage_id}?mode=test`)).fill

    it('gives a shipment its carrier, number and times; what the request says itself comes first', async () => {
      const voyage = await added({ cut_off_at: iso(24) })
      const shipment = await on(voyage)
      assert.partialDeepStrictEqual(shipment, {
        voyage_id: voyage.voyage_id,
        carrier: 'Sample Air',
        conveyance: voyage.number,
        etd: iso(48),
        eta: iso(62),
        cut_off_at: iso(24),
      })
      assert.equal((await on(voyage, { carrier: 'Partner Air' })).carrier, 'Partner Air')
      const later = await newShipment(staff)
      const picked = await staff.call('PATCH', `/ops/v1/shipments/${later.shipment_id}`, { voyage_id: voyage.voyage_id })
      assert.equal(picked.json.etd, iso(48))
      const left = await staff.call('PATCH', `/ops/v1/shipments/${later.shipment_id}`, { voyage_id: null })
      assert.partialDeepStrictEqual(left.json, { voyage_id: null, etd: iso(48), fill: null })
    })

    it('refuses a voyage of the other mode, an unknown and a cancelled one', async () => {
      const air = await added()
      const body = (voyage_id: string, transport_mode = 'air') => ({ mode: 'test', transport_mode, voyage_id })
      assertRejected(await staff.post('/shipments', body(air.voyage_id, 'ocean')), 'VALIDATION_FAILED')
      assertRejected(await staff.post('/shipments', body('voy_1')), 'VALIDATION_FAILED')
      await staff.done(`/voyages/${air.voyage_id}/cancel`)
      assertRejected(await staff.post('/shipments', body(air.voyage_id)), 'VALIDATION_FAILED')
      assertRejected(await changed(air, { number: 'SA 1' }), 'INVALID_TRANSITION')
    })

    it('is not cancelled while a shipment that has not arrived is on it', async () => {
      const voyage = await added()
      const shipment = await on(voyage)
      const answer = await staff.post(`/voyages/${voyage.voyage_id}/cancel`)
      assertRejected(answer, 'INVALID_TRANSITION')
      assert.match(answer.json.errors[0], new RegExp(shipment.number))
      await moveShipment(staff, shipment, 'cancel')
      assert.equal((await staff.done(`/voyages/${voyage.voyage_id}/cancel`)).cancelled_at, new Date(NOW).toISOString())
      const listed = async (query: string) => (await staff.get(`/voyages?q=${voyage.number}${query}`)).length
      assert.deepEqual([await listed(''), await listed('&cancelled=true')], [0, 1])
    })

    const refused: [string, object, RegExp][] = [
      ['arrives before it departs', { arrives_at: iso(1) }, /arrives_at must not be before/],
      ['has its cut-off after the departure', { cut_off_at: iso(49) }, /cut_off_at must not be after/],
      ['has no name of its carrier', { carrier: ' ' }, /carrier is required/],
      ['has a time without its offset', { departs_at: '2027-03-03 09:00' }, /departs_at must be an ISO 8601 time/],
      ['has no room at all', { capacity_weight: 0 }, /capacity_weight/],
    ]
    for (const [what, more, message] of refused) {
      it(`refuses a flight that ${what}`, async () => {
        const answer = await staff.post('/voyages', flight(more))
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.match(answer.json.errors.join(' '), message)
      })
    }

    it('has a number once a day, however it is spelled', async () => {
      const { number } = await added()
      assertRejected(await staff.post('/voyages', flight({ number: number.replace(' ', '') })), 'VALIDATION_FAILED')
      assert.equal((await staff.post('/voyages', flight({ number, departs_at: iso(72), arrives_at: iso(90) }))).status, 201)
    })

    it('changes open shipments and those under way, whose businesses are told; a correction on the shipment stays', async () => {
      const voyage = await added()
      const [open, gone, own] = [await on(voyage), await on(voyage), await on(voyage, { eta: iso(70) })]
      const [parcel, waiting] = await storedPackages(tenant, 2)
      await attachAll(staff, gone, [parcel!])
      await attachAll(staff, open, [waiting!])
      await moveShipment(staff, gone, 'depart')
      const answer = await changed(voyage, { number: 'SA 9999', departs_at: iso(50), arrives_at: iso(65) })
      assert.equal(answer.json.shipments.length, 3)
      for (const shipment of [open, gone])
        assert.partialDeepStrictEqual(await getShipment(staff, shipment), { conveyance: 'SA 9999', etd: iso(50), eta: iso(65) })
      assert.partialDeepStrictEqual(await getShipment(staff, own), { conveyance: 'SA 9999', etd: iso(50), eta: iso(70) })
      assert.equal((await eventsOf(parcel!))[0], 'package.shipment_corrected')
      assert.notEqual((await eventsOf(waiting!))[0], 'package.shipment_corrected')
      const page = await waybill.call('GET', `/track/${parcel!.parcel_number}`)
      assert.match(page.text, /Expected 4 Mar 2027, 03:00/, 'the customer sees the new arrival')
    })

    it('leaves a shipment that has arrived as it was', async () => {
      const voyage = await added()
      const shipment = await on(voyage)
      await attachAll(staff, shipment, await storedPackages(tenant, 1))
      await moveShipment(staff, shipment, 'depart')
      await moveShipment(staff, shipment, 'arrive')
      assert.deepEqual((await changed(voyage, { arrives_at: iso(90) })).json.shipments, [])
      assert.equal((await getShipment(staff, shipment)).eta, iso(62))
    })

    it('sums all shipments of a mode to a fill, and warns over the capacity without refusing', async () => {
      const voyage = await added({ capacity_weight: 10, capacity_volume: 1 })
      const [first, second] = [await on(voyage), await on(voyage)]
      const parcels = await storedPackages(tenant, 5)
      const answer = await attachAll(staff, first, parcels.slice(0, 2))
      assert.equal('warnings' in answer.outcomes[0], false)
      assert.partialDeepStrictEqual(answer.shipment.fill, { weight: 5, weight_percent: 50, over_capacity: false, shipments: 2 })
      const over = await attachAll(staff, second, parcels.slice(2))
      assert.deepEqual(
        over.outcomes.map(({ outcome, warnings }: Json) => [outcome, warnings.map(({ code }: Json) => code)]),
        Array(3).fill(['attached', ['over_capacity']]),
      )
      assert.match(over.outcomes[0].warnings[0].message, /12\.5 of 10 kg/)
      assert.partialDeepStrictEqual(await fillNow(voyage), { weight: 12.5, weight_percent: 125, over_capacity: true })
      assert.equal((await staff.get(`/voyages/${voyage.voyage_id}`)).fill.weight, 0, 'the other mode')
      await moveShipment(staff, second, 'detach', { code: parcels[4]!.parcel_number })
      assert.equal((await fillNow(voyage)).over_capacity, false)
    })

    it('two scanners at once lose nothing, and the later one is warned', async () => {
      const voyage = await added({ capacity_weight: 7.5 })
      const shipments = [await on(voyage), await on(voyage)]
      const parcels = await storedPackages(tenant, 4)
      const answers = await Promise.all(
        parcels.map(({ parcel_number: code }, index) => tryShipment(staff, shipments[index % 2]!, 'attach', { codes: [code] })),
      )
      assert.deepEqual(
        answers.map(({ json }) => json.outcomes[0].outcome),
        Array(4).fill('attached'),
      )
      assert.ok(answers.some(({ json }) => json.outcomes[0].warnings?.[0].code === 'over_capacity'))
      assert.partialDeepStrictEqual(await fillNow(voyage), { weight: 10, over_capacity: true })
    })

    it('warns when the cut-off has passed, also of what is rolled over', async () => {
      const voyage = await added({ cut_off_at: iso(-1) })
      const [late, early] = await storedPackages(tenant, 2)
      const [{ warnings }] = (await attachAll(staff, await on(voyage), [late!])).outcomes
      assert.deepEqual(
        warnings.map(({ code }: Json) => code),
        ['past_cut_off'],
      )
      const gone = await newShipment(staff)
      await attachAll(staff, gone, [early!])
      await moveShipment(staff, gone, 'depart')
      const to = await on(voyage)
      const rolled = await moveShipment(staff, gone, 'offload', { package_id: early!.parcel_id, reason: 'No room', to: to.number })
      assert.equal(rolled.warnings[0].code, 'past_cut_off')
    })

    const HEADER = 'By,Airline,Flight,From,To,Departure,Cut-off,Arrival,kg,cbm'
    const pasted = (rows: readonly string[], more: object = {}) =>
      staff.post('/voyages/import', { text: [HEADER, ...rows].join('\n'), ...more })

    it('is pasted: new rows are added, known ones changed with their shipments', async () => {
      const row = 'air,Paste Air,PA 1,CAN,LOS,2027-03-10 21:00,2027-03-10 12:00,2027-03-11 06:00,1500,9.5'
      const { rows } = (await pasted([row, '', 'sea,Paste Line,Sample Star 041W,Nansha,Apapa,2027-03-12 10:00,,2027-04-11 08:00,,'])).json
      assert.deepEqual(
        rows.map((each: Json) => [each.row, each.outcome, each.transport_mode]),
        [
          [2, 'new', 'air'],
          [4, 'new', 'ocean'],
        ],
      )
      const [voyage] = await staff.get('/voyages?q=paste air&mode=test')
      // Pasted times are in the time zone of the operator: Lagos, an hour ahead of UTC.
      assert.partialDeepStrictEqual(voyage, { departs_at: '2027-03-10T20:00:00.000Z', capacity_weight: 1500, capacity_volume: 9.5 })
      const shipment = await on(voyage)
      const again = await pasted([row.replace('21:00', '23:30')])
      assert.equal(again.json.rows[0].outcome, 'changed')
      assert.equal((await getShipment(staff, shipment)).etd, '2027-03-10T22:30:00.000Z')
      assert.equal((await pasted([row.replace('21:00', '23:30')])).json.rows[0].outcome, 'same')
      assert.equal((await staff.get('/voyages?q=paste air')).length, 1)
    })

    it('is pasted with tabs, and with times that have an offset', async () => {
      const row = 'air,Tab Air,TA 1,CAN,LOS,2027-03-10T21:00:00+08:00,,2027-03-11T06:00:00Z,,'
      const text = [HEADER, row].join('\r\n').replaceAll(',', '\t')
      const { rows } = await staff.done('/voyages/import', { text })
      assert.equal(rows[0].departs_at, '2027-03-10T13:00:00.000Z')
    })

    it('marks every mistake of a list by row and column, and takes none of it', async () => {
      const rows = [
        'air,Wrong Air,WA 1,CAN,LOS,2027-03-10 21:00,,2027-03-11 06:00,1500,',
        'rail,Wrong Air,WA 2,CAN,LOS,10.3.2027,,2027-03-11 06:00,1 500 kg,',
        'air,Wrong Air,WA1,CAN,LOS,2027-03-10 22:00,,2027-03-11 06:00,,',
        'air,,WA 3,CAN,LOS,2027-03-10 21:00,2027-03-10 22:00,2027-03-09 06:00,,',
      ]
      const { mistakes } = (await pasted(rows, { dry_run: true })).json
      assert.deepEqual(
        mistakes.map(({ row, column }: Json) => `${row} ${column}`),
        ['3 transport_mode', '3 departs_at', '3 capacity_weight', '4 number', '5 carrier', '5 arrives_at', '5 cut_off_at'],
      )
      const answer = await pasted(rows)
      assertRejected(answer, 'VALIDATION_FAILED')
      assert.equal(answer.json.details.length, mistakes.length)
      assert.deepEqual(await staff.get('/voyages?q=wrong air'), [])
    })

    const unusable: [string, string, RegExp][] = [
      ['has no header', 'air,SA,1', /has no column transport_mode/],
      ['has no rows', HEADER, /has no rows/],
      ['names a column twice', `${HEADER},Flight\n`, /has the column number twice/],
    ]
    for (const [what, text, message] of unusable) {
      it(`refuses a list that ${what}`, async () => {
        const answer = await staff.post('/voyages/import', { text, dry_run: true })
        assert.match(answer.json.mistakes[0].message, message)
        assertRejected(await staff.post('/voyages/import', { text }), 'VALIDATION_FAILED')
      })
    }

    it('is read by everyone, and changed by the warehouse only', async () => {
      const support = await opsCaller(waybill, 'support')
      assert.ok((await support.get('/voyages')).length > 0)
      assert.equal((await support.post('/voyages', flight())).status, 403)
      assert.equal((await support.post('/voyages/import', { text: HEADER })).status, 403)
    })
  })
}, postgres)
