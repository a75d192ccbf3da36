// Backups can be written to streams, devices and links, and can be encrypted. Only older backups and empty files are overwritten.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, statSync, truncateSync } from 'node:fs'
import { lstat, mkdtemp, open, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine, sqlite } from '../../../test/support/engine/engines.ts'
import { storesAt } from '../../../test/support/engine/memory.ts'
import type { Db } from '../engine/db.ts'
import { SYSTEM } from '../engine/db.ts'
import { openDb } from '../engine/open.ts'
import { backup, restore } from './backup.ts'
import { readIdentities } from './backup-encryption.ts'

const FIRST = {
  name: '0001-first',
  sql: `create table parcels (id text primary key, note text);
    create index ix_parcels_note on parcels (note);`,
}
const MIGRATIONS = { migrations: [FIRST] }
const NOW = new Date('2026-11-15T00:00:00Z')
const PARCELS = 3_000
const NOTE_BYTES = 200
const JOURNAL_MAX_BYTES = 64 * 2 ** 10
const GZIP = Buffer.from([0x1f, 0x8b])

const count = async (db: Db): Promise<number> => (await db.query<{ count: number }>('select count(*) as count from parcels'))[0]!.count

let directory: string
let source: FreshDb
before(async () => {
  directory = await mkdtemp(join(await storesAt, 'waybill-test-'))
  source = await sqlite.freshDb([FIRST])
  await source.db.transaction(SYSTEM, async (tx) => {
    for (let id = 0; id < PARCELS; id++)
      await tx.execute('insert into parcels (id, note) values ($1, $2)', [`p${id}`, randomBytes(NOTE_BYTES).toHex()])
  })
})
after(async () => {
  await source.drop()
  await rm(directory, { recursive: true })
})

const toStream = async (options = {}): Promise<Buffer> => {
  const output = new PassThrough()
  const [bytes, saved] = await Promise.all([buffer(output), backup(source.db, output, NOW, undefined, options)])
  assert.deepEqual(saved, { rows: PARCELS, isReadBack: false })
  return bytes
}

forEachEngine((engine) => {
  const withTarget = async (test: (db: Db) => Promise<void>): Promise<void> => {
    const target = await engine.freshDb([])
    await test(target.db).finally(() => target.drop())
  }

  it('a backup goes into a stream, and is restored from one', () =>
    withTarget(async (db) => {
      assert.equal(await restore(db, Readable.from([await toStream()], { objectMode: false }), undefined, MIGRATIONS), PARCELS)
      assert.equal(await count(db), PARCELS)
      // The restored store accepts writes, and its indexes exist again.
      await db.execute("insert into parcels (id, note) values ('later', 'x')")
      const catalogue =
        engine.name === 'sqlite' ? "select name from sqlite_schema where type = 'index'" : 'select indexname as name from pg_indexes'
      assert.ok((await db.query<{ name: string }>(catalogue)).some(({ name }) => name === 'ix_parcels_note'))
    }))

  it('of a stream that ends early or was changed nothing is loaded, and the next restore succeeds', () =>
    withTarget(async (db) => {
      const whole = await toStream()
      const changed = Buffer.from(whole)
      changed.writeUInt8(changed.at(-200)! ^ 1, changed.length - 200)
      for (const bytes of [whole.subarray(0, whole.length - 100), changed]) {
        await assert.rejects(restore(db, Readable.from([bytes], { objectMode: false }), undefined, MIGRATIONS), /not a complete backup/)
        assert.equal(await count(db), 0)
      }
      assert.equal(await restore(db, Readable.from([whole], { objectMode: false }), undefined, MIGRATIONS), PARCELS)
    }))
})

describe('a restore into an embedded store', () => {
  let target: FreshDb
  let file: string
  before(async () => {
    file = join(directory, 'restored.backup')
    await backup(source.db, file, NOW)
  })
  beforeEach(async () => {
    target = await sqlite.freshDb([])
  })
  afterEach(() => target.drop())

  const sizeOf = (suffix: string): number => statSync(join(target.dataDir, `waybill.db${suffix}`), { throwIfNoEntry: false })?.size ?? 0

  it('fills neither the log nor a journal, however much it loads', async () => {
    let largest = 0
    await restore(
      target.db,
      file,
      ({ step }) => {
        if (step !== 'loading') return
        largest = Math.max(largest, sizeOf('-wal'), sizeOf('-journal'))
        // Loading uses a rollback journal, not a write-ahead log.
        assert.equal(existsSync(join(target.dataDir, 'waybill.db-wal')), false)
      },
      MIGRATIONS,
    )
    assert.equal(await count(target.db), PARCELS)
    assert.ok(largest < JOURNAL_MAX_BYTES && sizeOf('') > 10 * JOURNAL_MAX_BYTES, `${largest} of ${sizeOf('')} bytes`)
  })

  it('that is interrupted leaves nothing, and a store that can be used', async () => {
    const interrupted = restore(
      target.db,
      file,
      ({ step, done }) => {
        if (step === 'loading' && done > PARCELS / 2) throw new Error('interrupted')
      },
      MIGRATIONS,
    )
    await assert.rejects(interrupted, /interrupted/)
    assert.equal(await count(target.db), 0)
    assert.equal(await restore(target.db, file, undefined, MIGRATIONS), PARCELS)
  })

  it('is refused while somebody else has it open', async () => {
    const other = await openDb({ dataDir: target.dataDir })
    await assert.rejects(restore(target.db, file, undefined, MIGRATIONS), /another process has .*waybill\.db open: stop it first/)
    await other.close()
    assert.equal(await restore(target.db, file, undefined, MIGRATIONS), PARCELS)
  })
})

describe('a backup', () => {
  it('into a link writes what the link leads to, for its owner only, and leaves the link', async () => {
    const [file, link] = [join(directory, 'target.backup'), join(directory, 'link.backup')]
    await writeFile(file, await toStream(), { mode: 0o644 })
    await symlink(file, link)
    assert.deepEqual(await backup(source.db, link, NOW), { rows: PARCELS, isReadBack: true })
    assert.equal(await readlink(link), file)
    assert.deepEqual((await readFile(file)).subarray(0, 2), GZIP)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  })

  it('takes the place of an earlier one, cut or encrypted, and of an empty file', async () => {
    const recipients = [await identityToRecipient(await generateX25519Identity())]
    const whole = await toStream()
    for (const earlier of [whole, whole.subarray(0, 1_000), await toStream({ recipients }), '']) {
      const file = join(directory, 'earlier.backup')
      await writeFile(file, earlier)
      assert.deepEqual(await backup(source.db, file, NOW), { rows: PARCELS, isReadBack: true })
    }
  })

  it('replaces no other file: not the store, its key or an archive', async () => {
    const archive = join(directory, 'archive')
    await writeFile(archive, gzipSync('{"format":"waybill-audit-archive","version":1}\n'))
    const key = join(directory, 'secret.key')
    await writeFile(key, 'a key that nobody else has')
    const link = join(directory, 'key.backup')
    await symlink(key, link)
    for (const file of [join(source.dataDir, 'waybill.db'), archive, key, link]) {
      const before = await readFile(file)
      await assert.rejects(backup(source.db, file, NOW), /exists and is not a backup/)
      assert.deepEqual(await readFile(file), before)
    }
    assert.equal(await count(source.db), PARCELS)
  })

  it('into a link that leads nowhere or a directory is refused', async () => {
    const link = join(directory, 'nowhere.backup')
    await symlink(join(directory, 'not', 'there'), link)
    await assert.rejects(backup(source.db, link, NOW), /leads nowhere/)
    await assert.rejects(backup(source.db, directory, NOW), /is a directory/)
    assert.ok((await lstat(link)).isSymbolicLink())
  })

  it('into a pipe or a device goes through it, and does not take its place', async () => {
    const pipe = join(directory, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const [bytes, saved] = await Promise.all([buffer(createReadStream(pipe)), backup(source.db, pipe, NOW)])
    assert.deepEqual(saved, { rows: PARCELS, isReadBack: false })
    assert.deepEqual(bytes.subarray(0, 2), GZIP)
    assert.ok((await lstat(pipe)).isFIFO())
    const device = join(directory, 'null')
    await symlink('/dev/null', device)
    await backup(source.db, device, NOW)
    assert.ok((await stat('/dev/null')).isCharacterDevice())
  })

  it('does not follow a link that was left where it is being written', async () => {
    const [file, victim] = [join(directory, 'left.backup'), join(directory, 'victim')]
    await writeFile(victim, 'mine')
    await symlink(victim, `${file}.${process.pid}.partial`)
    await backup(source.db, file, NOW)
    assert.equal(await readFile(victim, 'utf8'), 'mine')
  })
})

describe('an encrypted backup', () => {
  let identity: string
  let recipients: string[]
  before(async () => {
    identity = await generateX25519Identity()
    recipients = [await identityToRecipient(identity), await identityToRecipient(await generateX25519Identity())]
  })

  const withTarget = async (test: (db: Db) => Promise<void>): Promise<void> => {
    const target = await sqlite.freshDb([])
    await test(target.db).finally(() => target.drop())
  }

  it('is one of age’s, and is restored with an identity of its recipients’, from a file and from a stream', async () => {
    const file = join(directory, 'encrypted.backup')
    assert.deepEqual(await backup(source.db, file, NOW, undefined, { recipients }), { rows: PARCELS, isReadBack: true })
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    assert.deepEqual(Buffer.from(await decrypter.decrypt(await readFile(file))).subarray(0, 2), GZIP)
    const keys = join(directory, 'identity.txt')
    await writeFile(keys, `# created: 2026-11-15\n# public key: ${recipients[0]}\n${identity}\n`)
    const options = { ...MIGRATIONS, identities: await readIdentities(keys) }
    await withTarget(async (db) => assert.equal(await restore(db, file, undefined, options), PARCELS))
    const bytes = await toStream({ recipients })
    await withTarget(async (db) => {
      assert.equal(await restore(db, Readable.from([bytes], { objectMode: false }), undefined, options), PARCELS)
      assert.equal(await count(db), PARCELS)
    })
  })

  it('is refused without an identity, with another, and when it was changed', () =>
    withTarget(async (db) => {
      const file = join(directory, 'refused.backup')
      await backup(source.db, file, NOW, undefined, { recipients })
      const other = await generateX25519Identity()
      await assert.rejects(restore(db, file, undefined, MIGRATIONS), /is encrypted: --identity FILE/)
      await assert.rejects(restore(db, file, undefined, { ...MIGRATIONS, identities: [other] }), /cannot be decrypted: no identity matched/)
      const changed = await open(file, 'r+')
      await changed.write(Buffer.from('x'), 0, 1, (await changed.stat()).size - 5)
      await changed.close()
      await assert.rejects(restore(db, file, undefined, { ...MIGRATIONS, identities: [identity] }), /cannot be decrypted/)
    }))

  it('that does not read as it was written is none', async () => {
    const file = join(directory, 'unread.backup')
    const failing = backup(
      source.db,
      file,
      NOW,
      ({ step }) => {
        if (step === 'verifying') truncateSync(`${file}.${process.pid}.partial`, 1_000)
      },
      { recipients },
    )
    await assert.rejects(failing, /does not read as it was written/)
    assert.deepEqual(
      (await readdir(directory)).filter((name) => name.startsWith('unread')),
      [],
    )
  })

  it('for somebody who is no recipient of age’s is not begun', async () => {
    const file = join(directory, 'nobody.backup')
    await assert.rejects(backup(source.db, file, NOW, undefined, { recipients: ['age1nobody'] }), /"age1nobody" is not an age recipient/)
    await assert.rejects(stat(file), /ENOENT/)
    await writeFile(file, 'hello')
    await assert.rejects(readIdentities(file), /holds no identity/)
  })
})
