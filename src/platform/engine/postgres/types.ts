// Parses PostgreSQL values into the same JavaScript types that SQLite returns.

import pg from 'pg'
import type { Value } from '../db.ts'

const number = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError('a number in the store is not a safe integer')
  return value
}

const { INT8, NUMERIC, BOOL, BYTEA } = pg.types.builtins
/** The parsers give the same values as SQLite: counts and sums as numbers, booleans as 1 and 0. */
const PARSERS = new Map<number, (text: string) => Value>([
  [INT8, number],
  [NUMERIC, number],
  [BOOL, (text) => (text === 't' ? 1 : 0)],
  [BYTEA, (text) => Uint8Array.fromHex(text.slice(2))],
])
export const types = {
  getTypeParser: (oid: number, format?: string) => PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig
