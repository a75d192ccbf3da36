// Indexes and what keeps the search tables are put aside while a store is filled and made anew after it: as they are in the catalogue, whatever they are.

import type { Db } from '../src/store/db.ts'

type Made = { name: string; sql: string; undo: string }

/** Unique indexes stay: writing rests on them. So do other triggers: nothing else would write what they do. */
const CATALOGUE: Record<Db['engine'], string> = {
  sqlite: `select name, sql, 'drop ' || type || ' ' || name as undo from sqlite_schema
    where (type = 'index' or (type = 'trigger' and name like '%\\_search\\_%' escape '\\'))
      and sql is not null and upper(sql) not like 'CREATE UNIQUE%'`,
  postgres: `select c.relname as name, pg_get_indexdef(i.indexrelid) as sql, 'drop index ' || c.relname as undo
    from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where not i.indisunique and c.relnamespace = current_schema()::regnamespace`,
}

/** The search tables of SQLite, which the triggers keep. */
const SEARCH_TABLES = `select name from sqlite_schema where sql like 'create virtual table%'`

export const inBulk = async (db: Db, fill: () => Promise<void>): Promise<void> => {
  const aside = await db.query<Made>(CATALOGUE[db.engine])
  await db.exclusively((tx) => tx.script(aside.map(({ undo }) => undo).join(';\n')))
  await fill()
  for (const { sql } of aside) await db.exclusively((tx) => tx.script(sql))
  if (db.engine === 'postgres') return
  // Merged into one part, as a store that grew row by row has few.
  for (const { name } of await db.query<{ name: string }>(SEARCH_TABLES))
    for (const command of ['rebuild', 'optimize'])
      await db.exclusively((tx) => tx.script(`insert into ${name} (${name}) values ('${command}')`))
}
