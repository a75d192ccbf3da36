// Uses a list of columns to convert records to database rows and back. The column `created_at` holds the field `createdAt`.

type Camel<S extends string> = S extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : S
type Listed<S extends string> = S extends `${infer First}, ${infer Rest}` ? First | Listed<Rest> : S
type RowOf<T, Names extends string> = { [Column in Names]: Camel<Column> extends keyof T ? T[Camel<Column>] : never }

/** Causes a type error if the list lacks a field of the record. */
type Complete<T, Names extends string> = [keyof T] extends [Camel<Names>] ? unknown : { missing: Exclude<keyof T, Camel<Names>> }

const camel = (column: string): string => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Called as `columnsOf<Photo>()('id, owner_id')`. Columns and fields that are not in the list are ignored. */
export const columnsOf =
  <T>() =>
  <const List extends string>(list: List & Complete<T, Listed<List>>) => {
    type Row = RowOf<T, Listed<List>>
    const pairs = list.split(', ').map((column) => [column, camel(column)] as const)
    return {
      list: list as string,
      fromRow: (row: Row): T => {
        const record: Record<string, unknown> = {}
        for (const [column, field] of pairs) record[field] = row[column as keyof Row]
        return record as T
      },
      toRow: (record: T): Row => {
        const row: Record<string, unknown> = {}
        for (const [column, field] of pairs) row[column] = record[field as keyof T]
        return row as Row
      },
    }
  }
