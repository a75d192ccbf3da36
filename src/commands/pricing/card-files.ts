// Reads and writes rate-card files, prints the mistakes in them, and parses references to cards on the command line.

import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { CARD_KINDS } from '../../domain/pricing/card-csv/layout.ts'
import type { Mistake } from '../../domain/pricing/card-csv/mistakes.ts'
import { CARD_FILE_MAX_BYTES } from '../../domain/pricing/card-csv/named-cells.ts'
import type { CardRef } from '../../domain/pricing/card-version.ts'
import { CARD_ID_RULE, cardRef } from '../../domain/pricing/card-version.ts'
import type { CardKind } from '../../domain/pricing/rate-card.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Output } from '../output.ts'
import { fail } from '../output.ts'

/** Reads at most one byte more than the limit. A file that is too long can then be detected. */
export const readCardFile = (file: string): Promise<Uint8Array> => buffer(createReadStream(file, { end: CARD_FILE_MAX_BYTES }))

export const writeCardFile = async (file: string, text: string, overwrite: boolean): Promise<void> => {
  try {
    await writeFile(file, text, { flag: overwrite ? 'w' : 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    throw new Rejection('VALIDATION_FAILED', `${file} already exists; --force overwrites it.`)
  }
}

export const printMistakes = (out: Output, file: string, mistakes: readonly Mistake[], consequence = ''): void => {
  const lines = mistakes.map(({ row, column, message }) => `row ${row}, ${column}: ${message}`)
  out.print({ ok: false, file, mistakes }, lines)
  fail(`${file} has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}${consequence}.`)
}

export const readCardRef = (text: string): CardRef => {
  const ref = cardRef(text)
  if (!ref)
    throw new Rejection(
      'VALIDATION_FAILED',
      `"${text}" names no card: an id ${CARD_ID_RULE}, with @ and a version after it if one is meant.`,
    )
  return ref
}

export const readKind = (text: string | undefined): CardKind | null => {
  if (text === undefined) return null
  const kind = CARD_KINDS.find((candidate) => candidate === text)
  if (!kind) throw new Rejection('VALIDATION_FAILED', `--kind must be one of ${CARD_KINDS.join(', ')}, not "${text}".`)
  return kind
}
