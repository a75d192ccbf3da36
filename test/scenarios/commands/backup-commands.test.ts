// The commands `waybill backup` and `waybill restore`, as operators run them.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sqlite } from '../../support/engine/engines.ts'
import { storesAt } from '../../support/engine/memory.ts'
import { hostedCommand } from '../../support/server/command-line.ts'

const LAUNCHER = join(import.meta.dirname, '../../../bin/waybill.js')
const CREATE = ['business', 'create', '--name', 'Kano Imports', '--prefix', 'KAN']

let directory: string
before(async () => {
  directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
})
after(() => rm(directory, { recursive: true }))

describe('waybill backup and restore', () => {
  const piped = promisify(execFile)

  it('work through pipes, encrypted too, and print nothing else on standard output', async () => {
    const source = await sqlite.freshDb()
    const identity = await generateX25519Identity()
    const keys = join(directory, 'key.txt')
    await writeFile(keys, `${identity}\n`)
    const recipient = await identityToRecipient(identity)
    assert.equal((await hostedCommand(CREATE, source.env)).code, 0)
    for (const [saving, restoring] of [
      ['', ''],
      [`--recipient ${recipient}`, `--identity '${keys}'`],
    ]) {
      const to = await sqlite.freshDb([])
      await to.db.close()
      const command = `"$NODE" "$WAYBILL" backup - ${saving} | WAYBILL_DATA="$TO" "$NODE" "$WAYBILL" restore - ${restoring}`
      const env = { PATH: process.env.PATH, NODE: process.execPath, WAYBILL: LAUNCHER, ...source.env, TO: to.dataDir }
      const { stdout, stderr } = await piped('sh', ['-c', command], { env })
      assert.match(stdout, /^Restored \d+ rows from standard input\.\n$/)
      assert.match(stderr, /^Note: wrote \d+ rows to standard output/m)
      const listed = await hostedCommand(['business', 'list'], { ...source.env, WAYBILL_DATA: to.dataDir })
      assert.equal(listed.code, 0, listed.err)
      assert.match(listed.out, /KAN/)
      await rm(to.dataDir, { recursive: true })
    }
    await source.drop()
  })

  it('create no store from a file that is no backup', async () => {
    const [dataDir, file] = [join(directory, 'never'), join(directory, 'letter.txt')]
    await writeFile(file, 'Dear customer')
    for (const args of [[file], [directory], [join(directory, 'none.backup')], [file, '--identity', file]]) {
      assert.equal((await hostedCommand(['restore', ...args], { WAYBILL_DATA: dataDir })).code, 1)
      await assert.rejects(access(dataDir), { code: 'ENOENT' })
    }
  })

  it('continue without the encryption key of the secrets: the store works, and its trail is verified with the new key', async () => {
    const source = await sqlite.freshDb()
    assert.equal((await hostedCommand(CREATE, source.env)).code, 0)
    const file = join(directory, 'elsewhere.backup')
    assert.equal((await hostedCommand(['backup', file], source.env)).code, 0)
    const elsewhere = { ...source.env, WAYBILL_DATA: join(directory, 'elsewhere') }
    const restored = await hostedCommand(['restore', file], elsewhere)
    assert.equal(restored.code, 0, restored.err)
    assert.match(restored.err, /under key [0-9a-f]{8}, which is not here/)
    assert.match((await hostedCommand(['business', 'list'], elsewhere)).out, /KAN/)
    assert.equal((await hostedCommand(['audit', 'verify'], elsewhere)).code, 0)
    await source.drop()
  })
})
