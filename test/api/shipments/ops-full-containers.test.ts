// A full container that was loaded at the supplier joins a sea shipment without passing through the warehouse.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readCsv } from '../../../src/domain/values/csv-text.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import type { Quay } from '../../support/calls/full-container-calls.ts'
import { FIRST, FULL, load, numbersOf, PART, quayCalls, SECOND, SIZE, THIRD } from '../../support/calls/full-container-calls.ts'
import { bookPackages, cancelPackage, findPackage, sendNotice, tryStep } from '../../support/calls/package-calls.ts'
import { newPlace } from '../../support/calls/place-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { attachAll, getShipment, moveShipment, newShipment, tryShipment } from '../../support/calls/shipment-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('a full container loaded at the supplier', () => {
    let waybill: Waybill
    let quay: Quay
    before(async () => {
      waybill = await startWaybill(engine)
      quay = await quayCalls(waybill)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    it('joins a shipment by its number and seal, and its price is final', async () => {
      const [parcel] = (await quay.booked()) as [Json]
      const shipment = await quay.bySea()
      const before = await quay.shown(parcel)
      assert.equal(before.loaded_at_supplier, false)
      const containers = [{ number: 'csqu 305438-3', seal: 'ml-1' }]
      const answer = await moveShipment(quay.staff, shipment, 'attach', { code: parcel.parcel_number, containers })
      const { outcomes, shipment: now } = answer
      assert.partialDeepStrictEqual(outcomes, [{ outcome: 'attached', parcel_id: parcel.parcel_id }])
      assert.partialDeepStrictEqual(now.containers, [
        {
          number: FIRST,
          size: SIZE,
          seals: [{ number: 'ML-1', fixed_by: quay.staff.staff.id, broken_at: null }],
          parcel: { parcel_id: parcel.parcel_id, parcel_number: parcel.parcel_number },
        },
      ])
      assert.equal(now.master_document, FIRST)
      assert.partialDeepStrictEqual(now.contents, { packages: 1, weight: 18_000 })
      const after = await quay.shown(parcel)
      assert.partialDeepStrictEqual(after, {
        status: 'booked',
        shipment_id: shipment.shipment_id,
        loaded_at_supplier: true,
        warehouse_arrived_at: null,
        pieces_arrived: null,
      })
      assert.equal(before.price.final_since, null)
      assert.notEqual(after.price.final_since, null)
      assert.equal(after.price.amount, before.price.amount)
      const { owed, charges } = await quay.staff.get(`/packages/${parcel.parcel_id}/owed`)
      assert.deepEqual(
        charges.map(({ kind }: Json) => kind),
        ['freight'],
      )
      assert.equal(outcomes[0].owed, owed, 'the freight is charged in this step')
      assert.deepEqual((await quay.eventsOf(parcel.parcel_id)).slice(0, 1), ['package.attached'])
      assert.equal((await quay.eventsOf(after.parcel_quote_id))[0], 'quote.price_finalised')
      const again = await quay.attached(shipment, parcel)
      assert.equal(again.outcomes[0].outcome, 'already')
      assert.equal((await quay.eventsOf(parcel.parcel_id)).filter((type) => type === 'package.attached').length, 1)
    })

    it('takes over a container that was added to the shipment before', async () => {
      const [parcel] = (await quay.booked()) as [Json]
      const shipment = await quay.bySea({ master_document: FIRST })
      await quay.staff.done(`/shipments/${shipment.shipment_id}/seals`, { container: FIRST, number: 'A1' })
      const containers = [{ number: FIRST, seal: 'A1' }]
      const { shipment: now } = await moveShipment(quay.staff, shipment, 'attach', { package_id: parcel.parcel_id, containers })
      assert.equal(now.containers.length, 1)
      assert.partialDeepStrictEqual(now.containers[0], { number: FIRST, size: SIZE, parcel: { parcel_id: parcel.parcel_id } })
      assert.equal(now.containers[0].seals.length, 1)
    })

    it('is as many containers as its quantity', async () => {
      const [parcel] = (await quay.booked([{ ...FULL, quantity: 2 }])) as [Json]
      const shipment = await quay.bySea()
      for (const numbers of [[FIRST], [FIRST, SECOND, THIRD], [FIRST, FIRST]])
        assertRejected(await tryShipment(quay.staff, shipment, 'attach', load(parcel, numbers)), 'VALIDATION_FAILED')
      const { shipment: now } = await quay.attached(shipment, parcel, [FIRST, SECOND])
      assert.deepEqual(numbersOf(now), [FIRST, SECOND])
      assert.equal(now.contents.pieces, 2)
    })

    type Refusal = [what: string, code: string, words: RegExp, prepare: () => Promise<[parcel: Json, body?: object, into?: object]>]
    const one = async (packages?: object[]): Promise<Json> => (await quay.booked(packages))[0]
    const REFUSALS: Refusal[] = [
      [
        'without its container number',
        'INVALID_TRANSITION',
        /full container and not yet received/,
        async () => [await one(), { containers: undefined }],
      ],
      [
        'with a wrong check digit',
        'VALIDATION_FAILED',
        /containers\[0\]\.number must be a container number/,
        async () => [await one(), { containers: [{ number: 'CSQU3054384' }] }],
      ],
      [
        'with a VIN',
        'VALIDATION_FAILED',
        /must be a container number/,
        async () => [await one(), { containers: [{ number: '1M8GDM9AXKP042788' }] }],
      ],
      [
        'with a wrong seal',
        'VALIDATION_FAILED',
        /containers\[0\]\.seal must be/,
        async () => [await one(), { containers: [{ number: FIRST, seal: '!' }] }],
      ],
      ['by air', 'INVALID_TRANSITION', /goes by ocean, shipment \S+ by air/, async () => [await one(), {}, { transport_mode: 'air' }]],
      ['to another country', 'DESTINATION_LOCKED', /goes to Nigeria/, async () => [await one(), {}, { destination_country: 'GB' }]],
      ['in live mode', 'INVALID_TRANSITION', /is in test mode/, async () => [await one(), {}, { mode: 'live' }]],
      ['that is LCL', 'INVALID_TRANSITION', /is no full container/, async () => [await one([PART])]],
      ['that goes by air', 'INVALID_TRANSITION', /is no full container/, async () => [(await bookPackages(quay.tenant, importAir()))[0]]],
      [
        'on hold',
        'PACKAGE_ON_HOLD',
        /is on hold/,
        async () => {
          const parcel = await one()
          await sendNotice(quay.tenant, parcel.parcel_id, { action: 'hold' })
          return [parcel]
        },
      ],
      [
        'that is cancelled',
        'PACKAGE_CANCELLED',
        /was cancelled/,
        async () => {
          const parcel = await one()
          await cancelPackage(quay.tenant, parcel.parcel_id)
          return [parcel]
        },
      ],
      [
        'in another shipment',
        'PACKAGE_IN_SHIPMENT',
        /is in shipment/,
        async () => {
          const parcel = await one()
          await quay.attached(await quay.bySea(), parcel)
          return [parcel]
        },
      ],
      [
        'in the warehouse',
        'INVALID_TRANSITION',
        /is in the warehouse; attach it without container numbers/,
        async () => {
          const parcel = await one()
          await quay.received(parcel)
          return [parcel]
        },
      ],
      [
        'among several codes',
        'VALIDATION_FAILED',
        /containers needs a single package/,
        async () => {
          const parcel = await one()
          return [parcel, { package_id: undefined, codes: [parcel.parcel_number] }]
        },
      ],
    ]
    for (const [what, code, words, prepare] of REFUSALS) {
      it(`is refused ${what}, and nothing changes`, async () => {
        const [parcel, body = {}, into = {}] = await prepare()
        const shipment = await quay.bySea(into)
        const read = () => Promise.all([quay.shown(parcel), getShipment(quay.staff, shipment)])
        const before = await read()
        const answer = await tryShipment(quay.staff, shipment, 'attach', { ...load(parcel), ...body })
        assertRejected(answer, code)
        assert.match(answer.text, words)
        assert.deepEqual(await read(), before)
      })
    }

    it('says how many containers to name when its label is scanned', async () => {
      const [parcel, part] = (await quay.booked([{ ...FULL, quantity: 2 }, PART])) as [Json, Json]
      const codes = [parcel.parcel_number, part.parcel_number]
      const { outcomes } = await moveShipment(quay.staff, await quay.bySea(), 'attach', { codes })
      assert.deepEqual(
        outcomes.map(({ outcome, containers_needed: needed }: Json) => [outcome, needed]),
        [
          ['refused', 2],
          ['refused', undefined],
        ],
      )
      const byAir = await moveShipment(quay.staff, await newShipment(quay.staff), 'attach', { codes })
      assert.equal(byAir.outcomes[0].containers_needed, undefined)
    })

    it('is refused in the container of another package, or one of another size', async () => {
      const [one, two] = (await quay.booked([FULL, FULL])) as [Json, Json]
      const shipment = await quay.bySea()
      await quay.attached(shipment, one)
      await quay.staff.done(`/shipments/${shipment.shipment_id}/containers`, { number: SECOND, size: "20'" })
      for (const [number, words] of [
        [FIRST, /is package \S+ in this shipment/],
        [SECOND, /is a container of 20' in this shipment/],
      ] as const) {
        const answer = await tryShipment(quay.staff, shipment, 'attach', load(two, [number]))
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.match(answer.text, words)
      }
      for (const [path, body] of [['containers/remove', { number: FIRST }]] as const)
        assertRejected(await quay.staff.post(`/shipments/${shipment.shipment_id}/${path}`, body), 'INVALID_TRANSITION')
      assertRejected(
        await quay.staff.call('PATCH', `/ops/v1/shipments/${shipment.shipment_id}`, { master_document: THIRD }),
        'INVALID_TRANSITION',
      )
      assert.deepEqual(numbersOf(await getShipment(quay.staff, shipment)), [FIRST, SECOND])
    })

    it('departs, is tracked, has its dates, is on the manifest and is delivered', async () => {
      const [full, part] = (await quay.booked([FULL, PART])) as [Json, Json]
      const shipment = await quay.bySea({ bill_of_lading: 'SMPL1', eta: '2026-12-20T08:00:00Z' })
      await moveShipment(quay.staff, shipment, 'attach', { package_id: full.parcel_id, containers: [{ number: FIRST, seal: 'S1' }] })
      assert.equal((await quay.shown(full)).price.final_since, null, 'the other package of the quote has not arrived yet')
      const page = async (): Promise<string> => (await waybill.call('GET', `/track/${full.parcel_number}`)).text
      assert.match(await page(), /20 Dec 2026/)
      assert.equal((await findPackage(quay.tenant, full.parcel_id)).eta, '2026-12-20T08:00:00.000Z')
      await quay.received(part, { volume: 2.5, weight: 400 })
      assert.notEqual((await quay.shown(full)).price.final_since, null)
      await attachAll(quay.staff, shipment, [part])
      assert.equal((await moveShipment(quay.staff, shipment, 'depart')).status, 'departed')
      assert.partialDeepStrictEqual(await quay.shown(full), { status: 'transit', loaded_at_supplier: true, warehouse_arrived_at: null })
      const { tracking_data: steps } = (await quay.tenant.get(`/v1/packages/${full.parcel_id}/track`)).json
      assert.deepEqual(
        steps.map(({ completed_on }: Json) => completed_on !== null),
        [true, false, true, false],
      )
      assert.match(JSON.stringify(steps[1]), /was loaded at the supplier/)
      const { rows } = readCsv(await quay.staff.text(`/shipments/${shipment.shipment_id}/manifest.csv`))
      const cellOf = (name: string) => rows.find(([title]) => title === name)?.[1]
      assert.deepEqual([cellOf('Bill of lading'), cellOf('Container')], ['SMPL1', `${FIRST} (seal S1)`])
      assert.equal(rows.find(([number]) => number === full.parcel_number)?.at(-1), `Tiles; ${FIRST}`)
      assert.equal(rows.find(([number]) => number === part.parcel_number)?.at(-1), 'Tiles')
      await moveShipment(quay.staff, shipment, 'arrive')
      assert.equal((await moveShipment(quay.staff, shipment, 'deliver')).status, 'delivered')
      assert.equal((await quay.shown(full)).status, 'delivered')
      assert.deepEqual((await quay.eventsOf(full.parcel_id)).slice(0, 4), [
        'package.delivered',
        'package.arrived',
        'package.departed',
        'package.attached',
      ])
      await moveShipment(quay.staff, shipment, 'undo_delivery')
      assert.equal((await quay.shown(full)).status, 'transit')
    })

    it('is not received, moved or cancelled while it is in the shipment', async () => {
      const [parcel] = (await quay.booked()) as [Json]
      await quay.attached(await quay.bySea(), parcel)
      const before = await quay.shown(parcel)
      const receipt = await quay.staff.post('/receipts', { package_id: parcel.parcel_id })
      assertRejected(receipt, 'INVALID_TRANSITION')
      assert.match(receipt.text, /was loaded at the supplier and is in a shipment; detach it/)
      assertRejected(await tryStep(quay.tenant, parcel.parcel_id, 'receive'), 'INVALID_TRANSITION')
      assertRejected(await tryStep(quay.tenant, parcel.parcel_id, 'depart'), 'INVALID_TRANSITION')
      assertRejected(await cancelPackage(quay.tenant, parcel.parcel_id), 'PACKAGE_IN_SHIPMENT')
      const place = await newPlace(quay.staff, `X-${parcel.parcel_number.slice(-4)}`)
      const [put] = (await quay.staff.done(`/places/${place.place_id}/put`, { codes: [parcel.parcel_number] })).outcomes
      assert.equal(put.outcome, 'refused')
      assert.deepEqual(await quay.shown(parcel), before)
    })
  })
})
