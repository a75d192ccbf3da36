// The key file and its name are on the disk before anything is encrypted with the key.

import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { storesAt } from '../../../test/support/engine/memory.ts'
import { syncedDirectories } from '../../../test/support/engine/synced-directories.ts'
import { StoreRefused } from './db.ts'
import { findSecretKeys } from './secret-key.ts'

it('a key file that is made has its name on the disk', async () => {
  const dataDir = await mkdtemp(join(await storesAt, 'waybill-test-'))
  const synced = await syncedDirectories(() => findSecretKeys({ dataDir }, true), { look: () => readdir(dataDir) })
  assert.deepEqual(
    synced.filter(({ directory }) => directory === dataDir).map(({ seen }) => seen.includes('secret.key')),
    [true],
  )
  await rm(dataDir, { recursive: true })
})

it('a key file that is a link which leads nowhere is refused, with what to do', async () => {
  const dataDir = await mkdtemp(join(await storesAt, 'waybill-test-'))
  await symlink(join(dataDir, 'not-mounted', 'secret.key'), join(dataDir, 'secret.key'))
  await assert.rejects(
    findSecretKeys({ dataDir }, true),
    (error) => error instanceof StoreRefused && /secret\.key is a link .* mounted\?/.test(error.message),
  )
  assert.deepEqual(await readdir(dataDir), ['secret.key'])
  await rm(dataDir, { recursive: true })
})
