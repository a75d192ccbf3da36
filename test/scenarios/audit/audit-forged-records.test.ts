// Verification finds records that were forged by an attacker who can write to the database and knows the hash format, but not the secret key.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { beginTrail, replaceLostKey } from '../../../src/flows/audit/begin-trail.ts'
import { sealAudit } from '../../../src/flows/audit/seal-audit.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import type { Tx, Value } from '../../../src/platform/engine/db.ts'
import { StoreRefused, SYSTEM } from '../../../src/platform/engine/db.ts'
import { createSecrets } from '../../../src/platform/engine/secrets.ts'
import type { AuditedType } from '../../../src/store/audit/audit.ts'
import { NO_HASH, recordHash } from '../../../src/store/audit/audit.ts'
import { sealAll } from '../../../src/store/audit/audit-seals.ts'
import { listRecords } from '../../../src/store/audit/audit-trail.ts'
import { forge } from '../../support/calls/audit-checks.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { hostedCommand } from '../../support/server/command-line.ts'
import type { KeyedWaybill } from '../../support/server/keyed-waybill.ts'
import { KEY_A, KEY_B, startKeyedWaybill } from '../../support/server/keyed-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'

const FORGED = 'stf_01eg0000000000000000000000'
describe('records that were forged without the secret key', () => {
  // One engine is enough: audit-seals and audit-tampering prove that the trail works the same on both engines.
  forOneEngine((engine) => {
    let waybill: KeyedWaybill
    let deps: Deps
    let tenant: Tenant

    before(async () => {
      waybill = await startKeyedWaybill(engine)
      deps = waybill.deps
      tenant = await waybill.newTenant()
      await signedIn(waybill, 'warehouse')
      await sealAudit(deps)
    })
    after(() => waybill.close())

    const TABLES = ['audit_records', 'audit_seals', 'store_origin', 'staff', 'api_keys']
    const rowsOf = async (): Promise<[string, Record<string, Value>[]][]> =>
      Promise.all(TABLES.map(async (table) => [table, await deps.db.query<Record<string, Value>>(`select * from ${table}`)]))
    const putBack = (tables: [string, Record<string, Value>[]][]): Promise<void> =>
      deps.db.transaction(SYSTEM, async (tx) => {
        for (const table of ['audit_records', 'audit_seals', 'store_origin']) await tx.execute(`delete from ${table}`)
        await tx.execute(`delete from staff where email_key = 'x@example.com'`)
        for (const [table, rows] of tables) {
          for (const row of rows) {
            const [names, values] = [Object.keys(row), Object.values(row)]
            const places = names.map((_, index) => `$${index + 1}`)
            const sets = names.map((name, index) => `${name} = ${places[index]}`)
            await (['staff', 'api_keys'].includes(table)
              ? tx.execute(`update ${table} set ${sets} where id = $${names.length + 1}`, [...values, row.id!])
              : tx.execute(`insert into ${table} (${names}) values (${places})`, values))
          }
        }
      })

    /**
     * Tampers with the store. Returns the problems that a verification finds, and why the next start is refused. With `isSealNoted`, the
     * verification knows the latest seal from before the tampering.
     */
    const afterForgery = async (
      tamper: (tx: Tx) => Promise<unknown>,
      isSealNoted = true,
    ): Promise<{ problems: string[]; refusal: string | null }> => {
      const before = await rowsOf()
      const { latestSeal } = await verifyAudit(deps)
      await deps.db.transaction(SYSTEM, tamper)
      const problemsNow = async (): Promise<string[]> =>
        (await verifyAudit(deps, { noted: isSealNoted ? [latestSeal!] : [] })).breaks.map(
          ({ objectId, seal, problem }) => `${objectId ?? seal}: ${problem}`,
        )
      const problems = await problemsNow()
      let refusal: string | null = null
      await beginTrail(deps).catch((error) => {
        assert.ok(error instanceof StoreRefused, error)
        refusal = error.message
      })
      assert.notEqual((await problemsNow()).length, 0, 'the start took the forgery in')
      await putBack(before)
      assert.deepEqual((await verifyAudit(deps)).breaks, [])
      return { problems, refusal }
    }
    const insertAdmin = (tx: Tx): Promise<number> =>
      tx.execute(
        `insert into staff (id, email, email_key, name, role, password_hash, created_at)
         values ('${FORGED}', 'x@example.com', 'x@example.com', 'X', 'admin', 'x', 1000)`,
      )

    it('an admin in a store whose origin record was deleted: found, and refused by the next start', async () => {
      const { problems, refusal } = await afterForgery(async (tx) => {
        await insertAdmin(tx)
        await tx.execute('delete from store_origin')
      })
      assert.ok(problems.includes(`${FORGED}: it has no records`), problems.join('\n'))
      assert.match(problems.join('\n'), /^store: the store has no origin record/m)
      assert.match(refusal!, /its origin record is missing\. "waybill audit verify" shows/)
    })

    it('the command finds it too, and records nothing', async () => {
      const before = await rowsOf()
      const { latestSeal } = await verifyAudit(deps)
      await deps.db.transaction(SYSTEM, async (tx) => {
        await insertAdmin(tx)
        await tx.execute('delete from store_origin')
      })
      const seal = `${latestSeal!.number}:${latestSeal!.hash}`
      const { code, out } = await hostedCommand(['audit', 'verify', '--seal', seal], { ...waybill.store.env, WAYBILL_SECRET_KEY: KEY_A })
      assert.equal(code, 1, out)
      assert.match(out, /stf_01eg0000000000000000000000: it has no records/)
      assert.deepEqual(await deps.db.query('select * from store_origin'), [])
      await putBack(before)
    })

    it('the hash of a key, and a store that says it never had a secret key', async () => {
      const [key] = await deps.db.query<{ id: string }>('select id from api_keys limit 1')
      const { problems, refusal } = await afterForgery(async (tx) => {
        await tx.execute(`update api_keys set hash = 'forged' where id = $1`, [key!.id])
        const place = { businessId: '', mode: '', objectId: key!.id, column: 'hash' }
        await forge(tx, 'api_key', key!.id, { hash_digest: createSecrets([]).digest(place, 'forged') })
        await tx.execute('update store_origin set secret_key_id = null, trusted_seal = null, trusted_seal_sum = null, mac = null')
        await forge(tx, 'store', 'store', { secret_key_id: null, trusted_seal: null, trusted_seal_sum: null })
      })
      assert.match(problems.join('\n'), /^store: its secrets were under key [0-9a-f]{8}, and under no key since/m)
      assert.match(refusal!, /says that it has no secret key, but it was under key [0-9a-f]{8} before/)
    })

    it('a store that says its records never had MACs', async () => {
      const [staff] = await deps.db.query<{ id: string }>('select id from staff limit 1')
      const { problems, refusal } = await afterForgery(async (tx) => {
        await tx.execute(`update staff set role = 'admin' where id = $1`, [staff!.id])
        await forge(tx, 'staff', staff!.id, { role: 'admin' })
        await tx.execute('update audit_records set mac = null')
        await tx.execute('update store_origin set trusted_seal = null, trusted_seal_sum = null, mac = null')
        await forge(tx, 'store', 'store', { trusted_seal: null, trusted_seal_sum: null })
      })
      assert.ok(problems.includes('store: the origin record was not written with the secret key'), problems.join('\n'))
      assert.ok(problems.includes(`${staff!.id}: the record was not made with the secret key`), problems.join('\n'))
      assert.match(refusal!, /was not written by Waybill under key/)
    })

    it('a store that says its records are trusted up to the last seal', async () => {
      const { problems } = await afterForgery(async (tx) => {
        await tx.execute('update store_origin set trusted_seal = 9')
        await forge(tx, 'store', 'store', { trusted_seal: 9 })
      })
      assert.ok(problems.includes('store: the origin record was not written with the secret key'), problems.join('\n'))
    })

    const NO_KEY = { secret_key_id: null, trusted_seal: null, trusted_seal_sum: null }
    /** Rewrites the origin record of the store with a correct hash, and replaces all seals. */
    const rewriteBeginning = async (tx: Tx, changes: Record<string, Value>): Promise<void> => {
      const [record] = await listRecords(tx, { objectId: 'store' }, { number: 1, size: 1 })
      const text = JSON.stringify({ ...JSON.parse(record!.changes), ...changes })
      const hash = recordHash(NO_HASH, { ...record!, changes: text })
      await tx.execute(`update audit_records set changes = $1, hash = $2, mac = null where object_id = 'store'`, [text, hash])
      const sets = Object.keys(changes).map((name) => `${name} = null`)
      await tx.execute(`update store_origin set ${sets}, mac = null`)
      await tx.execute('delete from audit_seals')
      await tx.execute('update audit_records set seal = null')
      await sealAll(tx, 1000)
    }
    const PLACE = { businessId: '', mode: '', objectId: FORGED, column: 'password_hash' }
    const admin = { email: 'x@example.com', name: 'X', role: 'admin', created_at: 1000, password_changed_at: 0 }
    const forgeAdmin = async (tx: Tx): Promise<void> => {
      await insertAdmin(tx)
      await forge(tx, 'staff', FORGED, { ...admin, password_hash_digest: createSecrets([]).digest(PLACE, 'x') })
    }
    const rewritten: [what: string, tamper: (tx: Tx) => Promise<unknown>][] = [
      ['it began without a key', (tx) => rewriteBeginning(tx, NO_KEY)],
      ['its records began without MACs', (tx) => rewriteBeginning(tx, { trusted_seal: null, trusted_seal_sum: null })],
      [
        'it began without a key, and all MACs are gone',
        async (tx) => {
          await tx.execute('update audit_records set mac = null')
          await rewriteBeginning(tx, NO_KEY)
        },
      ],
      [
        'it began without a key, and its row trusts every seal',
        async (tx) => {
          await rewriteBeginning(tx, NO_KEY)
          await tx.execute(`update store_origin set trusted_seal = 1, trusted_seal_sum = (select hash from audit_seals where number = 1)`)
        },
      ],
    ]
    for (const [what, tamper] of rewritten) {
      it(`an admin in a store whose only record says that ${what}: found without a noted seal, and refused by the next start`, async () => {
        const { problems, refusal } = await afterForgery(async (tx) => {
          await forgeAdmin(tx)
          await tamper(tx)
        }, false)
        assert.ok(problems.includes('store: the origin record was not written with the secret key'), problems.join('\n'))
        assert.match(refusal ?? '', /was not written by Waybill under key [0-9a-f]{8}/)
      })
    }

    const columns: [what: string, type: AuditedType, table: string, change: Record<string, Value>][] = [
      ['the scope and the revocation of a key', 'api_key', 'api_keys', { scope: 'quote', revoked_at: 5 }],
      ['the role of a member of staff', 'staff', 'staff', { role: 'admin' }],
    ]
    for (const [what, type, table, change] of columns) {
      it(`${what}, with a record that fits its chain`, async () => {
        const [row] = await deps.db.query<{ id: string }>(`select id from ${table} order by id limit 1`)
        const sets = Object.keys(change).map((name, index) => `${name} = $${index + 2}`)
        const { problems } = await afterForgery(async (tx) => {
          await tx.execute(`update ${table} set ${sets} where id = $1`, [row!.id, ...Object.values(change)])
          await forge(tx, type, row!.id, change)
        })
        assert.deepEqual(problems, [`${row!.id}: the record was not made with the secret key`])
      })
    }

    it('stay found when the key changes, and everything else is verified with the new key alone', async () => {
      const using = async <T>(keys: string[], work: (own: Deps) => Promise<T>): Promise<T> => {
        const db = await waybill.open(...keys)
        return work({ ...deps, db }).finally(() => db.close())
      }
      const problemsOf = async (own: Deps): Promise<(string | null)[]> => (await verifyAudit(own)).breaks.map(({ objectId }) => objectId)
      await tenant.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/in' })
      await using([KEY_B, KEY_A], beginTrail)
      assert.deepEqual(await using([KEY_B], problemsOf), [])
      // The server of this test still has the old key, and writes this record with that key.
      await tenant.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/on' })
      assert.notDeepEqual(await using([KEY_B], problemsOf), [])
      await using([KEY_B, KEY_A], beginTrail)
      assert.deepEqual(await using([KEY_B], problemsOf), [])

      const [staff] = await deps.db.query<{ id: string }>('select id from staff limit 1')
      await deps.db.transaction(SYSTEM, async (tx) => {
        await tx.execute(`update staff set role = 'admin' where id = $1`, [staff!.id])
        await forge(tx, 'staff', staff!.id, { role: 'admin' })
      })
      await using([KEY_A, KEY_B], beginTrail)
      assert.deepEqual(await using([KEY_A, KEY_B], problemsOf), [staff!.id])
      assert.ok((await using([KEY_A], problemsOf)).includes(staff!.id))
      // `replaceLostKey` accepts all records as they are, including the forged record.
      await replaceLostKey(deps, byTest(deps))
      assert.deepEqual(await problemsOf(deps), [])
    })
  })
})
