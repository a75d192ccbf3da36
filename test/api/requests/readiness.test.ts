// /readyz answers 200 while the server can serve, and 503 with the reason while it cannot, never 500.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { StoreDamaged } from '../../../src/platform/engine/db.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
  describe('/readyz', () => {
    let waybill: Waybill
    beforeEach(async () => {
      waybill = await startWaybill(engine)
    })
    afterEach(() => waybill.close())

    const write = (sql: string): Promise<unknown> => waybill.deps.db.execute(sql)

    const assertNotReady = async (reason: RegExp): Promise<void> => {
      const { status, json } = await waybill.call('GET', '/readyz')
      assert.deepEqual([status, json.code], [503, 'UNAVAILABLE'])
      assert.match(json.error, reason)
    }

    it('stays ready beside a version that is one migration ahead, and keeps quoting; not beside one that is two ahead', async () => {
      await write(`insert into schema_migrations (name, sha256) values ('9998-the-next', 'x')`)
      assert.equal((await waybill.call('GET', '/readyz')).status, 200)
      const tenant = await waybill.newTenant()
      assert.equal((await tenant.post('/v1/parcel_quotes', { parcel: importOcean() })).status, 201)
      await write(`insert into schema_migrations (name, sha256) values ('9999-and-its-next', 'x')`)
      await assertNotReady(/newer version.*2 migrations ahead/)
    })

    it('is not ready before a migration, or after one was changed', async () => {
      await write(`delete from schema_migrations where name = (select max(name) from schema_migrations)`)
      await assertNotReady(/yet to be migrated/)
      await write(`update schema_migrations set sha256 = 'x' where name = (select min(name) from schema_migrations)`)
      await assertNotReady(/was changed after it had been applied/)
    })

    it('shows no path of its machine', async () => {
      const { vitals } = waybill.deps.db
      for (const error of [
        Object.assign(new Error("ENOENT: no such file or directory, statfs '/srv/waybill'"), { code: 'ENOENT' }),
        new StoreDamaged('/srv/waybill/waybill.db is damaged'),
        new Error('something at /srv/waybill'),
      ]) {
        waybill.deps.db.vitals = () => Promise.reject(error)
        await assertNotReady(/^The store cannot be checked; the log of the server says why\.$/)
      }
      waybill.deps.db.vitals = vitals
      assert.equal((await waybill.call('GET', '/readyz')).status, 200)
    })

    it('is not ready while the store does not answer', async () => {
      await waybill.deps.db.close()
      await assertNotReady(/does not answer/)
    })
  })

  it('/readyz is not ready when the disk is full', async () => {
    const waybill = await startWaybill(engine, { freeDiskMinBytes: Number.MAX_SAFE_INTEGER })
    if (engine.name === 'postgres') {
      assert.equal((await waybill.call('GET', '/readyz')).status, 200)
      const failing = waybill.deps.db.execute(`do $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`)
      await assert.rejects(failing, /no space left/)
    }
    const { status, json } = await waybill.call('GET', '/readyz')
    assert.deepEqual([status, json.error], [503, 'The disk of the store is full.'])
    await waybill.close()
  })
})
