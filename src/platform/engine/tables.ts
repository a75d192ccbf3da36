// Reads the tables of a store from the engine's catalogue, in an order that satisfies foreign keys.

import type { Snapshot, Table } from './db.ts'

export const columnList = ({ columns }: Table): string => columns.map(({ name }) => name).join(', ')

interface CatalogueRow {
  table_name: string
  column_name: string
  is_bytes: number
}

interface Reference {
  from_table: string
  to_table: string
}

interface Catalogue {
  /** SQL that lists the columns of all tables, except generated columns. */
  columns: string
  references: string
}

const SQLITE: Catalogue = {
  // Virtual tables and their shadow tables are not listed, because triggers fill them.
  columns: `select t.name as table_name, c.name as column_name, upper(c.type) = 'BLOB' as is_bytes
    from pragma_table_list as t, pragma_table_xinfo(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' and c.hidden = 0
    order by t.name, c.cid`,
  references: `select t.name as from_table, f."table" as to_table
    from pragma_table_list as t, pragma_foreign_key_list(t.name) as f where t.schema = 'main' and t.type = 'table'`,
}

const POSTGRES: Catalogue = {
  // Search tables are left out, because triggers fill them.
  columns: `select t.relname as table_name, c.attname as column_name, c.atttypid = 'bytea'::regtype as is_bytes
    from pg_class as t join pg_attribute as c on c.attrelid = t.oid
    where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p') and t.relname not like '%\\_search' and c.attnum > 0
      and not c.attisdropped and c.attgenerated = ''
    order by t.relname collate "C", c.attnum`,
  references: `select f.relname as from_table, t.relname as to_table
    from pg_constraint as r join pg_class as f on f.oid = r.conrelid join pg_class as t on t.oid = r.confrelid
    where r.contype = 'f' and f.relnamespace = current_schema()::regnamespace`,
}

/** Reads the tables. A table comes after the tables to which it refers. */
export const readTables = async (view: Pick<Snapshot, 'query'>, engine: 'sqlite' | 'postgres'): Promise<Table[]> => {
  const catalogue = engine === 'sqlite' ? SQLITE : POSTGRES
  const columns = await view.query<CatalogueRow>(catalogue.columns)
  const references = await view.query<Reference>(catalogue.references)
  const tables = [...Map.groupBy(columns, (row) => row.table_name)].map(([name, rows]) => ({
    name,
    columns: rows.map((row) => ({ name: row.column_name, isBytes: row.is_bytes === 1 })),
  }))
  return byReferences(tables, references)
}

const byReferences = (tables: readonly Table[], references: readonly Reference[]): Table[] => {
  const ordered: Table[] = []
  const isWritable = (table: Table) =>
    references.every(({ from_table, to_table }) => from_table !== table.name || ordered.some(({ name }) => name === to_table))
  while (ordered.length < tables.length) {
    const next = tables.find((table) => !ordered.includes(table) && isWritable(table))
    if (!next) throw new Error('some tables refer to themselves or to one another in a circle: no order of writing satisfies them')
    ordered.push(next)
  }
  return ordered
}
