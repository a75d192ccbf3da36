// The audit trail keeps one chain per object and one chain of seals, even if many transactions write and seal at once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sealAudit } from '../../../src/flows/audit/seal-audit.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import type { Tx } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import { hashRecords, sealNext } from '../../../src/store/audit/audit-seals.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { bookPackage, newCustomer, sendNotice } from '../../support/calls/package-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import { hostedCommand } from '../../support/server/command-line.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const HOLDS = 50
const SERVERS = 4
const EDITS = 20

describe('the audit trail under load', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let store: FreshDb
    before(async () => {
      waybill = await startWaybill({ name: engine.name, freshDb: async () => (store = await engine.freshDb()) })
    })
    after(() => waybill.close())

    it(`gives ${HOLDS} holds at once on one package contiguous versions and one chain`, async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      const answers = await Promise.all(
        Array.from({ length: HOLDS }, (_, turn) => sendNotice(tenant, parcel_id, { action: turn % 2 === 0 ? 'hold' : 'release' })),
      )
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
      const rows = await waybill.deps.db.query<{ version: number }>(
        'select version from audit_records where object_id = $1 order by version',
        [parcel_id],
      )
      assert.deepEqual(
        rows.map(({ version }) => version),
        Array.from({ length: HOLDS + 1 }, (_, index) => index + 1),
      )
      await assertAuditTrailValid(waybill)
    })

    it('numbers the changes of an object without versions in their order, whoever makes them', async () => {
      const { business } = await waybill.newTenant()
      const admin = await signedIn(waybill, 'admin')
      const edits = Array.from({ length: EDITS }, (_, turn) =>
        admin.call('PATCH', `/ops/v1/businesses/${business.id}`, turn % 2 === 0 ? { name: `Name ${turn}` } : { last_mile: turn % 4 === 1 }),
      )
      const answers = await Promise.all(edits)
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
      await assertAuditTrailValid(waybill)
    })

    it('seals every record once, with several servers sealing while others write', async () => {
      const tenant = await waybill.newTenant()
      const others = await Promise.all(
        Array.from({ length: SERVERS }, () => openDb({ dataDir: store.dataDir, ...(store.url ? { databaseUrl: store.url } : {}) })),
      )
      const sealing = others.map(async (db) => {
        for (let turn = 0; turn < 5; turn++) await sealAudit({ ...waybill.deps, db })
      })
      await Promise.all([...sealing, ...Array.from({ length: 40 }, () => newCustomer(tenant))])
      await Promise.all(others.map((db) => db.close()))
      await sealAudit(waybill.deps)
      const { unsealed, latestSeal, breaks } = await verifyAudit(waybill.deps)
      assert.deepEqual(breaks, [])
      assert.equal(unsealed, 0)
      assert.ok(latestSeal)
      assert.deepEqual(await sealAudit(waybill.deps), [], 'nothing is left to seal')
    })

    // Skipped on SQLite, which runs writing transactions one after the other.
    it('leaves records to the server that seals them at the moment', { skip: engine.name === 'sqlite' }, async () => {
      await newCustomer(await waybill.newTenant())
      const { db, clock } = waybill.deps
      const [sealed, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const first = db.transaction(SYSTEM, async (tx) => {
        const seal = await sealNext(tx, clock())
        sealed.resolve()
        await looked.promise
        return seal
      })
      await sealed.promise
      // The first transaction commits while the second decides whether there is anything to seal.
      const second = db.transaction(SYSTEM, (tx) => {
        const query: Tx['query'] = async (...args) => {
          const rows = await tx.query(...args)
          looked.resolve()
          await first
          return rows as never
        }
        return sealNext({ ...tx, query }, clock())
      })
      assert.deepEqual([((await first)?.records ?? 0) > 0, await second], [true, null])
    })

    it('is verified, and shown, from the command line while the server runs', async () => {
      const good = await hostedCommand(['audit', 'verify', '--json'], store.env)
      assert.equal(good.code, 0, good.err)
      const { ok, records, latest_seal: latest } = JSON.parse(good.out)
      assert.deepEqual([ok, records > 0], [true, true])
      const noted = await hostedCommand(['audit', 'verify', '--seal', latest], store.env)
      assert.equal(noted.code, 0, noted.err)
      assert.match(noted.out, new RegExp(`to be noted down elsewhere: ${latest}$`))
      const wrong = await hostedCommand(
        ['audit', 'verify', '--seal', `${latest.slice(0, -1)}${latest.endsWith('0') ? '1' : '0'}`],
        store.env,
      )
      assert.equal(wrong.code, 1)
      assert.match(wrong.out, /it is not the one that was noted down/)
      assert.match(wrong.err, /broken in 1 place/)
      assert.equal((await hostedCommand(['audit', 'verify', '--seal', 'nonsense'], store.env)).code, 1)

      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      await sendNotice(tenant, parcel_id, { action: 'hold' })
      const shown = await hostedCommand(['audit', 'show', parcel_id], store.env)
      assert.match(shown.out, /^ {2}hold_instruction: release → hold$/m)
      assert.equal((await hostedCommand(['audit', 'show', 'pkg_unknown'], store.env)).code, 1)
    })
  }, postgres)
})

describe('the hash of sealed records', () => {
  it('does not depend on the order in which a database lists them', () => {
    const records = ['b', 'a', 'Z'].map((objectId) => ({ businessId: '', mode: '', objectId, version: 1, hash: objectId }))
    assert.equal(hashRecords(records), hashRecords(records.toReversed()))
  })
})
