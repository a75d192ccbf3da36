// Drops indexes and search triggers while a store is filled, and creates them again from the catalogue.

import type { Db, Schema } from '../engine/db.ts'

type Made = { sql: string; undo: string }

/** Unique indexes stay: writing rests on them. So do other triggers: nothing else would write what they do. */
const CATALOGUE: Record<Db['engine'], string> = {
  sqlite: `select sql, 'drop ' || type || ' ' || name as undo from sqlite_schema
    where (type = 'index' or (type = 'trigger' and name like '%\\_search\\_%' escape '\\'))
      and sql is not null and upper(sql) not like 'CREATE UNIQUE%'`,
  postgres: `select pg_get_indexdef(i.indexrelid) as sql, 'drop index ' || c.relname as undo
    from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where not i.indisunique and c.relnamespace = current_schema()::regnamespace`,
}

/** The search tables of SQLite, which the triggers keep. */
const SEARCH_TABLES = `select name from sqlite_schema where sql like 'create virtual table%'`

/** The answer makes them anew, in this transaction or in a later one. */
export const setAside = async (tx: Schema, engine: Db['engine']): Promise<(later: Schema) => Promise<void>> => {
  const aside = await tx.query<Made>(CATALOGUE[engine])
  for (const { undo } of aside) await tx.script(undo)
  return async (later) => {
    for (const { sql } of aside) await later.script(sql)
    if (engine === 'postgres') return
    // Merged into one part, as a store that grew row by row has few.
    for (const { name } of await later.query<{ name: string }>(SEARCH_TABLES))
      for (const command of ['rebuild', 'optimize']) await later.script(`insert into ${name} (${name}) values ('${command}')`)
  }
}

export const withoutIndexes = async <T>(tx: Schema, engine: Db['engine'], fill: (tx: Schema) => Promise<T>): Promise<T> => {
  const makeAnew = await setAside(tx, engine)
  const result = await fill(tx)
  await makeAnew(tx)
  return result
}
