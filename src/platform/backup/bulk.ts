// Drops indexes and search triggers before a store is filled, and creates them again afterwards.

import type { Db, Schema } from '../engine/db.ts'

type Dropped = { sql: string; undo: string }

/**
 * Selects the indexes and search triggers to drop. Unique indexes stay, because upserts need them. Other triggers stay, because the rows
 * that they write cannot be rebuilt afterwards.
 */
const CATALOGUE: Record<Db['engine'], string> = {
  sqlite: `select sql, 'drop ' || type || ' ' || name as undo from sqlite_schema
    where (type = 'index' or (type = 'trigger' and name like '%\\_search\\_%' escape '\\'))
      and sql is not null and upper(sql) not like 'CREATE UNIQUE%'`,
  postgres: `select pg_get_indexdef(i.indexrelid) as sql, 'drop index ' || c.relname as undo
    from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where not i.indisunique and c.relnamespace = current_schema()::regnamespace`,
}

/** Selects the search tables of SQLite, which the search triggers normally fill. */
const SEARCH_TABLES = `select name from sqlite_schema where sql like 'create virtual table%'`

/** Drops indexes and search triggers. Returns a function that creates them again, in this transaction or a later one. */
export const dropIndexes = async (tx: Schema, engine: Db['engine']): Promise<(later: Schema) => Promise<void>> => {
  const dropped = await tx.query<Dropped>(CATALOGUE[engine])
  for (const { undo } of dropped) await tx.script(undo)
  return async (later) => {
    for (const { sql } of dropped) await later.script(sql)
    if (engine === 'postgres') return
    // `rebuild` fills the search index from its table. `optimize` then merges the parts of the index into one.
    for (const { name } of await later.query<{ name: string }>(SEARCH_TABLES))
      for (const command of ['rebuild', 'optimize']) await later.script(`insert into ${name} (${name}) values ('${command}')`)
  }
}

export const withoutIndexes = async <T>(tx: Schema, engine: Db['engine'], fill: (tx: Schema) => Promise<T>): Promise<T> => {
  const createAgain = await dropIndexes(tx, engine)
  const result = await fill(tx)
  await createAgain(tx)
  return result
}
