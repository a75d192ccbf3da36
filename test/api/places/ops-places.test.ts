// Places are created, renamed and closed. Packages are put in places, found there, and leave their place when their shipment departs.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { bookPackage, cancelPackage, findPackage, play } from '../../support/calls/package-calls.ts'
import { getPlace, newPlace, newPlaces, placeOf, put } from '../../support/calls/place-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { fieldsOf } from '../../support/calls/receiving-calls.ts'
import { attachAll, moveShipment, newShipment, storedPackages } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ROUNDS = 3
const MANY_PLACES = process.env.SOAK ? 10_000 : 250

forOneEngine((engine) => {
  let waybill: Waybill
  let staff: StaffMember
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    staff = await signedIn(waybill, 'warehouse')
    tenant = await waybill.newTenant()
  })
  after(async () => {
    await assertAuditTrailValid(waybill)
    await waybill.close()
  })

  const create = (body: object): Promise<Answer> => staff.call('POST', '/ops/v1/places', { mode: 'test', ...body })
  const list = async (query: string): Promise<Json[]> => (await staff.call('GET', `/ops/v1/${query}`)).json
  const change = (place: Json, body: object): Promise<Answer> => staff.call('PATCH', `/ops/v1/places/${place.place_id}`, body)

  describe('places', () => {
    it('are created singly or as a range, and listed by code with their packages', async () => {
      await newPlace(staff, 'm-02')
      const again = (await create({ from: 'M-01', to: 'M-03' })).json
      assert.deepEqual([again.created, again.existing], [2, 1])
      assert.deepEqual(
        again.places.map(({ code }: Json) => code),
        ['M-01', 'M-03'],
      )
      const listed = await list('places?mode=test&q=m-0')
      assert.deepEqual(
        listed.map(({ code, packages, pieces }) => [code, packages, pieces]),
        [
          ['M-01', 0, 0],
          ['M-02', 0, 0],
          ['M-03', 0, 0],
        ],
      )
      assert.deepEqual(await list('places?q=m-0'), [], 'live places are others')
      assert.deepEqual((await staff.call('GET', '/ops/v1/places/totals?mode=test&q=m-0')).json, { count: 3 })
    })

    it('are refused with a reason if the code is invalid or in use', async () => {
      const place = await newPlace(staff, 'N-01')
      for (const code of ['N-01', 'A;B', '"N-01"', 'N-01\n', '', '=1+1', 'x'.repeat(200)]) {
        const answer = await create({ code })
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.deepEqual(fieldsOf(answer), ['code'])
      }
      for (const body of [{}, { from: 'N-01' }, { code: 'N-02', from: 'N-01', to: 'N-02' }])
        assertRejected(await create(body), 'VALIDATION_FAILED')
      const other = await newPlace(staff, 'N-02')
      assertRejected(await change(other, { code: 'n-01' }), 'VALIDATION_FAILED')
      assert.equal((await change(place, { code: 'N-01' })).status, 200, 'its own code is no conflict')
      assert.equal((await staff.call('GET', '/ops/v1/places/plc_01kqn2x4t8e6nvd0t2d5c1yq7w')).json.code, 'NOT_FOUND')
    })

    it('with the same code created at the same moment are one', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await Promise.all([1, 2, 3, 4].map(() => create({ code: `R-${round}` })))
        assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422])
      }
    })

    it('keep their packages when they are renamed, and close only when they are empty', async () => {
      const place = await newPlace(staff, 'O-01')
      const [parcel] = await storedPackages(tenant, 1)
      await put(staff, place, [parcel])
      assert.equal((await change(place, { code: 'O-09' })).json.packages, 1)
      assert.equal(await placeOf(staff, parcel), 'O-09')
      const refused = await change(place, { closed: true })
      assertRejected(refused, 'INVALID_TRANSITION')
      assert.match(refused.json.errors[0], /has a package in it/)
      await staff.call('POST', `/ops/v1/packages/${parcel.parcel_id}/place`, { place: null })
      assert.notEqual((await change(place, { closed: true })).json.closed_at, null)
      const late = await staff.call('POST', `/ops/v1/places/${place.place_id}/put`, { code: parcel.parcel_number })
      assertRejected(late, 'INVALID_TRANSITION')
      assert.match(late.json.errors[0], /O-09 is closed/)
      assert.deepEqual(await list('places?mode=test&q=O-09&closed=false'), [])
      assert.equal((await change(place, { closed: false })).json.closed_at, null)
      assert.equal((await put(staff, place, [parcel]))[0].outcome, 'placed')
    })

    it(`are all in the list, even ${MANY_PLACES} of them`, async () => {
      for (let zone = 0; zone < MANY_PLACES / 250; zone++) await newPlaces(staff, { from: `Z${zone}-01-01`, to: `Z${zone}-05-50` })
      const seen: string[] = []
      let path: string | undefined = `/ops/v1/places?mode=test&q=Z&per_page=100`
      while (path !== undefined) {
        const answer: Answer = await staff.call('GET', path)
        seen.push(...answer.json.map(({ code }: Json) => code))
        const next: string | undefined = /<[^>]*(\/ops\/v1[^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
        path = next
      }
      assert.equal(seen.length, MANY_PLACES)
      assert.equal(new Set(seen).size, MANY_PLACES)
      const third = await list('places?mode=test&q=Z&per_page=100&page=3')
      assert.deepEqual(
        third.map(({ code }) => code),
        seen.slice(200, 300),
      )
    })
  })

  describe('a package in a place', () => {
    it('is shown there in lists, search, ageing, on its page and in its timeline; the business does not see it', async () => {
      const [first, second] = [await newPlace(staff, 'S-01-01'), await newPlace(staff, 'S-01-02')]
      const [parcel] = await storedPackages(tenant, 1)
      const before = await findPackage(tenant, parcel.parcel_id)
      const unplaced = await list(`packages?mode=test&unplaced=true&business=${tenant.business.id}`)
      assert.ok(unplaced.some(({ parcel_id }) => parcel_id === parcel.parcel_id))
      assert.deepEqual(
        (await put(staff, first, [parcel])).map(({ outcome, from }) => [outcome, from]),
        [['placed', null]],
      )
      assert.deepEqual(
        (await put(staff, first, [parcel, parcel])).map(({ outcome }) => outcome),
        ['already', 'already'],
      )
      assert.deepEqual(
        (await put(staff, second, [parcel, parcel])).map(({ outcome, from }) => [outcome, from]),
        [
          ['placed', 'S-01-01'],
          ['already', 'S-01-01'],
        ],
      )
      assert.equal(await placeOf(staff, parcel), 'S-01-02')
      assert.deepEqual([(await getPlace(staff, first)).packages, (await getPlace(staff, second)).packages], [0, 1])

      const found = await list('packages?mode=test&place=s-01-02')
      assert.deepEqual(
        found.map(({ parcel_id, place }) => [parcel_id, place.code]),
        [[parcel.parcel_id, 'S-01-02']],
      )
      assert.deepEqual(await list('packages?mode=test&place=S-01-01'), [])
      assertRejected(await staff.call('GET', '/ops/v1/packages?mode=test&place=S-09'), 'VALIDATION_FAILED')
      const aged = (await staff.call('GET', `/ops/v1/storage/ageing?mode=test&business=${tenant.business.id}&per_page=100`)).json
      assert.equal(aged.find((each: Json) => each.package.parcel_id === parcel.parcel_id).package.place?.code, 'S-01-02')
      const file = (await staff.call('GET', `/ops/v1/packages.csv?mode=test&place=S-01-02`)).text
      assert.match(file, /,S-01-02,/)
      const { places } = (await staff.call('GET', '/ops/v1/search?mode=test&q=s-01')).json
      assert.deepEqual(
        places.map(({ code }: Json) => code),
        ['S-01-01', 'S-01-02'],
      )

      const { entries } = (await staff.call('GET', `/ops/v1/packages/${parcel.parcel_id}/timeline`)).json
      const moves = entries.filter(({ type }: Json) => type === 'package.placed')
      assert.deepEqual(
        moves.map(({ summary, author }: Json) => [summary, author.id]),
        [
          ['Put in place S-01-01.', staff.staff.id],
          ['Moved from place S-01-01 to S-01-02.', staff.staff.id],
        ],
      )
      assert.deepEqual(await findPackage(tenant, parcel.parcel_id), before)
    })

    it('is found by the barcode of the place, and by its typed code', async () => {
      const place = await newPlace(staff, 'T-07')
      for (const code of [place.barcode, 'place:t-07', ' T-07 ', 't–07']) {
        const { kind, place: found } = (await staff.call('GET', `/ops/v1/scan?mode=test&code=${encodeURIComponent(code)}`)).json
        assert.deepEqual([kind, found?.place_id], ['place', place.place_id], code)
      }
      assert.equal((await staff.call('GET', `/ops/v1/scan?mode=test&code=PLACE:T-08`)).json.kind, 'unknown')
      const received = await staff.call('POST', '/ops/v1/receipts', { code: place.barcode, mode: 'test' })
      assertRejected(received, 'VALIDATION_FAILED')
      const labels = await staff.call('GET', `/ops/v1/places/labels.pdf?ids=${place.place_id}`)
      assert.equal(labels.headers.get('content-type'), 'application/pdf')
      assert.equal((await staff.call('GET', '/ops/v1/places/labels.pdf?ids=x')).json.code, 'NOT_FOUND')
    })

    it('leaves its place with the shipment, and returns without one when that is undone', async () => {
      const place = await newPlace(staff, 'U-01')
      const [parcel] = await storedPackages(tenant, 1)
      const shipment = await newShipment(staff)
      await put(staff, place, [parcel])
      await attachAll(staff, shipment, [parcel])
      assert.equal(await placeOf(staff, parcel), 'U-01', 'attached, it still lies there')
      await moveShipment(staff, shipment, 'depart')
      assert.deepEqual([await placeOf(staff, parcel), (await getPlace(staff, place)).packages], [null, 0])
      await moveShipment(staff, shipment, 'arrive')
      await moveShipment(staff, shipment, 'deliver')
      await moveShipment(staff, shipment, 'undo_delivery')
      assert.deepEqual([await placeOf(staff, parcel), (await getPlace(staff, place)).packages], [null, 0])

      const booked = await bookPackage(tenant, importAir())
      const receive = () => staff.call('POST', '/ops/v1/receipts', { package_id: booked.parcel_id, weight: 2.5 })
      const { receipt } = (await receive()).json
      await put(staff, place, [booked])
      assert.equal((await staff.call('POST', `/ops/v1/receipts/${receipt.receipt_id}/undo`, {})).status, 200)
      assert.deepEqual([await placeOf(staff, booked), (await getPlace(staff, place)).packages], [null, 0])
      assert.equal((await receive()).status, 201)
      assert.equal(await placeOf(staff, booked), null, 'received again, it lies nowhere yet')
    })

    it('keeps its place when the second of two receipts is undone', async () => {
      const place = await newPlace(staff, 'U-02')
      const booked = await bookPackage(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 2, weight: 10, volume: 0.4 }] }))
      const receive = (weight: number) =>
        staff.call('POST', '/ops/v1/receipts', { package_id: booked.parcel_id, pieces: 1, weight, volume: 0.2 })
      assert.equal((await receive(5)).status, 201)
      await put(staff, place, [booked])
      const { receipt } = (await receive(6)).json
      assert.equal((await staff.call('POST', `/ops/v1/receipts/${receipt.receipt_id}/undo`, {})).status, 200)
      assert.deepEqual([await placeOf(staff, booked), (await getPlace(staff, place)).pieces], ['U-02', 1])
    })

    it('is refused with a reason: departed, not received, cancelled, of another mode, unknown', async () => {
      const place = await newPlace(staff, 'V-01')
      const live = (await staff.call('POST', '/ops/v1/places', { code: 'V-01' })).json.places[0]
      const [gone, here] = await storedPackages(tenant, 2)
      await play(tenant, gone.parcel_id, 'depart')
      const [booked, dropped] = [await bookPackage(tenant, importAir()), await bookPackage(tenant, importAir())]
      await cancelPackage(tenant, dropped.parcel_id)
      const refusals = async (to: Json, parcels: Json[]) =>
        (await put(staff, to, parcels)).map(({ refusal }) => [
          refusal.code,
          /in transit|not yet received|was cancelled|do not mix|No package|mistyped/.exec(refusal.message)?.[0],
        ])
      assert.deepEqual(await refusals(place, [gone, booked, dropped, { parcel_number: 'X-1' }]), [
        ['INVALID_TRANSITION', 'in transit'],
        ['INVALID_TRANSITION', 'not yet received'],
        ['PACKAGE_CANCELLED', 'was cancelled'],
        ['NOT_FOUND', 'No package'],
      ])
      assert.deepEqual(await refusals(live, [here]), [['INVALID_TRANSITION', 'do not mix']])
      assertRejected(await staff.call('POST', `/ops/v1/packages/${here.parcel_id}/place`, { place: 'V-77' }), 'VALIDATION_FAILED')
      assertRejected(await staff.call('POST', `/ops/v1/packages/${gone.parcel_id}/place`, { place: 'V-01' }), 'INVALID_TRANSITION')
      assert.equal((await staff.call('POST', `/ops/v1/packages/${here.parcel_id}/place`, { place: 'v-01' })).json.place.code, 'V-01')
    })

    it('moved by several people at once is in one place, and every move is recorded', async () => {
      const rivals = await newPlaces(staff, { from: 'W-1', to: 'W-4' })
      const ahead = await waybill.newTenant()
      const { now } = (await ahead.post('/v1/test_clock', { advance_seconds: 10 * 24 * 60 * 60 })).json
      for (let round = 0; round < ROUNDS; round++) {
        const [parcel] = await storedPackages(ahead, 1)
        const answers = await Promise.all(
          rivals.map(({ place_id }) => staff.call('POST', `/ops/v1/places/${place_id}/put`, { code: parcel.parcel_number })),
        )
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 200],
        )
        const counts = await Promise.all(rivals.map(async (place) => (await getPlace(staff, place)).packages))
        assert.equal(
          counts.reduce((sum, each) => sum + each, 0),
          round + 1,
        )
        const { entries } = (await staff.call('GET', `/ops/v1/packages/${parcel.parcel_id}/timeline`)).json
        const moves = entries.filter(({ type }: Json) => type === 'package.placed')
        assert.equal(moves.filter(({ at }: Json) => at >= now).length, 4, 'on the clock of its business')
        assert.ok(moves.at(-1).summary.includes((await placeOf(staff, parcel))!))
      }
    })

    it('put in a place while it is closed ends up in an open place, or in none', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const place = await newPlace(staff, `X-${round}`)
        const [parcel] = await storedPackages(tenant, 1)
        await Promise.all([
          change(place, { closed: true }),
          staff.call('POST', `/ops/v1/places/${place.place_id}/put`, { code: parcel.parcel_number }),
        ])
        const { closed_at, packages } = await getPlace(staff, place)
        assert.equal(packages, closed_at === null ? 1 : 0)
      }
    })
  })

  it('can be seen but not moved by support', async () => {
    const support = await signedIn(waybill, 'support')
    const place = await newPlace(staff, 'Y-01')
    assert.equal((await support.call('GET', `/ops/v1/places/${place.place_id}`)).status, 200)
    assert.equal((await support.call('POST', '/ops/v1/places', { code: 'Y-02' })).json.code, 'FORBIDDEN')
    assert.equal((await support.call('POST', `/ops/v1/places/${place.place_id}/stocktakes`)).json.code, 'FORBIDDEN')
  })
}, postgres)
