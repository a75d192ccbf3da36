// Packages that cannot be repacked, and two people who repack the same packages at once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cancelPackage } from '../../../src/domain/packages/package.ts'
import { QUOTE_PACKAGES_MAX } from '../../../src/domain/receiving/repack.ts'
import { callerFor, newCode } from '../../../src/flows/deps.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as packages from '../../../src/store/packages/packages.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock, book } from '../../support/calls/receiving-calls.ts'
import { idsOf, newClient, receiveFor, repackInto, undoOf } from '../../support/calls/repack-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('repacking', () => {
    let waybill: Waybill
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
    })
    after(() => waybill.close())

    it('refuses packages that do not belong together or are not there', async () => {
      const [client, stranger] = [await newClient(waybill), await newClient(waybill)]
      const parcel = await receiveFor(dock, client, { weight: 2 })
      const suffix = (await newCustomer(client.tenant, {})).address_suffix
      const refused = async (other: Json, code: string, why: RegExp): Promise<void> => {
        const answer = await dock.post('/repacks', { package_ids: [parcel.parcel_id, other.parcel_id], weight: 5, volume: 1 })
        assertRejected(answer, code)
        assert.match(answer.json.errors[0], why)
      }
      await refused(await receiveFor(dock, { ...client, suffix }, { weight: 2 }), 'INVALID_TRANSITION', /another customer/)
      await refused(await receiveFor(dock, stranger, { weight: 2 }), 'VALIDATION_FAILED', /another business or mode/)
      await refused(
        await receiveFor(dock, client, { weight: 2, transport_mode: 'ocean', volume: 1 }),
        'INVALID_TRANSITION',
        /goes by ocean|goes by air/,
      )
      await refused(
        await receiveFor(dock, client, { weight: 2, destination_country: 'GH' }),
        'INVALID_TRANSITION',
        /goes from China to Ghana, unlike P/,
      )
      const inPart = await book(client.tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 3, volume: 3 }] }))
      const { package: part } = await dock.done('/receipts', { code: inPart.numbers[0], pieces: 1, volume: 1 })
      await refused(part, 'INVALID_TRANSITION', /1 of 3 pieces/)
      const held = await receiveFor(dock, client, { weight: 2 })
      await dock.done(`/packages/${held.parcel_id}/notices`, { action: 'hold' })
      await refused(held, 'PACKAGE_ON_HOLD', /on hold/)
      const { ids } = await book(client.tenant, importAir())
      await refused({ parcel_id: ids[0] }, 'INVALID_TRANSITION', /booked and not yet received/)
      await refused({ parcel_id: 'pkg_01kqn2x4t8e6nvd0t2d5c1yq7w' }, 'VALIDATION_FAILED', /not a known package/)
      await refused(parcel, 'VALIDATION_FAILED', /at least two/)
      const container = await book(client.tenant, importOcean({ packages: [{ container_size: "20'" }] }))
      const { package: full } = await dock.done('/receipts', { code: container.numbers[0] })
      await refused(full, 'INVALID_TRANSITION', /full container/)
      const other = await receiveFor(dock, client, { weight: 2 })
      await repackInto(dock, [other, await receiveFor(dock, client, { weight: 1 })], { weight: 3 })
      await refused(other, 'PACKAGE_CANCELLED', /was repacked into P/)
      const { shipment_id: shipment } = await dock.done('/shipments', { transport_mode: 'air', mode: 'test', destination_country: 'NG' })
      const attached = await dock.post(`/shipments/${shipment}/attach`, { code: other.parcel_number })
      assertRejected(attached, 'PACKAGE_CANCELLED')
      assert.match(attached.json.errors[0], /was repacked into P/)
    })

    it('refuses to make more packages of one booking than its quote and events can list', async () => {
      const { tenant } = await newClient(waybill)
      const { ids, numbers } = await book(tenant, importAir({ packages: [{ weight: 4 }] }))
      await dock.done('/receipts', { code: numbers[0], weight: 4 })
      const { deps } = waybill
      const caller = await callerFor(deps.db, { businessId: tenant.business.id, mode: 'test' }, byTest(deps))
      await deps.db.transaction(SYSTEM, async (tx) => {
        const parcel = await packages.load(tx, caller, ids[0]!)
        const more = Array.from({ length: QUOTE_PACKAGES_MAX - 4 }, () => ({
          ...cancelPackage(parcel, null, deps.clock()),
          id: deps.newId('pkg'),
          parcelNumber: newCode(deps, 'P'),
        }))
        await packages.insert(tx, caller, more)
      })
      const split = (parts: number): Promise<Answer> =>
        dock.post(`/packages/${ids[0]}/split`, { parts: Array.from({ length: parts }, () => ({ weight: 4 / parts })) })
      const refused = await split(4)
      assertRejected(refused, 'VALIDATION_FAILED')
      assert.match(refused.json.errors[0], /at most 1000 packages/)
      const done = await split(2)
      assert.equal(done.status, 201, done.text)
    })

    it('by two people at once succeeds for one, and the other is told; a retry with the same key does it once', async () => {
      const client = await newClient(waybill)
      const parcels = [
        await receiveFor(dock, client, { weight: 2 }),
        await receiveFor(dock, client, { weight: 3 }),
        await receiveFor(dock, client, { weight: 4 }),
      ]
      const [a, b] = await Promise.all([
        dock.post('/repacks', { package_ids: idsOf(parcels.slice(0, 2)), weight: 5 }),
        dock.post('/repacks', { package_ids: idsOf(parcels.slice(1)), weight: 7 }),
      ])
      const [won, lost] = a!.status === 201 ? [a!, b!] : [b!, a!]
      assert.equal(won.status, 201, won.text)
      assertRejected(lost, 'PACKAGE_CANCELLED')
      const undone = await Promise.all([undoOf(dock, won.json), undoOf(dock, won.json)])
      assert.deepEqual(undone.map(({ status }) => status).sort(), [200, 422])
      const body = { package_ids: idsOf(parcels), weight: 9 }
      const keyed = () => waybill.call('POST', '/ops/v1/repacks', body, { headers: { ...dock.headers, 'idempotency-key': 'repack-1' } })
      const first = await keyed()
      assert.equal(first.status, 201, first.text)
      assert.equal((await keyed()).text, first.text)
    })
  })
})
