// If two servers that share a data directory start on an empty database at the same time, both use the key that one of them makes.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { postgres } from '../../../test/support/engine/engines.ts'
import { openDb } from '../../platform/engine/open.ts'
import { systemDeps } from '../../system.ts'
import { beginStore } from './begin-store.ts'

it('a server that looked for a key before another made it reads that key', async () => {
  const { url, dataDir, drop } = await postgres.freshDb()
  const settings = { databaseUrl: url!, dataDir }
  const [first, second] = [await openDb(settings), await openDb(settings)]
  const maker = await beginStore({ ...systemDeps(), db: first }, settings)
  const reader = await beginStore({ ...systemDeps(), db: second }, settings)
  assert.notEqual(maker.keyFile, null)
  assert.deepEqual([reader.keyFile, reader.isUnkeyed], [null, false])
  assert.equal(reader.db.secrets.keyId, maker.db.secrets.keyId)
  await Promise.all([maker.db.close(), reader.db.close()])
  await drop()
})
