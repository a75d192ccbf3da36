// Verification finds forged rows and swapped secrets in the store, even if forged rows claim to be older than the store.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { madeAt } from '../../../src/domain/values/ids.ts'
import { beginTrail, replaceLostKey } from '../../../src/flows/audit/begin-trail.ts'
import { sealAudit } from '../../../src/flows/audit/seal-audit.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { setOperator, setOperatorLogo } from '../../../src/flows/operator/set-operator.ts'
import { makeSetupLink } from '../../../src/flows/staff/create-staff.ts'
import type { Db, Query, Value } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { openDb } from '../../../src/platform/engine/open.ts'
import { createSecrets } from '../../../src/platform/engine/secrets.ts'
import { NO_HASH, recordHash } from '../../../src/store/audit/audit.ts'
import { load as loadEndpoint } from '../../../src/store/events/webhook-endpoints.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { KeyedWaybill } from '../../support/server/keyed-waybill.ts'
import { KEY_A, KEY_B, KEY_C, startKeyedWaybill } from '../../support/server/keyed-waybill.ts'
import type { Tenant } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** The time in forged rows and ids, long before the store was created. */
const EARLY_MS = 1_600_000_000_000
const EARLY = '01eg0000000000000000000000'

const problemsOf = async (deps: Pick<Deps, 'db'>, noted: { number: number; hash: string }[] = []): Promise<string[]> =>
  (await verifyAudit(deps, { noted })).breaks.map(({ objectId, problem }) => `${objectId}: ${problem}`)

describe('waybill audit verify, against forgery', () => {
  // One engine is enough: audit-seals and audit-tampering prove that the trail works the same on both engines.
  forOneEngine((engine) => {
    let waybill: KeyedWaybill
    let deps: Deps
    let tenant: Tenant

    before(async () => {
      waybill = await startKeyedWaybill(engine)
      deps = waybill.deps
      tenant = await waybill.newTenant()
      await signedIn(waybill, 'admin')
      const other = await signedIn(waybill, 'warehouse')
      for (const label of ['one', 'two']) {
        const made = await other.call('POST', '/ops/v1/access_tokens', { label, role: 'warehouse', expires_in_days: 10 })
        assert.equal(made.status, 201, made.text)
      }
      for (const path of ['one', 'two']) await tenant.post('/v1/webhook_endpoints', { url: `https://hooks.example.com/${path}` })
      await makeSetupLink(deps, byTest(deps))
      await sealAudit(deps)
    })
    after(() => waybill.close())

    /** Tampers with the store, verifies the store, and undoes the change. Returns the problems that the verification found. */
    const found = async (tamper: (tx: Query) => Promise<unknown>, undo: (tx: Query) => Promise<unknown>): Promise<string[]> => {
      const { latestSeal } = await verifyAudit(deps)
      await deps.db.transaction(SYSTEM, tamper)
      const problems = await problemsOf(deps, [latestSeal!])
      await deps.db.transaction(SYSTEM, undo)
      assert.deepEqual(await problemsOf(deps), [])
      return problems
    }

    it('uses ids that are older than the store', () => assert.ok(madeAt(`stf_${EARLY}`) < EARLY_MS + 1_000_000_000))

    const forged: [what: string, table: string, row: (tenant: Tenant, staff: string) => Record<string, string | number>][] = [
      [
        'an admin',
        'staff',
        () => ({ id: `stf_${EARLY}`, email: 'x@example.com', email_key: 'x@example.com', name: 'X', role: 'admin', password_hash: 'x' }),
      ],
      [
        'a key',
        'api_keys',
        ({ business }) => ({ id: `key_${EARLY}`, business_id: business.id, mode: 'live', hash: 'x', visible_prefix: 'x' }),
      ],
      [
        'a token',
        'access_tokens',
        (_, staff) => ({
          id: `pat_${EARLY}`,
          staff_id: staff,
          hash: 'x',
          visible_prefix: 'x',
          label: 'x',
          role: 'admin',
          expires_at: 9e12,
        }),
      ],
    ]
    for (const [what, table, rowOf] of forged) {
      it(`finds ${what} with an early created_at`, async () => {
        const [{ id: staff } = { id: '' }] = await deps.db.query<{ id: string }>('select id from staff limit 1')
        const row: Record<string, string | number> = { ...rowOf(tenant, staff), created_at: EARLY_MS }
        const names = Object.keys(row)
        const problems = await found(
          (tx) => tx.execute(`insert into ${table} (${names}) values (${names.map((_, index) => `$${index + 1}`)})`, Object.values(row)),
          (tx) => tx.execute(`delete from ${table} where id = $1`, [row.id!]),
        )
        assert.deepEqual(problems, [`${row.id}: it has no records`])
      })
    }

    it('finds a forged admin with a record whose hash is right, because the record has no MAC', async () => {
      const id = `stf_${EARLY}`
      const columns = { email: 'x@example.com', name: 'X', role: 'admin', created_at: EARLY_MS }
      const changes = JSON.stringify({ ...columns, password_changed_at: EARLY_MS, password_hash_digest: `sha256:${'0'.repeat(64)}` })
      const record = { businessId: '', mode: '', objectId: id, version: 1, objectType: 'staff', actor: 'x', requestId: 'x' } as const
      const hash = recordHash(NO_HASH, { ...record, changes, recordedAt: EARLY_MS })
      const problems = await found(
        async (tx) => {
          await tx.execute(
            `insert into staff (id, email, email_key, name, role, password_hash, created_at) values ($1, $2, $2, 'X', 'admin', 'x', $3)`,
            [id, columns.email, EARLY_MS],
          )
          await tx.execute(
            `insert into audit_records (business_id, mode, object_id, version, object_type, actor, request_id, changes, recorded_at, hash)
             values ('', '', $1, 1, 'staff', 'x', 'x', $2, $3, $4)`,
            [id, changes, EARLY_MS, hash],
          )
        },
        async (tx) => {
          await tx.execute('delete from staff where id = $1', [id])
          await tx.execute('delete from audit_records where object_id = $1', [id])
        },
      )
      assert.deepEqual(problems, [
        `${id}: the record was not made with the secret key`,
        `${id}: stored password_hash is not the one on record`,
      ])
    })

    const swapped: [table: string, column: string][] = [
      ['staff', 'password_hash'],
      ['api_keys', 'hash'],
      ['access_tokens', 'hash'],
      ['webhook_endpoints', 'secret'],
    ]
    for (const [table, column] of swapped) {
      it(`finds ${column} of two rows of ${table} swapped`, async () => {
        const rows = await deps.db.query<{ id: string; secret: string }>(`select id, ${column} as secret from ${table} order by id limit 2`)
        const [a, b] = [rows[0]!, rows[1]!]
        // Test accounts may have the same secret. Swapping would then change nothing, so the rows get two other values.
        const [forA, forB] = a.secret === b.secret ? ['x', 'y'] : [b.secret, a.secret]
        const put = async (tx: Query, first: string, second: string): Promise<void> => {
          // Some columns are unique, so the first row gets a placeholder before its value moves to the second row.
          await tx.execute(`update ${table} set ${column} = 'x' where id = $1`, [a.id])
          await tx.execute(`update ${table} set ${column} = $2 where id = $1`, [b.id, second])
          await tx.execute(`update ${table} set ${column} = $2 where id = $1`, [a.id, first])
        }
        const problems = await found(
          (tx) => put(tx, forA, forB),
          (tx) => put(tx, a.secret, b.secret),
        )
        const problem = `stored ${column} is not the one on record`
        assert.deepEqual(problems.sort(), [`${a.id}: ${problem}`, `${b.id}: ${problem}`].sort())
      })
    }

    it('finds changes of the columns by which a customer is scanned and an email signs in, and of the logo', async () => {
      const customer = await newCustomer(tenant, { address_suffix: '7001' })
      const admin = await signedIn(waybill, 'admin')
      await setOperator(deps, byTest(deps), { name: 'Sample Freight', time_zone: 'Africa/Lagos' })
      await setOperatorLogo(
        deps,
        byTest(deps),
        await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      )
      const cases: [table: string, column: string, id: string, forged: Value][] = [
        ['customers', 'suffix_key', customer.parcel_customer_id, 'ACM1004'],
        ['staff', 'email_key', admin.staff.id, 'another@example.com'],
        ['operator', 'logo', 'operator', Uint8Array.of(1)],
      ]
      for (const [table, column, id, forged] of cases) {
        const [row] = await deps.db.query<{ was: Value }>(`select ${column} as was from ${table} where id = $1`, [id])
        const put = (value: Value) => (tx: Query) => tx.execute(`update ${table} set ${column} = $2 where id = $1`, [id, value])
        assert.deepEqual(await found(put(forged), put(row!.was)), [`${id}: stored ${column} does not match its records`])
      }
    })

    it('finds the set-up link with another hash', async () => {
      const [link] = await deps.db.query<{ hash: string }>('select hash from setup_links')
      const put = (hash: string) => (tx: Query) => tx.execute('update setup_links set hash = $1', [hash])
      assert.deepEqual(await found(put('x'), put(link!.hash)), ['setup: stored hash is not the one on record'])
    })

    it('finds a changed or replaced origin record', async () => {
      const put = (rows: number) => (tx: Query) => tx.execute('update store_origin set rows_before = $1', [rows])
      assert.deepEqual(await found(put(3), put(0)), [
        'store: the origin record was not written with the secret key',
        'store: stored rows_before does not match its records',
      ])
      const [origin] = await deps.db.query<Record<string, Value>>('select * from store_origin')
      const [names, values] = [Object.keys(origin!), Object.values(origin!)]
      const problems = await found(
        (tx) => tx.execute('delete from store_origin'),
        (tx) => tx.execute(`insert into store_origin (${names}) values (${names.map((_, index) => `$${index + 1}`)})`, values),
      )
      assert.match(problems.join(), /store: the store has no origin record/)
    })

    it('keeps webhook secrets encrypted, and each in its place', async () => {
      const rows = await deps.db.query<{ id: string; secret: string }>('select id, secret from webhook_endpoints')
      assert.ok(rows.every(({ secret }) => secret.startsWith(`enc1:${deps.db.secrets.keyId}:`)))
      const { json } = await tenant.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/three' })
      const scope = { businessId: tenant.business.id, mode: 'test' } as const
      assert.equal((await loadEndpoint(deps.db, scope, json.webhook_endpoint_id)).secret, json.secret)
    })

    it('changes to a new key, and still finds what was swapped before', async () => {
      const scope = { businessId: tenant.business.id, mode: 'test' } as const
      const { json } = await tenant.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/four' })
      const using = async <T>(keys: string[], work: (own: Deps) => Promise<T>): Promise<T> => {
        const db = await waybill.open(...keys)
        return work({ ...deps, db }).finally(() => db.close())
      }
      await assert.rejects(using([KEY_C], beginTrail), /under key [0-9a-f]{8}, and the key given is [0-9a-f]{8}/)
      await using([KEY_B, KEY_A], beginTrail)
      await using([KEY_B], async (own) => {
        await beginTrail(own)
        assert.equal((await loadEndpoint(own.db, scope, json.webhook_endpoint_id)).secret, json.secret)
        assert.deepEqual(await problemsOf(own), [])
      })
      await assert.rejects(using([KEY_A], beginTrail), /Set WAYBILL_SECRET_KEY/)

      const [staff] = await deps.db.query<{ id: string }>('select id from staff order by id limit 1')
      await deps.db.execute(`update staff set password_hash = 'forged' where id = $1`, [staff!.id])
      await using([KEY_C, KEY_B], beginTrail)
      await using([KEY_C], async (own) => {
        assert.deepEqual(await problemsOf(own), [
          `${staff!.id}: stored password_hash cannot be verified: its digest is under a key that is not given`,
        ])
      })

      // KEY_C is lost, and only an older key is available.
      await using([KEY_A], async (own) => {
        const before = await own.db.query<{ id: string }>('select id from webhook_endpoints where deleted_at is null')
        const { endpointIds: replaced } = await replaceLostKey(own, byTest(own))
        assert.deepEqual(replaced.sort(), before.map(({ id }) => id).sort())
        assert.match((await loadEndpoint(own.db, scope, json.webhook_endpoint_id)).secret, /^whsec_/)
        assert.notEqual((await loadEndpoint(own.db, scope, json.webhook_endpoint_id)).secret, json.secret)
        assert.deepEqual(await problemsOf(own), [])
        await beginTrail(own)
      })
    })
  })
})

describe('a store without a key', () => {
  // One engine is enough: audit-seals and audit-tampering prove that the trail works the same on both engines.
  forOneEngine((engine) => {
    it('encrypts its secrets with the first key that it is given', async () => {
      const store = await engine.freshDb()
      const at = { dataDir: store.dataDir, ...(store.url ? { databaseUrl: store.url } : {}) }
      const unkeyed: Db = { ...store.db, secrets: createSecrets([]) }
      const plain: Db = { ...unkeyed, transaction: (by, fn) => store.db.transaction(by, (tx) => fn({ ...tx, secrets: unkeyed.secrets })) }
      const exclusively: Db['exclusively'] = (by, fn) => store.db.exclusively(by, (tx) => fn({ ...tx, secrets: unkeyed.secrets }))
      const waybill = await startWaybill({ name: engine.name, freshDb: async () => ({ ...store, db: { ...plain, exclusively } }) })
      const tenant = await waybill.newTenant()
      const { json } = await tenant.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/in' })
      const stored = async (): Promise<string> =>
        (await store.db.query<{ secret: string }>('select secret from webhook_endpoints'))[0]!.secret
      assert.equal(await stored(), json.secret)
      assert.deepEqual(await problemsOf(waybill.deps), [])

      const db = await openDb({ ...at, secretKeys: [KEY_A] })
      await beginTrail({ ...waybill.deps, db })
      assert.match(await stored(), /^enc1:/)
      assert.deepEqual(await problemsOf({ db }), [])
      await db.close()
      await waybill.close()
    })
  })
})
