// Migrations only go forward. Each migration is applied once, even if several servers start at the same time.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { runTogether } from '../../../test/support/engine/store-children.ts'
import { appliedMigrations, loadMigrations, migrate, pendingMigrations } from './migrate.ts'
import { openDb } from './open.ts'
import { readTables } from './tables.ts'

const PARCELS = { name: '0001-parcels', sql: 'create table parcels (id text primary key);' }
const NOTES = { name: '0002-notes', sql: 'alter table parcels add column note text;\ncreate index ix_parcels_note on parcels (note);' }
const MISSPELT = { name: '0002-misspelt', sql: 'create table notices (id text); create tabel oops (id text);' }

forEachEngine((engine) => {
  let fresh: FreshDb
  beforeEach(async () => {
    fresh = await engine.freshDb([])
  })
  afterEach(() => fresh.drop())

  it('applies in order what is pending, once', async () => {
    assert.deepEqual(await migrate(fresh.db, [PARCELS]), ['0001-parcels'])
    assert.deepEqual(
      (await pendingMigrations(fresh.db, [PARCELS, NOTES])).map(({ name }) => name),
      ['0002-notes'],
    )
    assert.deepEqual(await migrate(fresh.db, [PARCELS, NOTES]), ['0002-notes'])
    assert.deepEqual(await migrate(fresh.db, [PARCELS, NOTES]), [])
    assert.deepEqual(await appliedMigrations(fresh.db), ['0001-parcels', '0002-notes'])
  })

  it('keeps a copy of an embedded store that holds something, before it changes it', async () => {
    await migrate(fresh.db, [PARCELS])
    assert.deepEqual(
      readdirSync(fresh.dataDir).filter((file) => file.includes('before')),
      [],
      'an empty store needs none',
    )
    await fresh.db.execute("insert into parcels (id) values ('kept')")
    await migrate(fresh.db, [PARCELS, NOTES])
    const copies = readdirSync(fresh.dataDir).filter((file) => file.includes('before'))
    assert.deepEqual(copies, engine.name === 'sqlite' ? ['waybill-before-0002-notes.db'] : [])
    if (engine.name !== 'sqlite') return
    const copy = new DatabaseSync(join(fresh.dataDir, copies[0]!), { readOnly: true })
    assert.deepEqual(
      copy
        .prepare('select * from parcels')
        .all()
        .map((row) => ({ ...row })),
      [{ id: 'kept' }],
    )
    copy.close()
  })

  it('with nothing to do takes one query', async () => {
    await migrate(fresh.db, [PARCELS])
    const query = mock.method(fresh.db, 'query')
    const exclusively = mock.method(fresh.db, 'exclusively')
    await migrate(fresh.db, [PARCELS])
    assert.deepEqual([query.mock.callCount(), exclusively.mock.callCount()], [1, 0])
  })

  it('leaves nothing of a migration that fails', async () => {
    await assert.rejects(migrate(fresh.db, [PARCELS, MISSPELT]), /tabel/)
    assert.deepEqual(await appliedMigrations(fresh.db), [], 'an empty store stays empty')
    assert.deepEqual(await migrate(fresh.db, [PARCELS]), ['0001-parcels'])
    await assert.rejects(migrate(fresh.db, [PARCELS, MISSPELT]), /tabel/)
    assert.deepEqual(await appliedMigrations(fresh.db), ['0001-parcels'])
    await assert.rejects(fresh.db.query('select * from notices'))
    assert.deepEqual(await migrate(fresh.db, [PARCELS, NOTES]), ['0002-notes'])
  })

  describe('refuses', () => {
    const refused: [string, (typeof PARCELS)[], RegExp][] = [
      [
        'a migration that was changed after it had been applied',
        [{ ...PARCELS, sql: `${PARCELS.sql} ` }, NOTES],
        /"0001-parcels" was changed/,
      ],
      ['a store that a newer version migrated', [PARCELS], /newer version of Waybill: it has "0002-notes"/],
      [
        'a migration that comes before an applied one',
        [PARCELS, { name: '0001-zebra', sql: 'select 1' }, NOTES],
        /"0001-zebra" comes before/,
      ],
    ]
    for (const [name, migrations, message] of refused) {
      it(name, async () => {
        await migrate(fresh.db, [PARCELS, NOTES])
        await assert.rejects(migrate(fresh.db, migrations), message)
      })
    }
  })

  it('four servers that start at once on nothing apply each migration once', async () => {
    const migrations = Array.from({ length: 5 }, (_, index) => ({
      name: `000${index + 1}-step`,
      sql: `create table step_${index} (id text);`,
    }))
    const store = { databaseUrl: fresh.url, dataDir: join(fresh.dataDir, 'not', 'there', 'yet') }
    const applied = await runTogether(4, 'migrate', { ...store, migrations })
    assert.deepEqual(
      applied.flat().sort(),
      migrations.map(({ name }) => name),
    )
    const db = await openDb(store)
    assert.deepEqual(await pendingMigrations(db, migrations), [])
    await db.close()
  })

  it('our own apply, and leave tables that a backup can put in order', async () => {
    await migrate(fresh.db)
    const migrations = await loadMigrations(engine.name)
    assert.deepEqual(
      await appliedMigrations(fresh.db),
      migrations.map(({ name }) => name),
    )
    const names = (await readTables(fresh.db, engine.name)).map(({ name }) => name)
    assert.ok(names.indexOf('businesses') < names.indexOf('quotes') && names.indexOf('quotes') < names.indexOf('packages'))
  })
})

/** The test below checks only later migrations. Up to this one, servers of two versions could not run side by side anyway. */
const FREE_UNTIL = '0015'

/** Migrations with statements that the test below forbids, each with the reason why the migration is harmless. */
const TAKING_FOR_A_REASON: Readonly<Record<string, string>> = {
  '0100-refunds-in-parts': 'made before the first release, when there was no earlier version to run beside',
  '0121-references-without-spaces': 'the changelog says to record payments with the new version only',
  '0136-duties': 'drops a column of 0135, which no release has',
  '0176-shipments-of-sites': 'fills a new column only',
  '0187-bank-lines-in-the-background': 'copies a table of 0175, which no release has',
  '0193-portal-phones': 'makes columns unique that only the new version writes',
  '0186-records-of-sites': 'the new index is weaker, and the version before checks codes of places under a lock',
  '0150-write-offs': 'drops and renames a table of 0137, which no release has',
}

/** Statements that would harm a server of the previous version. */
const TAKING: Readonly<Record<string, RegExp>> = {
  'takes away or renames': /\b(drop\s+(table|column)|drop\s+index\s+(if\s+exists\s+)?uq_\w+|rename\s+(to|column))\b/i,
  'changes a column': /\balter\s+column\b/i,
  'restricts rows': /\badd\s+constraint\b/i,
  'adds a column that must be given': /\badd\s+column\b(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i,
}

/**
 * Describes how a migration would harm servers of the previous version. A unique index is harmless if the same migration creates the table.
 */
const takenBy = (sql: string): string[] => {
  const statements = sql.replaceAll(/^\s*--.*$/gm, '')
  const created = new Set([...statements.matchAll(/\bcreate\s+table\s+(\w+)/gi)].map(([, table]) => table))
  const unique = [...statements.matchAll(/\bcreate\s+unique\s+index\s+\w+\s+on\s+(\w+)/gi)].filter(([, table]) => !created.has(table))
  return [
    ...Object.entries(TAKING).flatMap(([what, pattern]) => (pattern.test(statements) ? [what] : [])),
    ...unique.map(([, table]) => `makes rows of ${table} unique`),
  ]
}

it('our own take nothing away that the version before works with', async () => {
  const migrations = [...(await loadMigrations('sqlite')), ...(await loadMigrations('postgres'))]
  const later = migrations.filter(({ name }) => name.slice(0, FREE_UNTIL.length) > FREE_UNTIL && !(name in TAKING_FOR_A_REASON))
  assert.ok(later.length > 20)
  assert.deepEqual([...new Set(later.flatMap(({ name, sql }) => takenBy(sql).map((what) => `${name} ${what}`)))], [])
})

for (const [sql, expected] of [
  ['alter table quotes add column a text', []],
  ["alter table quotes add column a text not null default ''", []],
  ['create table things (id text primary key); create unique index uq_things on things (id)', []],
  ['alter table quotes add column a text not null', ['adds a column that must be given']],
  ['alter table quotes alter column a type bigint', ['changes a column']],
  ['alter table quotes alter column a drop default', ['changes a column']],
  ['alter table quotes add constraint c check (a > 0)', ['restricts rows']],
  ['drop index uq_quotes', ['takes away or renames']],
  ['create unique index uq_quotes on quotes (a)', ['makes rows of quotes unique']],
] as const)
  it(`"${sql}" ${expected[0] ?? 'adds only'}`, () => assert.deepEqual(takenBy(sql), expected))
