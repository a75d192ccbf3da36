// A shipment by sea has a bill of lading, and containers with seals. The older field `master_document` can still be read and written.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readCsv } from '../../../src/domain/values/csv-text.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { getShipment, moveShipment, newShipment } from '../../support/calls/shipment-calls.ts'
import type { OpsCaller } from '../../support/calls/staff-calls.ts'
import { opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const [FIRST, SECOND, THIRD] = ['CSQU3054383', 'MSCU1234566', 'TGHU7654320'] as const

const VIN = '1M8GDM9AXKP042788'

forOneEngine((engine) => {
  describe('a shipment by sea', () => {
    let waybill: Waybill
    let staff: OpsCaller
    before(async () => {
      waybill = await startWaybill(engine)
      staff = await opsCaller(waybill, 'warehouse')
    })
    after(async () => {
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    const bySea = (more: object = {}): Promise<Json> => newShipment(staff, { transport_mode: 'ocean', ...more })
    const post = ({ shipment_id }: Json, path: string, body: object) => staff.post(`/shipments/${shipment_id}/${path}`, body)
    const done = async (shipment: Json, path: string, body: object): Promise<Json> => {
      const answer = await post(shipment, path, body)
      assert.equal(answer.status, 200, answer.text)
      return answer.json
    }
    const patch = ({ shipment_id }: Json, body: object) => staff.call('PATCH', `/ops/v1/shipments/${shipment_id}`, body)
    const numbersOf = ({ containers }: Json): string[] => containers.map(({ number }: Json) => number)

    it('has any number of containers, and the first is its document', async () => {
      const shipment = await bySea()
      await done(shipment, 'containers', { number: 'csqu 305438-3', size: "40' HC" })
      const both = await done(shipment, 'containers', { number: SECOND })
      assert.deepEqual(
        both.containers.map(({ number, size }: Json) => [number, size]),
        [
          [FIRST, "40' HC"],
          [SECOND, null],
        ],
      )
      assert.equal(both.master_document, FIRST)
      const left = await done(shipment, 'containers/remove', { number: FIRST })
      assert.deepEqual([numbersOf(left), left.master_document], [[SECOND], SECOND])
      assert.equal((await staff.get(`/shipments?mode=test&q=${SECOND}`)).length, 1)
    })

    it('reads and writes the document field of before as its first container', async () => {
      const shipment = await bySea({ master_document: FIRST })
      assert.deepEqual(numbersOf(shipment), [FIRST])
      await done(shipment, 'containers', { number: SECOND })
      assert.deepEqual(numbersOf((await patch(shipment, { master_document: THIRD })).json), [THIRD, SECOND])
      assert.deepEqual(
        numbersOf((await patch(shipment, { master_document: SECOND })).json),
        [SECOND, THIRD],
        'a known one moves to the front',
      )
      assert.deepEqual(numbersOf((await patch(shipment, { master_document: null })).json), [THIRD])
      assert.equal((await getShipment(staff, shipment)).master_document, THIRD)
    })

    it('has Ro-Ro units with their VIN, in the list of containers and in the document field', async () => {
      const shipment = await bySea()
      const added = await done(shipment, 'containers', { number: '1m8gdm9axkp042788', size: 'Ro-Ro' })
      assert.deepEqual(
        added.containers.map(({ number, size, vin_check_digit: isRight }: Json) => [number, size, isRight]),
        [[VIN, 'Ro-Ro', true]],
      )
      assert.equal(added.master_document, VIN)
      const doubtful = await done(shipment, 'containers', { number: 'WVWZZZ1JZ3W386752' })
      assert.deepEqual([doubtful.containers[1].size, doubtful.containers[1].vin_check_digit], ['Ro-Ro', false])
      assert.equal((await staff.get('/shipments?mode=test&q=WVWZZZ1JZ3W386752')).length, 1)
      for (const [path, body, message] of [
        ['containers', { number: VIN }, /is in this shipment already/],
        ['containers', { number: '1M8GDM9AXKP04278O' }, /a VIN of 17 letters and digits, without I, O and Q/],
        ['containers', { number: '1M8GDM9AXKP04278' }, /must be a container number/],
        ['containers', { number: FIRST, size: 'Ro-Ro' }, /must be a VIN for a Ro-Ro unit/],
        ['containers', { number: 'WVWZZZ1JZ3W386753', size: "40'" }, /is a VIN; size 40' needs a container number/],
        ['seals', { container: VIN, number: 'ML-1' }, /is a Ro-Ro unit, which has no seals/],
      ] as const) {
        const refused = await post(shipment, path, body)
        assert.equal(refused.status, 422, JSON.stringify(body))
        assert.match(refused.text, message)
      }
      assert.deepEqual(numbersOf(await done(shipment, 'containers/remove', { number: VIN })), ['WVWZZZ1JZ3W386752'])
      const written = await patch(shipment, { master_document: VIN })
      assert.deepEqual([written.json.master_document, written.json.containers[0].size], [VIN, 'Ro-Ro'])
      assert.equal((await bySea({ master_document: VIN })).containers[0].size, 'Ro-Ro')
    })

    it('shows a container that an earlier version stored', async () => {
      const shipment = await bySea()
      const store = (number: string | null) =>
        waybill.deps.db.execute('update shipments set master_document = $1 where id = $2', [number, shipment.shipment_id])
      await store(FIRST)
      assert.deepEqual(numbersOf(await getShipment(staff, shipment)), [FIRST])
      await store(null)
    })

    it('records who fixed and who broke a seal, and when', async () => {
      const shipment = await bySea({ master_document: FIRST })
      const other = await opsCaller(waybill, 'warehouse')
      await done(shipment, 'seals', { container: FIRST, number: 'ml-cn 1'.replace(' ', '') })
      await done(shipment, 'seals', { container: FIRST, number: 'CUSTOMS/7' })
      const broken = await other.done(`/shipments/${shipment.shipment_id}/seals/break`, { container: FIRST, number: 'ML-CN1' })
      const [first, second] = broken.containers[0].seals
      assert.partialDeepStrictEqual(first, { number: 'ML-CN1', fixed_by: staff.staff.id, broken_by: other.staff.id })
      assert.notEqual(first.broken_at, null)
      assert.partialDeepStrictEqual(second, { number: 'CUSTOMS/7', broken_by: null, broken_at: null })
      const again = await done(shipment, 'seals/break', { container: FIRST, number: 'ML-CN1' })
      assert.deepEqual(again.containers[0].seals[0], first, 'the first to say so stays on record')
    })

    it('keeps a container with seals on record', async () => {
      const shipment = await bySea({ master_document: FIRST })
      await done(shipment, 'seals', { container: FIRST, number: 'A1' })
      assertRejected(await post(shipment, 'containers/remove', { number: FIRST }), 'INVALID_TRANSITION')
      for (const master_document of [null, SECOND]) assertRejected(await patch(shipment, { master_document }), 'INVALID_TRANSITION')
      assert.deepEqual(numbersOf(await getShipment(staff, shipment)), [FIRST])
    })

    const wrong: [string, string, object, RegExp][] = [
      ['a container with a wrong check digit', 'containers', { number: 'CSQU3054384' }, /number must be a container number/],
      ['a container twice', 'containers', { number: FIRST }, /is in this shipment already/],
      ['the removal of another container', 'containers/remove', { number: SECOND }, /is not in this shipment/],
      ['a seal on another container', 'seals', { container: SECOND, number: 'A1' }, /container MSCU1234566 is not in this shipment/],
      ['a seal without a number', 'seals', { container: FIRST, number: '!' }, /number must be 1 to 30/],
      ['breaking a seal that was never fixed', 'seals/break', { container: FIRST, number: 'B9' }, /is not on this container/],
    ]
    for (const [what, path, body, message] of wrong) {
      it(`refuses ${what}`, async () => {
        const shipment = await bySea({ master_document: FIRST })
        const answer = await post(shipment, path, body)
        assertRejected(answer, 'VALIDATION_FAILED')
        assert.match(answer.json.errors[0], message)
        assert.equal((await getShipment(staff, shipment)).version, shipment.version)
      })
    }

    it('has a bill of lading, by sea only', async () => {
      const shipment = await bySea({ bill_of_lading: 'smpl4410021' })
      assert.equal(shipment.bill_of_lading, 'SMPL4410021')
      assert.equal((await staff.get('/shipments?mode=test&q=smpl44')).length, 1)
      assert.equal((await patch(shipment, { bill_of_lading: null })).json.bill_of_lading, null)
      assertRejected(await patch(shipment, { bill_of_lading: '!' }), 'VALIDATION_FAILED')
      const air = await newShipment(staff)
      assertRejected(await patch(air, { bill_of_lading: 'SMPL1' }), 'VALIDATION_FAILED')
      assertRejected(await post(air, 'containers', { number: FIRST }), 'INVALID_TRANSITION')
      await moveShipment(staff, shipment, 'cancel')
      assertRejected(await post(shipment, 'containers', { number: FIRST }), 'INVALID_TRANSITION')
    })

    it('loses no container or seal when two people write at once', async () => {
      const shipment = await bySea({ master_document: FIRST })
      const writes = [
        post(shipment, 'containers', { number: SECOND }),
        post(shipment, 'containers', { number: THIRD }),
        post(shipment, 'seals', { container: FIRST, number: 'A1' }),
        post(shipment, 'seals', { container: FIRST, number: 'A2' }),
      ]
      for (const { status, text } of await Promise.all(writes)) assert.equal(status, 200, text)
      const now = await getShipment(staff, shipment)
      assert.deepEqual(numbersOf(now).toSorted(), [FIRST, SECOND, THIRD].toSorted())
      assert.equal(now.containers[0].seals.length, 2)
    })

    it('prints bill of lading, containers and intact seals on its manifest', async () => {
      const shipment = await bySea({ master_document: FIRST, bill_of_lading: 'SMPL1' })
      await done(shipment, 'containers', { number: SECOND })
      for (const number of ['A1', 'A2']) await done(shipment, 'seals', { container: FIRST, number })
      await done(shipment, 'seals/break', { container: FIRST, number: 'A1' })
      const { rows } = readCsv(await staff.text(`/shipments/${shipment.shipment_id}/manifest.csv`))
      const cellOf = (name: string) => rows.find(([title]) => title === name)?.[1]
      assert.deepEqual([cellOf('Bill of lading'), cellOf('Containers')], ['SMPL1', `${FIRST} (seal A2), ${SECOND}`])
    })
  })
}, postgres)
