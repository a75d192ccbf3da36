// Tax certificates, in which the tax office confirms tax that payers withheld.

import { isDate } from '../../values/calendar.ts'
import { invalidField, invalidTransition, Problems } from '../../values/errors.ts'
import { ngnText, readAmount, sumKobo } from '../../values/kobo.ts'
import type { WithheldTax } from './withheld-tax.ts'
import { openClaimKobo } from './withheld-tax.ts'

type Share = { withheldTaxId: string; amountKobo: number }

export type Certificate = {
  id: string
  version: number
  payerId: string | null
  number: string
  numberKey: string
  issuedOn: string
  amountKobo: number
  note: string | null
  /** The claims for withheld tax that the certificate covers, and how much of each claim it covers. */
  shares: readonly Share[]
  withdrawnAt: number | null
  withdrawnBy: string | null
  withdrawReason: string | null
  createdBy: string
  createdAt: number
}

type Typed = { number: string; issuedOn: string; amount: string; note: string | null }

const NUMBER_CHARACTERS_MAX = 60
/** The maximum number of claims that one certificate can cover. */
export const CERTIFIED_CLAIMS_MAX = 1_000

/** `today`: the latest date on which a certificate can be issued. */
export const readCertificate = (
  { number, issuedOn, amount, note }: Typed,
  today: string,
): Pick<Certificate, 'number' | 'numberKey' | 'issuedOn' | 'amountKobo' | 'note'> => {
  const problems = new Problems()
  const numberKey = number.normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase()
  if (numberKey === '' || number.length > NUMBER_CHARACTERS_MAX)
    problems.add('number', `is required, with at most ${NUMBER_CHARACTERS_MAX} characters`)
  if (!isDate(issuedOn)) problems.add('issued_on', 'must be a date such as 2026-11-30')
  else if (issuedOn > today) problems.add('issued_on', `must not be after today, ${today}`)
  const amountKobo = readAmount('amount', amount, problems)
  problems.throwIfAny()
  return { number: number.trim(), numberKey, issuedOn, amountKobo, note: note?.trim() || null }
}

/**
 * Spreads the amount of a certificate over open claims, in the order of `claims`. Throws if the amount is more than the open amount of all
 * claims.
 */
export const certify = (amountKobo: number, claims: readonly WithheldTax[]): Share[] => {
  const openKobo = sumKobo(claims.map(openClaimKobo))
  if (amountKobo > openKobo)
    throw invalidField('amount', `must be at most ${ngnText(openKobo)}: no more was withheld without a certificate`)
  let leftKobo = amountKobo
  return claims.flatMap((claim) => {
    const shareKobo = Math.min(leftKobo, openClaimKobo(claim))
    leftKobo -= shareKobo
    return shareKobo > 0 ? [{ withheldTaxId: claim.id, amountKobo: shareKobo }] : []
  })
}

export const withdraw = (certificate: Certificate, { by, reason, now }: { by: string; reason: string; now: number }): Certificate => {
  if (certificate.withdrawnAt !== null) throw invalidTransition(`Certificate ${certificate.number} was withdrawn already.`)
  return { ...certificate, withdrawnAt: now, withdrawnBy: by, withdrawReason: reason }
}
