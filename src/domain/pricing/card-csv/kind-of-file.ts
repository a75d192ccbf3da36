// Which kind of card a file says that it is, for reading it without being told.

import type { CardKind } from '../rate-card.ts'
import { readCsv } from './csv-text.ts'
import { CARD_KINDS } from './layout.ts'

/** Null when it does not say. */
export const kindOfFile = (bytes: Uint8Array): CardKind | null => {
  const { rows } = readCsv(new TextDecoder().decode(bytes))
  const column = (rows[0] ?? []).findIndex((cell) => cell.trim().toLowerCase() === 'kind')
  const written = new Set(rows.slice(1).map((cells) => (cells[column] ?? '').trim().toLowerCase()))
  return CARD_KINDS.find((kind) => written.has(kind)) ?? null
}
