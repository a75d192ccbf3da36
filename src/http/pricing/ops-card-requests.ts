// Parses card references in requests, and turns mistakes in a card file into an error.

import type { Mistake } from '../../domain/pricing/card-csv/mistakes.ts'
import { WHOLE_FILE } from '../../domain/pricing/card-csv/mistakes.ts'
import type { CardRef } from '../../domain/pricing/card-version.ts'
import { CARD_ID_RULE, cardRef } from '../../domain/pricing/card-version.ts'
import { invalidField, Rejection } from '../../domain/values/errors.ts'

/** Parses the card reference in a path. An invalid reference gets the same 404 error as an unknown card. */
export const cardInPath = (text: string): CardRef => {
  const ref = cardRef(text)
  if (!ref) throw new Rejection('NOT_FOUND', 'No such rate card.')
  return ref
}

export const cardInField = (field: string, text: string | undefined): CardRef | null => {
  const ref = text === undefined ? null : cardRef(text)
  if (text === undefined || ref) return ref
  const message = `names no card: an id ${CARD_ID_RULE}, with @ and a version after it if one is meant`
  throw invalidField(field, message)
}

export const fileBytes = (csv: string): Uint8Array => new TextEncoder().encode(csv)

const fieldOf = ({ row, column }: Mistake): string => (column === WHOLE_FILE ? 'csv' : `csv row ${row}, column ${column}`)

export const rejectFile = (mistakes: readonly Mistake[]): Rejection =>
  new Rejection('VALIDATION_FAILED', undefined, { problems: mistakes.map((mistake) => ({ field: fieldOf(mistake), ...mistake })) })
