// A link to the next step after a refused request: price or release a package, take a payment, or open an unidentified parcel.

import { t } from '../strings.ts'
import { PageLink } from './text.tsx'

const PARCEL_NUMBER = /\bP[2-9A-Z]{11}\b/
const UNIDENTIFIED_ID = /\buid_[0-9a-z]{26}\b/

/** `code`: the error code. `text`: the error message, which contains the number or id of the parcel. */
type Refusal = { code: string; text: string }

const stepOf = ({ code, text }: Refusal): { href: string; label: string } | null => {
  const unidentified = UNIDENTIFIED_ID.exec(text)?.[0]
  if (unidentified !== undefined) return { href: `/unidentified/${unidentified}`, label: t('records.openUnidentified') }
  const number = PARCEL_NUMBER.exec(text)?.[0]
  if (number === undefined) return null
  if (code === 'PAYMENT_REQUIRED') return { href: `/payments/new?code=${number}`, label: t('billing.takePayment') }
  if (code === 'PACKAGE_UNPRICED') return { href: `/packages/${number}`, label: t('records.priceIt', { number }) }
  if (code === 'PACKAGE_ON_HOLD') return { href: `/packages/${number}`, label: t('records.releaseIt', { number }) }
  return null
}

/** Removes ids such as ` (pkg_…)` from a message, because users do not need the ids. */
export const withoutIds = (text: string): string => text.replaceAll(/ \([a-z]+_[0-9a-z]{26}\)/g, '')

export const NextStep = (refusal: Refusal) => {
  const step = stepOf(refusal)
  return (
    step && (
      <PageLink href={step.href} underline="always">
        {step.label}
      </PageLink>
    )
  )
}
