// Audit records are archived to a signed file. Verification then needs this file, and finds changes in the store or in the file.

import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { archiveAudit } from '../../../src/flows/audit/archive-audit.ts'
import { sealAudit } from '../../../src/flows/audit/seal-audit.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import type { Query } from '../../../src/platform/engine/db.ts'
import { OutcomeUnknown, SYSTEM } from '../../../src/platform/engine/db.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import { bookPackage, sendNotice } from '../../support/calls/package-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { syncedDirectories } from '../../support/engine/synced-directories.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import { hostedCommand } from '../../support/server/command-line.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const KEY = 'k'.repeat(43)
const DAY_MS = 24 * 60 * 60 * 1000

describe('waybill audit archive', () => {
  // One engine is enough: audit-seals and audit-tampering prove that the trail works the same on both engines.
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    let store: FreshDb
    let keyed: FreshDb['db']
    let deps: Deps
    let id: string
    let file: string
    let next: string
    before(async () => {
      const freshDb = async (): Promise<FreshDb> => {
        store = await engine.freshDb()
        keyed = await openDb({ dataDir: store.dataDir, secretKeys: [KEY], ...(store.url ? { databaseUrl: store.url } : {}) })
        return { ...store, db: keyed }
      }
      waybill = await startWaybill({ name: engine.name, freshDb })
      deps = waybill.deps
      tenant = await waybill.newTenant()
      const admin = await signedIn(waybill, 'admin')
      await admin.call('PATCH', `/ops/v1/businesses/${tenant.business.id}`, { name: 'Another Name' })
      id = (await bookPackage(tenant, importAir())).parcel_id
      for (const action of ['hold', 'release']) await sendNotice(tenant, id, { action })
      await sealAudit(deps)
      file = join(store.dataDir, 'one.archive')
      next = join(store.dataDir, 'two.archive')
    })
    after(async () => {
      await keyed.close()
      await waybill.close()
    })

    const problems = async (...archiveFiles: string[]): Promise<string[]> =>
      (await verifyAudit(deps, { archiveFiles })).breaks.map(({ objectId, seal, problem }) => `${objectId ?? seal}: ${problem}`)
    const later = (): number => waybill.time.now() + DAY_MS

    it('finds nothing to archive before the first record', () =>
      assert.rejects(archiveAudit(deps, byTest(deps), file, waybill.time.now() - DAY_MS), /no sealed records/))

    it('is synced to the disk, with its name, before a record is deleted', async () => {
      const only = join(store.dataDir, 'synced.archive')
      const look = async () => ({
        isThere: (await readdir(store.dataDir)).includes('synced.archive'),
        records: await deps.db.query('select object_id from audit_records where object_id = $1', [id]),
      })
      const before = await look()
      const failingBy = (error: Error) => ({ ...deps, db: { ...deps.db, transaction: () => Promise.reject(error) } }) as Deps
      const failing = failingBy(new OutcomeUnknown('pulled out'))
      const synced = await syncedDirectories(() => assert.rejects(archiveAudit(failing, byTest(deps), only, later()), /pulled out/), {
        look,
      })
      assert.deepEqual(
        synced.map(({ seen }) => seen),
        [{ ...before, isThere: true }],
      )
      assert.equal((await look()).isThere, true, 'the store may know of it')
      await rm(only)
      await assert.rejects(archiveAudit(failingBy(new Error('refused')), byTest(deps), only, later()), /refused/)
      assert.deepEqual(await look(), before, 'the store knows nothing of it: no file is left')
    })

    it('moves records out of the store, and the chain goes on', async () => {
      const [{ count }] = (await deps.db.query<{ count: number }>('select count(*) as count from audit_records')) as [{ count: number }]
      const archived = await archiveAudit(deps, byTest(deps), file, later())
      assert.deepEqual([archived.records, archived.firstSeal, archived.lastSeal], [count, 1, 1])
      assert.ok(archived.removed > 0)
      for (const action of ['hold', 'release']) await sendNotice(tenant, id, { action })
      await sealAudit(deps)
      assert.deepEqual(await problems(file), [])
      await sendNotice(tenant, id, { action: 'hold' })
      const second = await archiveAudit(deps, byTest(deps), next, later())
      assert.deepEqual([second.firstSeal, second.lastSeal], [2, 2])
      assert.deepEqual(await problems(file, next), [])
      await assert.rejects(archiveAudit(deps, byTest(deps), file, later()), /no sealed records|EEXIST/)
    })

    it('is needed to verify the trail from then on, every file of it', async () => {
      await assert.rejects(problems(), /seals 1 to 1 are in an archive/)
      await assert.rejects(problems(file), /seals 2 to 2 are in an archive/)
    })

    it('is verified from the command line', async () => {
      const env = { ...store.env, WAYBILL_SECRET_KEY: KEY }
      const whole = await hostedCommand(['audit', 'verify', '--archive', file, next], env)
      assert.equal(whole.code, 0, whole.out + whole.err)
      assert.equal((await hostedCommand(['audit', 'verify'], env)).code, 1)
      for (const unreadable of [join(store.dataDir, 'none.archive'), store.dataDir, import.meta.filename]) {
        const { code, err } = await hostedCommand(['audit', 'verify', '--archive', unreadable, next], env)
        assert.equal(code, 1)
        assert.match(err, /^[^\n]+\n?$/)
        assert.ok(err.includes(unreadable), err)
      }
      const nothing = await hostedCommand(['audit', 'archive', join(store.dataDir, 'x'), '--before', '1d'], env)
      assert.match(nothing.err, /no sealed records/)
    })

    it('finds a file that was changed, or made by somebody else', async () => {
      const text = gunzipSync(await readFile(file)).toString()
      const changed = join(store.dataDir, 'changed.archive')
      await writeFile(changed, gzipSync(text.replace('hold', 'gold')))
      await assert.rejects(problems(changed, next), /not a complete audit archive/)
      await writeFile(changed, gzipSync(text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)))
      await assert.rejects(problems(changed, next), /its end is missing/)
    })

    const tampered: [what: string, tamper: (tx: Query) => Promise<unknown>, undo: string, problem: RegExp][] = [
      [
        'a record that stayed and was deleted',
        (tx) => tx.execute(`delete from audit_records where object_id = $1 and seal is not null`, [tenant.business.id]),
        'audit_records',
        /its last records are missing from the store|it has no records/,
      ],
      [
        'a record that stayed and was changed',
        (tx) => tx.execute(`update audit_records set actor = 'x', hash = 'x' where object_id = $1`, [tenant.business.id]),
        'audit_records',
        /not the one in the archive|does not match its hash/,
      ],
      [
        'a row changed in a column of which only the archive tells',
        (tx) => tx.execute(`update packages set origin_country = 'XX' where id = $1`, [id]),
        'packages',
        /stored origin_country does not match its records/,
      ],
    ]
    for (const [what, tamper, table, problem] of tampered) {
      it(`finds ${what}`, async () => {
        const rows = await deps.db.query<Record<string, string | number | null>>(`select * from ${table}`)
        await deps.db.transaction(SYSTEM, tamper)
        const found = await problems(file, next)
        await deps.db.transaction(SYSTEM, async (tx) => {
          if (table === 'packages') return void (await tx.execute(`update packages set origin_country = 'CN' where id = $1`, [id]))
          await tx.execute(`delete from ${table}`)
          for (const row of rows) {
            const names = Object.keys(row)
            await tx.execute(`insert into ${table} (${names}) values (${names.map((_, at) => `$${at + 1}`)})`, Object.values(row))
          }
        })
        assert.ok(
          found.some((each) => problem.test(each)),
          found.join('\n'),
        )
        assert.deepEqual(await problems(file, next), [])
      })
    }
  })
})
