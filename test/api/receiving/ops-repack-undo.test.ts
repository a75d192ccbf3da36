// Undoing a repack: storage, prices and places are restored, and the client gets events for the changed quotes.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { holdPackage } from '../../../src/flows/packages/hold-package.ts'
import { undoRepack } from '../../../src/flows/receiving/repack-packages.ts'
import { newPlace, placeOf, put } from '../../support/calls/place-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { getQuote } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock } from '../../support/calls/receiving-calls.ts'
import { balanceOf, eventsOf, idsOf, newClient, passDays, receiveFor, repackInto, undoOf } from '../../support/calls/repack-calls.ts'
import { conflictAtEnd } from '../../support/engine/conflicts.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Half a square metre of floor. */
const SIZE = { length: 100, width: 50, height: 50 }

forOneEngine((engine) => {
  describe('undoing a repack', () => {
    let waybill: Waybill
    let dock: Dock
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    it('withdraws the storage that was charged at the repack, because the packages are stored again', async () => {
      const client = await newClient(waybill)
      const parcels = [await receiveFor(dock, client, { weight: 2, ...SIZE }), await receiveFor(dock, client, { weight: 3, ...SIZE })]
      await passDays(client, 9)
      const owed = await balanceOf(client)
      const made = await repackInto(dock, parcels, { weight: 5, ...SIZE })
      const difference = made.prices.reduce((sum: number, price: Json) => sum + Number(price.difference), 0)
      assert.equal(await balanceOf(client), (Number(owed) + difference + 2 * 3 * 250).toFixed(2), 'three days of each')
      assert.equal((await undoOf(dock, made)).status, 200)
      assert.equal(await balanceOf(client), owed)
    })

    const closing = ({ place_id: id }: Json): Promise<Answer> => dock.call('PATCH', `/ops/v1/places/${id}`, { closed: true })

    it('puts packages back in their places, except in a place that is closed', async () => {
      const client = await newClient(waybill)
      const parcels = [await receiveFor(dock, client, { weight: 2, ...SIZE }), await receiveFor(dock, client, { weight: 3, ...SIZE })]
      const places = [await newPlace(dock, 'UNDO-1'), await newPlace(dock, 'UNDO-2')]
      for (const [index, place] of places.entries()) await put(dock, place, [parcels[index]!])
      const made = await repackInto(dock, parcels, { weight: 5, ...SIZE })
      assert.equal((await closing(places[0]!)).status, 200)
      const caller = await callerFor(waybill.deps.db, { businessId: client.tenant.business.id, mode: 'test' }, byTest(waybill.deps))
      let late: Answer | undefined
      // On PostgreSQL, a request to close the second place arrives just before the undo commits.
      const meanwhile = async (): Promise<void> => {
        late = await closing(places[1]!)
      }
      const deps = engine.name === 'postgres' ? conflictAtEnd(waybill.deps, meanwhile) : waybill.deps
      await undoRepack(deps, caller, made.repack.repack_id, null)
      assert.equal((late ?? (await closing(places[1]!))).status, 422)
      assert.deepEqual([await placeOf(dock, parcels[0]!), await placeOf(dock, parcels[1]!)], [null, 'UNDO-2'])
    })

    it('restores a package as released if it was held under its old number and its parts were all released', async () => {
      const client = await newClient(waybill)
      const { tenant } = client
      const whole = await receiveFor(dock, client, { weight: 3, pieces: 2, ...SIZE })
      const parts = { parts: [1, 2].map((weight) => ({ pieces: 1, weight, ...SIZE })), confirm: true }
      const split = await dock.done(`/packages/${whole.parcel_id}/split`, parts)
      assert.equal((await tenant.post(`/v1/packages/${whole.parcel_id}/notices`, { action: 'hold' })).status, 201)
      const caller = await callerFor(waybill.deps.db, { businessId: tenant.business.id, mode: 'test' }, byTest(waybill.deps))
      const [first, second] = idsOf(split.packages)
      const release = (deps: Deps, id: string): Promise<unknown> => holdPackage(deps, caller, id, 'release', null)
      const other = (): Promise<unknown> => release(waybill.deps, second!)
      if (engine.name === 'postgres') await release(conflictAtEnd(waybill.deps, other), first!)
      else await Promise.all([release(waybill.deps, first!), other()])
      for (const id of [first, second, whole.parcel_id])
        assert.equal((await tenant.get(`/v1/packages/${id}`)).json.hold_instruction, 'release')
    })

    it('restores a package as released if it was held under its old number and released under the new one', async () => {
      const client = await newClient(waybill)
      const { tenant } = client
      const parcels = [await receiveFor(dock, client, { weight: 2, ...SIZE }), await receiveFor(dock, client, { weight: 3, ...SIZE })]
      const made = await repackInto(dock, parcels, { weight: 5, ...SIZE })
      const notice = async (id: string, action: string): Promise<void> =>
        assert.equal((await tenant.post(`/v1/packages/${id}/notices`, { action })).status, 201)
      const held = async (id: string): Promise<string> => (await tenant.get(`/v1/packages/${id}`)).json.hold_instruction
      const [old, now] = [parcels[0]!.parcel_id, made.packages[0].parcel_id]
      await notice(old, 'hold')
      assert.deepEqual([await held(old), await held(now)], ['hold', 'hold'])
      await notice(now, 'release')
      assert.deepEqual([await held(old), await held(now)], ['release', 'release'])
      assert.equal((await undoOf(dock, made)).status, 200)
      assert.equal(await held(old), 'release')
      assert.deepEqual(
        (await tenant.get(`/v1/packages/${old}`)).json.notices.map(({ active, level }: Json) => [level, active]),
        [
          ['warning', false],
          ['info', true],
        ],
      )
    })

    it('closes a quote that only the new package had', async () => {
      const client = await newClient(waybill)
      const unmeasured = { transport_mode: 'ocean', weight: 20 }
      const parcels = [await receiveFor(dock, client, unmeasured), await receiveFor(dock, client, unmeasured)]
      assert.deepEqual(
        parcels.map(({ parcel_quote_id: quote }) => quote),
        [null, null],
      )
      const made = await repackInto(dock, parcels, { weight: 40, volume: 0.5 })
      const [{ parcel_quote_id: quoteId }] = made.packages
      assert.partialDeepStrictEqual(await getQuote(client.tenant, quoteId), { status: 'booked', source: 'warehouse' })
      assert.equal(made.prices[0].parcel_quote_id, quoteId)
      assert.notEqual(await balanceOf(client), '0.00')
      assert.equal((await undoOf(dock, made, { reason: 'Not one crate' })).status, 200)
      assert.partialDeepStrictEqual(await getQuote(client.tenant, quoteId), { status: 'cancelled', comment: 'Not one crate' })
      assert.equal(await balanceOf(client), '0.00')
    })

    it('emits events for every quote that was closed, priced again or booked again', async () => {
      const client = await newClient(waybill)
      const unpriced = await receiveFor(dock, client, { weight: 2, transport_mode: undefined })
      const second = await receiveFor(dock, client, { weight: 3 })
      const { package: first } = await dock.done(`/packages/${unpriced.parcel_id}/price`, { transport_mode: 'air' })
      const told = async (): Promise<string[][]> => [
        await eventsOf(client, first.parcel_quote_id),
        await eventsOf(client, second.parcel_quote_id),
      ]
      const arrived = await told()
      const made = await repackInto(dock, [first, second], { weight: 5 })
      assert.deepEqual(
        made.prices.map((price: Json) => price.parcel_quote_id),
        [second.parcel_quote_id, first.parcel_quote_id],
        'in the order of their tokens, in which they are locked',
      )
      const repacked = await told()
      assert.deepEqual(repacked, [
        ['quote.price_finalised', ...arrived[0]!],
        ['quote.cancelled', ...arrived[1]!],
      ])
      await undoOf(dock, made)
      const [undone, back] = await told()
      assert.deepEqual(undone, ['quote.price_finalised', ...repacked[0]!])
      assert.deepEqual(back!.slice(0, -repacked[1]!.length).sort(), ['quote.booked', 'quote.price_finalised'])
    })

    it('charges no storage for days before there were charges, repacked or not', async () => {
      const client = await newClient(waybill)
      const parcels = [await receiveFor(dock, client, { weight: 2, ...SIZE }), await receiveFor(dock, client, { weight: 3, ...SIZE })]
      await waybill.deps.db.execute('insert into uncharged_storage (business_id, mode, package_id) values ($1, $2, $3)', [
        ...[client.tenant.business.id, 'test', parcels[0]!.parcel_id],
      ])
      const made = await repackInto(dock, parcels, { weight: 5, ...SIZE })
      const owed = await balanceOf(client)
      await passDays(client, 20)
      const { shipment_id: shipment } = await dock.done('/shipments', { transport_mode: 'air', mode: 'test', destination_country: 'NG' })
      await dock.done(`/shipments/${shipment}/attach`, { code: made.packages[0].parcel_number })
      await dock.done(`/shipments/${shipment}/depart`)
      assert.equal(await balanceOf(client), owed)
    })
  })
}, postgres)
