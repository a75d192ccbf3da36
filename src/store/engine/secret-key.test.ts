// The key file is on the disk, with its name, before anything is encrypted under it.

import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { syncedDirectories } from '../../../test/support/engine/synced-directories.ts'
import { findSecretKeys } from './secret-key.ts'

it('a key file that is made has its name on the disk', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-test-'))
  const synced = await syncedDirectories(() => findSecretKeys({ dataDir }, true), { look: () => readdir(dataDir) })
  assert.deepEqual(
    synced.filter(({ directory }) => directory === dataDir).map(({ seen }) => seen.includes('secret.key')),
    [true],
  )
  await rm(dataDir, { recursive: true })
})
