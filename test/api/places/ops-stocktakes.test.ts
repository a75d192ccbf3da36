// A stocktake finds missing, misplaced and unknown packages. It can be interrupted and resumed. Its result does not change once it is finished.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { STOCKTAKE_SCANS_MAX } from '../../../src/domain/places/stocktake.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { countScanned, finishStocktake } from '../../../src/flows/places/take-stock.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { play } from '../../support/calls/package-calls.ts'
import { getPlace, newPlace, put } from '../../support/calls/place-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { storedPackages } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { conflictAtEnd, conflictBefore } from '../../support/engine/conflicts.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

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

  const start = (place: Json, by = staff): Promise<Answer> => by.call('POST', `/ops/v1/places/${place.place_id}/stocktakes`)
  const scan = (stocktake: Json, codes: string[], by = staff): Promise<Answer> =>
    by.call('POST', `/ops/v1/stocktakes/${stocktake.stocktake_id}/scan`, { codes })
  const get = async ({ stocktake_id }: Json): Promise<Json> => (await staff.call('GET', `/ops/v1/stocktakes/${stocktake_id}`)).json
  const finish = (stocktake: Json, by = staff): Promise<Answer> => by.call('POST', `/ops/v1/stocktakes/${stocktake.stocktake_id}/finish`)

  describe('a list of stocktakes', () => {
    it('counts open ones one after another, and a single one once', async () => {
      const [parcel] = await storedPackages(tenant, 1)
      const open: Json[] = []
      for (const code of ['L-01', 'L-02', 'L-03']) {
        const stocktake = (await start(await newPlace(staff, code))).json
        assert.equal((await scan(stocktake, [parcel.parcel_number])).status, 200)
        open.push(stocktake)
      }
      const { db } = waybill.deps
      const { query } = db
      let [underWay, most, counts] = [0, 0, 0]
      db.query = async (sql, params) => {
        if (!/ where parcel_number in /.test(sql)) return query(sql, params)
        counts += 1
        most = Math.max(most, ++underWay)
        return query<never>(sql, params).finally(() => underWay--)
      }
      const listed = (await staff.call('GET', '/ops/v1/stocktakes?mode=test&status=open')).json
      assert.deepEqual([listed.length, counts, most], [3, 3, 1])
      const { counts: seen } = await get(open[0])
      db.query = query
      assert.deepEqual([counts, seen.misplaced], [4, 1])
      for (const stocktake of open) assert.equal((await finish(stocktake)).status, 200)
    })
  })

  describe('a stocktake', () => {
    it('shows what is present, missing, misplaced and unknown, and does not change after it is finished', async () => {
      const [here, there] = [await newPlace(staff, 'A-01'), await newPlace(staff, 'B-01')]
      const [found, missing, elsewhere, nowhere, gone, left] = await storedPackages(tenant, 6)
      await put(staff, here, [found, missing, gone, left])
      await put(staff, there, [elsewhere])
      for (const { parcel_id } of [gone, left]) await play(tenant, parcel_id, 'depart')

      const stocktake = (await start(here)).json
      assert.deepEqual(stocktake.counts, { found: 0, missing: 2, misplaced: 0, unknown: 0 })
      const codes = [found, elsewhere, nowhere, gone].map(({ parcel_number }) => parcel_number)
      const { outcomes, stocktake: counted } = (await scan(stocktake, [...codes, 'torn 77', codes[0]!.toLowerCase()])).json
      assert.deepEqual(
        outcomes.map(({ outcome, place, movable, repeated }: Json) => [outcome, place, movable, repeated]),
        [
          ['found', 'A-01', true, false],
          ['misplaced', 'B-01', true, false],
          ['misplaced', null, true, false],
          ['misplaced', null, false, false],
          ['unknown', null, false, false],
          ['found', 'A-01', true, true],
        ],
      )
      assert.match(outcomes[1].message, /should be in place B-01/)
      assert.match(outcomes[3].message, /on record it is in transit/)
      assert.deepEqual(counted.counts, { found: 1, missing: 1, misplaced: 3, unknown: 1 })

      await put(staff, here, [elsewhere])
      const moved = await get(stocktake)
      assert.deepEqual(moved.counts, { found: 2, missing: 1, misplaced: 2, unknown: 1 })
      assert.deepEqual(
        moved.missing.map(({ parcel_number }: Json) => parcel_number),
        [missing.parcel_number],
      )
      assert.deepEqual(moved.unknown, ['TORN 77'])

      const other = await signedIn(waybill, 'admin')
      const done = (await finish(stocktake, other)).json
      assert.deepEqual([done.status, done.started_by.id, done.finished_by.id], ['finished', staff.staff.id, other.staff.id])
      await put(staff, there, [found, elsewhere])
      assert.deepEqual(await get(stocktake), done, 'what happens later does not change it')
      assertRejected(await scan(stocktake, codes), 'INVALID_TRANSITION')
      assertRejected(await finish(stocktake), 'INVALID_TRANSITION')
    })

    it('can be interrupted and resumed by anybody, and is listed', async () => {
      const place = await newPlace(staff, 'C-01')
      const [first, second] = await storedPackages(tenant, 2)
      await put(staff, place, [first, second])
      const started = await start(place)
      assert.equal(started.status, 201)
      await scan(started.json, [first.parcel_number])
      const other = await signedIn(waybill, 'warehouse')
      const resumed = await start(place, other)
      assert.deepEqual([resumed.status, resumed.json.stocktake_id, resumed.json.counts.found], [200, started.json.stocktake_id, 1])
      assert.equal((await getPlace(staff, place)).open_stocktake_id, started.json.stocktake_id)
      await scan(resumed.json, [second.parcel_number], other)
      await finish(resumed.json)
      assert.equal((await getPlace(staff, place)).open_stocktake_id, null)
      const again = await start(place)
      assert.equal(again.status, 201)
      const listed = (await staff.call('GET', `/ops/v1/stocktakes?mode=test&place_id=${place.place_id}`)).json
      assert.deepEqual(
        listed.map(({ status, counts }: Json) => [status, counts.found]),
        [
          ['open', 0],
          ['finished', 2],
        ],
      )
      const finished = (await staff.call('GET', `/ops/v1/stocktakes?mode=test&place_id=${place.place_id}&status=finished`)).json
      assert.deepEqual(
        finished.map(({ stocktake_id }: Json) => stocktake_id),
        [resumed.json.stocktake_id],
      )
    })

    it('started by several at once is one, and concurrent scans are all counted', async () => {
      const place = await newPlace(staff, 'D-01')
      const stored = await storedPackages(tenant, 6)
      await put(staff, place, stored)
      const started = await Promise.all([1, 2, 3, 4].map(() => start(place)))
      assert.equal(new Set(started.map(({ json }) => json.stocktake_id)).size, 1)
      assert.deepEqual(started.map(({ status }) => status).sort(), [200, 200, 200, 201])
      const [{ json: stocktake }] = started as [Answer]
      await Promise.all(stored.map(({ parcel_number }) => scan(stocktake, [parcel_number, stored[0].parcel_number])))
      assert.deepEqual((await get(stocktake)).counts, { found: 6, missing: 0, misplaced: 0, unknown: 0 })
    })

    it('has a limit on its scans, also when several scan at once', async () => {
      const { stocktake_id: id } = (await start(await newPlace(staff, 'F-01'))).json
      await waybill.deps.db.execute(
        `with recursive numbers (number) as (select 2 union all select number + 1 from numbers where number < ${STOCKTAKE_SCANS_MAX})
         insert into stocktake_scans (stocktake_id, code_key, package_id, scanned_by, scanned_at)
         select cast($1 as text), cast(number as text), null, 'test', 0 from numbers`,
        [id],
      )
      const scanned = (deps: Deps, code: string): Promise<string> =>
        countScanned(deps, byTest(deps), id, [code]).then(
          () => 'taken',
          ({ code }: { code: string }) => code,
        )
      let other = ''
      const meanwhile = async (): Promise<void> => {
        other = await scanned(waybill.deps, 'SECOND')
      }
      const first = await scanned(engine.name === 'postgres' ? conflictAtEnd(waybill.deps, meanwhile) : waybill.deps, 'FIRST')
      if (engine.name !== 'postgres') await meanwhile()
      assert.deepEqual([first, other], ['taken', 'VALIDATION_FAILED'])
    })

    it('finished during a scan has the scan in its result, or refuses it', { skip: engine.name === 'sqlite' }, async () => {
      const { stocktake_id: id } = (await start(await newPlace(staff, 'G-01'))).json
      let late: Answer | undefined
      const meanwhile = async (): Promise<void> => {
        late = await scan({ stocktake_id: id }, ['LATE'])
      }
      const deps = conflictBefore(waybill.deps, 'select count(*) as packages', meanwhile)
      const { result } = await finishStocktake(deps, byTest(deps), id)
      assert.equal(result!.unknown, 0)
      assertRejected(late!, 'INVALID_TRANSITION')
    })

    it('refuses the label of a place, and unknown stocktakes', async () => {
      const place = await newPlace(staff, 'E-01')
      const stocktake = (await start(place)).json
      assertRejected(await scan(stocktake, [place.barcode]), 'VALIDATION_FAILED')
      assert.equal((await staff.call('GET', '/ops/v1/stocktakes/x')).json.code, 'NOT_FOUND')
      assert.equal((await start({ place_id: 'plc_01kqn2x4t8e6nvd0t2d5c1yq7w' })).json.code, 'NOT_FOUND')
    })
  })
}, postgres)
