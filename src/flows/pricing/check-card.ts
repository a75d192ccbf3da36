// Validates the file of a rate card without storing it.

import { CARD_KINDS } from '../../domain/pricing/card-csv/layout.ts'
import { WHOLE_FILE } from '../../domain/pricing/card-csv/mistakes.ts'
import type { ParsedCard } from '../../domain/pricing/card-csv/read-card.ts'
import { kindOfFile, readCardCsv } from '../../domain/pricing/card-csv/read-card.ts'
import type { CardKind } from '../../domain/pricing/rate-card.ts'
import type { Deps } from '../deps.ts'
import type { CardFile } from './import-card.ts'
import { placeOf } from './import-card.ts'

type UncheckedFile = Pick<CardFile, 'bytes' | 'kind' | 'business'> & { id: string | null }

type CheckedCard = { kind: CardKind | null; parsed: ParsedCard }

const NO_KIND = { row: 1, column: WHOLE_FILE, message: `does not say which kind of card it is: name one of ${CARD_KINDS.join(', ')}` }

/** `named`: the expected kind. Null accepts the kind that the file states. */
export const checkFile = (bytes: Uint8Array, named: CardKind | null): CheckedCard => {
  const kind = named ?? kindOfFile(bytes)
  return { kind, parsed: kind ? readCardCsv(bytes, kind) : { ok: false, mistakes: [NO_KIND] } }
}

/** Validates the file of a rate card. If `id` is given, the file is checked as the next version of that card. */
export const checkCard = async (deps: Deps, { id, bytes, ...file }: UncheckedFile): Promise<CheckedCard> =>
  checkFile(bytes, id === null ? file.kind : (await placeOf(deps.db, { id, ...file })).kind)
