// A store of version 0.1 is accepted with its audit records. Rows without records are reported.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { beginTrail } from '../../../src/flows/audit/begin-trail.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import type { Query } from '../../../src/platform/engine/db.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import type { RecordRow } from '../../../src/store/audit/audit.ts'
import { fromRow, NO_HASH, recordHash } from '../../../src/store/audit/audit.ts'
import { keyText } from '../../../src/store/audit/audit-walk.ts'
import { isDigest } from '../../../src/store/audit/audited-rows.ts'
import { load as loadEndpoint } from '../../../src/store/events/webhook-endpoints.ts'
import { forge } from '../../support/calls/audit-checks.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { startKeyedWaybill } from '../../support/server/keyed-waybill.ts'

/** Turns the store into one of version 0.1, which had no origin record, no MACs, no digests and no encrypted secrets. */
const asVersion01 = async (tx: Query): Promise<void> => {
  for (const table of ['store_origin', 'audit_seals']) await tx.execute(`delete from ${table}`)
  await tx.execute(`delete from audit_records where object_id = 'store'`)
  const records = await tx.query<RecordRow>('select * from audit_records order by object_id, business_id, mode, version')
  const hashes = new Map<string, string>()
  for (const record of records.map(fromRow)) {
    const kept = Object.entries(JSON.parse(record.changes)).filter(([field]) => !isDigest(field))
    const changes = JSON.stringify(Object.fromEntries(kept))
    const hash = recordHash(hashes.get(keyText(record)) ?? NO_HASH, { ...record, changes })
    hashes.set(keyText(record), hash)
    await tx.execute(
      `update audit_records set changes = $1, hash = $2, mac = null, seal = null
       where object_id = $3 and business_id = $4 and mode = $5 and version = $6`,
      [changes, hash, record.objectId, record.businessId, record.mode, record.version],
    )
  }
  for (const { id, business_id, mode, secret } of await tx.query<Record<string, string>>('select * from webhook_endpoints')) {
    const place = { businessId: business_id!, mode: mode!, objectId: id!, column: 'secret' }
    await tx.execute('update webhook_endpoints set secret = $1 where id = $2', [tx.secrets.decrypt(place, secret!), id!])
  }
}

describe('a store of version 0.1', () => {
  // One engine is enough: audit-seals and audit-tampering test sealing and verification on both engines.
  forOneEngine((engine) => {
    it('is whole after its first start, except for rows without records; from then on every record needs a MAC', async () => {
      const waybill = await startKeyedWaybill(engine)
      const { deps } = waybill
      const { db } = deps
      const tenant = await waybill.newTenant()
      await signedIn(waybill, 'warehouse')
      const { json: endpoint } = await tenant.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/in' })
      await db.transaction(SYSTEM, asVersion01)
      const problems = async () => (await verifyAudit(deps)).breaks.map(({ objectId, problem }) => `${objectId}: ${problem}`)
      assert.match((await problems()).join('\n'), /store: the store has no origin record/)
      await beginTrail(deps)
      assert.deepEqual(await problems(), [])
      const [stored] = await db.query<{ secret: string }>('select secret from webhook_endpoints')
      assert.match(stored!.secret, /^enc1:/)
      const scope = { businessId: tenant.business.id, mode: 'test' } as const
      assert.equal((await loadEndpoint(db, scope, endpoint.webhook_endpoint_id)).secret, endpoint.secret)

      const [key] = await db.query<{ id: string }>('select id from api_keys limit 1')
      await db.transaction(SYSTEM, async (tx) => {
        await tx.execute(`update api_keys set scope = 'quote' where id = $1`, [key!.id])
        await forge(tx, 'api_key', key!.id, { scope: 'quote' })
      })
      await beginTrail(deps)
      assert.deepEqual(await problems(), [`${key!.id}: the record was not made with the secret key`])
      await waybill.close()
    })

    it('reports a row without records, before and after the first start', async () => {
      const waybill = await startKeyedWaybill(engine)
      const { deps } = waybill
      await waybill.newTenant()
      await deps.db.transaction(SYSTEM, async (tx) => {
        await asVersion01(tx)
        await tx.execute(`insert into fx_rates values ('forged', 'USD', 'NGN', '1', 'x', 1, 1)`)
      })
      for (const start of [async () => {}, beginTrail]) {
        await start(deps)
        const { breaks } = await verifyAudit(deps)
        assert.ok(breaks.some(({ objectId, problem }) => objectId === 'forged' && problem === 'it has no records'))
      }
      await waybill.close()
    })
  })
})
