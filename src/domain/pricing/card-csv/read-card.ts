// Reads a card file: returns the whole card, or every mistake in it.

import { readCsv } from '../../values/csv-text.ts'
import type { CardKind } from '../rate-card.ts'
import type { CardContent } from './layout.ts'
import { CARD_KINDS } from './layout.ts'
import type { Mistake } from './mistakes.ts'
import { collectMistakes } from './mistakes.ts'
import { readExportAir } from './read-export-air.ts'
import { readImportAir, readOcean } from './read-one-lane.ts'
import { readSheet } from './sheet.ts'

/** Null when it does not say. */
export const kindOfFile = (bytes: Uint8Array): CardKind | null => {
  const { rows } = readCsv(new TextDecoder().decode(bytes))
  const column = (rows[0] ?? []).findIndex((cell) => cell.trim().toLowerCase() === 'kind')
  const written = new Set(rows.slice(1).map((cells) => (cells[column] ?? '').trim().toLowerCase()))
  return CARD_KINDS.find((kind) => written.has(kind)) ?? null
}

export type ParsedCard = { ok: true; card: CardContent } | { ok: false; mistakes: Mistake[] }

export const readCardCsv = (bytes: Uint8Array, kind: CardKind): ParsedCard => {
  const { note, list } = collectMistakes()
  const rows = readSheet(bytes, kind, note)
  // A file of which no row could be read says so once, not again for every row that it lacks.
  if (rows.length === 0 && list().length > 0) return { ok: false, mistakes: list() }
  const read = (): CardContent | null => {
    switch (kind) {
      case 'export_air':
        return readExportAir(rows, note)
      case 'import_air':
        return readImportAir(rows, note)
      case 'ocean_import':
      case 'ocean_export':
        return readOcean(rows, kind, note)
    }
  }
  const card = read()
  const mistakes = list()
  return card && mistakes.length === 0 ? { ok: true, card } : { ok: false, mistakes }
}
