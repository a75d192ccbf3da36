// Compares the ledger with the entries expected from its documents, and describes the first difference in a sentence.

import { ngnText } from '../../values/kobo.ts'
import type { Entry } from '../ledger.ts'
import type { Records } from './expected-entries.ts'
import { expectedEntries } from './expected-entries.ts'
import { recordDifference, withheldDifference } from './record-differences.ts'
import type { PayerName } from './record-names.ts'
import { documentNamer, NEXT } from './record-names.ts'

const keyOf = ({ sourceType, sourceId, position }: Entry): string => `${sourceType} ${sourceId} #${position}`

const contentOf = ({ payerId, debit, credit, amountKobo, occurredAt }: Entry): string =>
  JSON.stringify({ payer: payerId, debit, credit, kobo: amountKobo, at: occurredAt })

const ISO_DAY_CHARACTERS = 10

const byToken: PayerName = (payerId) => payerId ?? 'the business'

const entryDifference = (booked: readonly Entry[], records: Records, payerName: PayerName): string | null => {
  const left = new Map(booked.map((entry) => [keyOf(entry), entry]))
  const nameOf = documentNamer(records)
  const bookedText = ({ debit, credit, amountKobo, payerId, occurredAt }: Entry): string =>
    `${ngnText(amountKobo)} (debit ${debit}, credit ${credit}), payer ${payerName(payerId)}, on ${new Date(occurredAt).toISOString().slice(0, ISO_DAY_CHARACTERS)}`
  for (const entry of expectedEntries(records)) {
    const found = left.get(keyOf(entry))
    if (!found) return `The ledger has no entry for ${nameOf(entry)}: expected ${bookedText(entry)}; found nothing. ${NEXT}.`
    if (contentOf(found) !== contentOf(entry))
      return `The ledger has a wrong entry for ${nameOf(entry)}: expected ${bookedText(entry)}; found ${bookedText(found)}. ${NEXT}.`
    left.delete(keyOf(entry))
  }
  const [extra] = left.values()
  if (!extra) return null
  return `The ledger has an entry for ${nameOf(extra)} that no document explains: expected nothing; found ${bookedText(extra)}. ${NEXT}.`
}

/** Documents are compared with each other first, because a difference between them explains more than a wrong entry does. */
export const firstDifference = (booked: readonly Entry[], records: Records, payerName: PayerName = byToken): string | null =>
  recordDifference(records, payerName) ?? withheldDifference(records, payerName) ?? entryDifference(booked, records, payerName)

/**
 * The document numbers of one series and year must run 1, 2, 3 and so on. Describes the first gap or duplicate; null if there is none.
 * `last`: the highest number assigned.
 */
export const firstGap = (numbers: readonly string[], last: number): string | null => {
  const counts = numbers.map((number) => Number(number.slice(number.lastIndexOf('-') + 1))).sort((a, b) => a - b)
  const wrong = counts.findIndex((count, index) => count !== index + 1)
  if (wrong >= 0) return `number ${wrong + 1} is missing or given twice`
  return counts.length === last ? null : `${last} numbers were given and ${counts.length} are on papers`
}
