// A repack, a split or an undo runs at the same time as another change of the same packages: one is refused, or both take effect.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Caller, Deps } from '../../../src/flows/deps.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { repackPackages, undoRepack } from '../../../src/flows/receiving/repack-packages.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { Dock } from '../../support/calls/receiving-calls.ts'
import { atDock } from '../../support/calls/receiving-calls.ts'
import type { Client } from '../../support/calls/repack-calls.ts'
import { balanceOf, idsOf, newClient, readAs, receiveFor, repackInto } from '../../support/calls/repack-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { conflictBefore } from '../../support/engine/conflicts.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Beginnings of SQL statements in a repack or in its undo. On PostgreSQL, the other change runs just before one of these statements. */
const BEFORE_PACKAGES = 'update packages set'
const ONCE_REPACKED = 'insert into repacks'
const ONCE_UNDONE = 'update repacks'

type Codes = [mine: string | null, theirs: string | null]

forOneEngine((engine) => {
  describe('repacking while', () => {
    let waybill: Waybill
    let dock: Dock
    let client: Client
    before(async () => {
      waybill = await startWaybill(engine)
      dock = await atDock(waybill)
      client = await newClient(waybill)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    const caller = (): Promise<Caller> =>
      callerFor(waybill.deps.db, { businessId: client.tenant.business.id, mode: 'test' }, byTest(waybill.deps))
    const repackWith = async (deps: Deps, parcels: readonly Json[]): Promise<unknown> =>
      repackPackages(deps, await caller(), {
        ...{ kind: 'repack', packageIds: idsOf(parcels), note: null, at: () => '', isConfirmed: false },
        parts: [{ pieces: 1, weightKg: 5 }],
      })
    const splitWith = async (deps: Deps, parcel: Json): Promise<unknown> =>
      repackPackages(deps, await caller(), {
        ...{ kind: 'split', packageIds: [parcel.parcel_id], note: null, at: () => '', isConfirmed: false },
        parts: [
          { pieces: 1, weightKg: 1 },
          { pieces: 1, weightKg: 2 },
        ],
      })
    const undoWith = async (deps: Deps, { repack }: Json): Promise<unknown> => undoRepack(deps, await caller(), repack.repack_id, null)
    const two = async (): Promise<[Json, Json]> => [
      await receiveFor(dock, client, { weight: 2 }),
      await receiveFor(dock, client, { weight: 3 }),
    ]
    const shown = ({ parcel_id: id }: Json): Promise<Json> => readAs(client, `/packages/${id}`)
    const newShipment = async (): Promise<string> =>
      (await dock.done('/shipments', { transport_mode: 'air', mode: 'test', destination_country: 'NG' })).shipment_id
    const attach = (shipment: string, { parcel_number: code }: Json): Promise<Answer> =>
      dock.post(`/shipments/${shipment}/attach`, { code })

    /**
     * Races `mine` against `theirs`. On PostgreSQL, also runs `theirs` in the middle of `mine`: before the packages are updated, and before
     * the statement `written`.
     */
    const eachRace = async <T>(
      written: string,
      prepare: () => Promise<T>,
      mine: (deps: Deps, given: T) => Promise<unknown>,
      theirs: (given: T) => Promise<Answer>,
      check: (codes: Codes, given: T) => Promise<void>,
    ): Promise<void> => {
      for (const point of engine.name === 'postgres' ? [null, BEFORE_PACKAGES, written] : [null]) {
        const given = await prepare()
        let answer: Promise<Answer> | undefined
        const other = (): Promise<Answer> => (answer ??= theirs(given))
        const deps = point === null ? waybill.deps : conflictBefore(waybill.deps, point, other)
        const work = mine(deps, given).then(
          () => null,
          ({ code }: { code: string }) => code,
        )
        if (point === null) void other()
        const code = await work
        const { status, json } = await other()
        assert.ok(status < 500, JSON.stringify(json))
        await check([code, status < 300 ? null : json.code], given)
      }
    }
    const assertOneOf = (codes: Codes, allowed: readonly Codes[]): void =>
      assert.ok(
        allowed.some((each) => each.join() === codes.join()),
        codes.join(),
      )

    it('one of them is attached: the later one is refused', () =>
      eachRace(
        ONCE_REPACKED,
        async () => ({ parcels: await two(), shipment: await newShipment() }),
        (deps, { parcels }) => repackWith(deps, parcels),
        ({ parcels, shipment }) => attach(shipment, parcels[0]),
        async (codes, { parcels, shipment }) => {
          assertOneOf(codes, [
            [null, 'PACKAGE_CANCELLED'],
            ['PACKAGE_IN_SHIPMENT', null],
          ])
          const [first, second] = [await shown(parcels[0]), await shown(parcels[1])]
          assert.deepEqual([first.status, second.status], codes[0] === null ? ['cancelled', 'cancelled'] : ['warehouse', 'warehouse'])
          assert.equal(first.shipment_id, codes[0] === null ? null : shipment)
        },
      ))

    it('one of them is cancelled, or its receipt undone: the later one is refused', async () => {
      const refusedWith =
        (later: string) =>
        async (codes: Codes, [first, second]: readonly Json[]): Promise<void> => {
          assertOneOf(codes, [
            [null, later],
            ['PACKAGE_CANCELLED', null],
          ])
          assert.equal((await shown(first!)).status, 'cancelled')
          assert.equal((await shown(second!)).status, codes[0] === null ? 'cancelled' : 'warehouse')
        }
      await eachRace(
        ONCE_REPACKED,
        two,
        repackWith,
        ([{ parcel_id: id }]) => dock.post(`/packages/${id}/cancel`),
        refusedWith('PACKAGE_CANCELLED'),
      )
      await eachRace(
        ONCE_REPACKED,
        two,
        repackWith,
        async ([{ parcel_id: id }]) => {
          const [{ receipt_id: receipt }] = await dock.get(`/packages/${id}/receipts`)
          return dock.post(`/receipts/${receipt}/undo`)
        },
        refusedWith('INVALID_TRANSITION'),
      )
    })

    it('one of them is held: the goods are on hold, wherever they are', () =>
      eachRace(
        ONCE_REPACKED,
        two,
        repackWith,
        ([{ parcel_id: id }]) => client.tenant.post(`/v1/packages/${id}/notices`, { action: 'hold' }),
        async (codes, [first]) => {
          assertOneOf(codes, [
            [null, null],
            ['PACKAGE_ON_HOLD', null],
          ])
          const { repacked_into: into, hold_instruction: hold } = await shown(first)
          assert.equal(into === null, codes[0] !== null)
          assert.equal(into === null ? hold : (await shown(into[0])).hold_instruction, 'hold')
        },
      ))

    it('another splits one of them: it is in one of the two', () =>
      eachRace(
        ONCE_REPACKED,
        two,
        (deps, [first]) => splitWith(deps, first),
        (parcels) => dock.post('/repacks', { package_ids: idsOf(parcels), weight: 5 }),
        async (codes, [first, second]) => {
          assertOneOf(codes, [
            [null, 'PACKAGE_CANCELLED'],
            ['PACKAGE_CANCELLED', null],
          ])
          assert.equal((await shown(first)).repacked_into.length, codes[0] === null ? 2 : 1)
          assert.equal((await shown(second)).status, codes[0] === null ? 'warehouse' : 'cancelled')
        },
      ))

    it('its customer is merged: everything belongs to the other customer', async () => {
      const admin = await signedIn(waybill, 'admin')
      const kept = await newCustomer(client.tenant, {})
      await eachRace(
        ONCE_REPACKED,
        async () => {
          const duplicate = await newCustomer(client.tenant, {})
          const own = { ...client, suffix: duplicate.address_suffix }
          return { duplicate, parcels: [await receiveFor(dock, own, { weight: 2 }), await receiveFor(dock, own, { weight: 3 })] }
        },
        (deps, { parcels }) => repackWith(deps, parcels),
        ({ duplicate }) =>
          admin.call('POST', `/ops/v1/customers/${duplicate.parcel_customer_id}/merge`, { into_id: kept.parcel_customer_id }),
        async (codes, { duplicate, parcels }) => {
          assert.deepEqual(codes, [null, null])
          for (const table of ['packages', 'quotes', 'charges']) {
            const left = `select id from ${table} where customer_id = $1${table === 'charges' ? ' and reversed_at is null' : ''}`
            assert.deepEqual(await waybill.deps.db.query(left, [duplicate.parcel_customer_id]), [], table)
          }
          const [made] = (await shown(parcels[0]!)).repacked_into
          assert.equal((await dock.get(`/packages/${made.parcel_id}`)).customer.parcel_customer_id, kept.parcel_customer_id)
        },
      )
    })

    const repacked = async (): Promise<Json> => repackInto(dock, await two(), { weight: 5 })

    it('undone while its result is attached or repacked again: the later one is refused', async () => {
      await eachRace(
        ONCE_UNDONE,
        async () => ({ made: await repacked(), shipment: await newShipment() }),
        (deps, { made }) => undoWith(deps, made),
        ({ made, shipment }) => attach(shipment, made.packages[0]),
        async (codes, { made, shipment }) => {
          assertOneOf(codes, [
            [null, 'PACKAGE_CANCELLED'],
            ['PACKAGE_IN_SHIPMENT', null],
          ])
          const result = await shown(made.packages[0])
          assert.deepEqual([result.status, result.shipment_id], codes[0] === null ? ['cancelled', null] : ['warehouse', shipment])
          assert.equal((await shown(made.sources[0])).status, codes[0] === null ? 'warehouse' : 'cancelled')
        },
      )
      await eachRace(
        ONCE_UNDONE,
        repacked,
        undoWith,
        ({ packages: [{ parcel_id: id }] }) => dock.post(`/packages/${id}/split`, { parts: [{ weight: 2 }, { weight: 3 }] }),
        async (codes, { sources, packages }) => {
          assertOneOf(codes, [
            [null, 'PACKAGE_CANCELLED'],
            ['INVALID_TRANSITION', null],
          ])
          assert.equal((await shown(sources[0])).status, codes[0] === null ? 'warehouse' : 'cancelled')
          assert.equal((await shown(packages[0])).status, 'cancelled')
        },
      )
    })

    it('undone while its shipment departs: the shipment departs', () =>
      eachRace(
        ONCE_UNDONE,
        async () => {
          const [made, shipment] = [await repacked(), await newShipment()]
          await attach(shipment, made.packages[0])
          return { made, shipment }
        },
        (deps, { made }) => undoWith(deps, made),
        ({ shipment }) => dock.post(`/shipments/${shipment}/depart`),
        async ([code, theirs], { made }) => {
          assert.equal(theirs, null)
          assert.ok(code === 'PACKAGE_IN_SHIPMENT' || code === 'INVALID_TRANSITION', String(code))
          assert.equal((await shown(made.packages[0])).status, 'transit')
        },
      ))

    it('undone while its result is held: the goods are on hold, wherever they are', () =>
      eachRace(
        ONCE_UNDONE,
        repacked,
        undoWith,
        ({ packages: [{ parcel_id: id }] }) => client.tenant.post(`/v1/packages/${id}/notices`, { action: 'hold' }),
        async (codes, { sources, packages }) => {
          assertOneOf(codes, [
            [null, null],
            ['PACKAGE_ON_HOLD', null],
          ])
          for (const parcel of codes[0] === null ? sources : packages) assert.equal((await shown(parcel)).hold_instruction, 'hold')
        },
      ))

    it('nothing is charged twice', async () => {
      const own = await newClient(waybill)
      const parcels = [await receiveFor(dock, own, { weight: 2 }), await receiveFor(dock, own, { weight: 3 })]
      const owed = await balanceOf(own)
      const body = { package_ids: idsOf(parcels), weight: 5 }
      const answers = await Promise.all([dock.post('/repacks', body), dock.post('/repacks', body)])
      const made = answers.find(({ status }) => status === 201)!.json
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
      const price = (await readAs(own, `/parcel_quotes/${made.packages[0].parcel_quote_id}`)).estimated_price
      assert.equal(await balanceOf(own), price.toFixed(2))
      await dock.done(`/repacks/${made.repack.repack_id}/undo`)
      assert.equal(await balanceOf(own), owed)
    })
  })
}, postgres)
