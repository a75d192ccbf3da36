// Sets the terms of a business from a given time on. Fields that are not given keep their value. Earlier terms are not edited.

import type { Business, BusinessTerms } from '../../domain/businesses/business.ts'
import { BILL_TO, billingOf, INVOICING, RELEASE, termsAt } from '../../domain/businesses/business.ts'
import type { CellReader } from '../../domain/pricing/card-csv/cell.ts'
import { currency } from '../../domain/pricing/card-csv/cell.ts'
import { accepted } from '../../domain/pricing/card-csv/mistakes.ts'
import { number, wholeNumber } from '../../domain/pricing/card-csv/number-cell.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import { AMOUNT_MAX_KOBO, koboText, toKobo } from '../../domain/values/kobo.ts'
import { quantityText } from '../../domain/values/money.ts'
import { effectiveFrom } from '../../domain/values/time-input.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { countFreeDaysAgain } from '../../store/storage/free-days.ts'
import type { Deps } from '../deps.ts'

const MARKUP_PERCENT = { min: 0, max: 100, decimals: 2 }
const FREE_DAYS = { min: 0, max: 365 }
const DUE_DAYS = { min: 0, max: 365 }
const CREDIT_LIMIT = { min: 0, max: AMOUNT_MAX_KOBO / 100, decimals: 2 }
const DAILY_RATE = { min: 0, max: 1_000_000, decimals: 2 }

/** Fields as they were typed; undefined if a field was not given. */
export type TermsRequest = {
  business: string
  markupPercent?: string | undefined
  freeDays?: string | undefined
  dailyRate?: string | undefined
  currency?: string | undefined
  billing?: BillingRequest | undefined
  /** The time from which the terms apply. Null means from now on. */
  from: number | null
}

/** Fields as they were typed; undefined if a field was not given. */
type BillingRequest = {
  invoicing?: string | undefined
  billTo?: string | undefined
  dueDays?: string | undefined
  release?: string | undefined
  creditLimit?: string | undefined
}

export type SetTerms = { business: Business; terms: BusinessTerms; before: BusinessTerms; warnings: string[] }

export const setTerms = (deps: Deps, author: Author, request: TermsRequest): Promise<SetTerms> =>
  deps.db.transaction(author, async (tx) => {
    const now = deps.clock()
    const problems = new Problems()
    const business = await businesses.find(tx, request.business)
    if (!business) throw new Rejection('NOT_FOUND', `No business has the id or prefix ${request.business}.`)
    const begins = effectiveFrom(request.from, now, problems)
    const before = termsAt(business, begins)
    const changed = readTerms(request, before, problems)
    problems.throwIfAny()
    const terms: BusinessTerms = { ...changed, effectiveFrom: begins, recordedAt: now }
    const agreed = await businesses.appendTerms(tx, author, business, terms)
    // Computes the free days of stored parcels again, because the terms may begin in the past.
    await countFreeDaysAgain(tx, agreed)
    const warnings = business.terms
      .filter((other) => other.effectiveFrom > begins)
      .map((other) => `Terms recorded earlier replace them on ${new Date(other.effectiveFrom).toISOString()}.`)
    return { business, terms, before, warnings }
  })

type Agreed = Pick<BusinessTerms, 'markupPercent' | 'storage' | 'billing'>

type Read = <T>(field: string, text: string | undefined, reader: CellReader<T>, otherwise: T) => T

const readTerms = (request: TermsRequest, before: Agreed, problems: Problems): Agreed => {
  const read: Read = (field, text, reader, otherwise) =>
    text === undefined ? otherwise : (accepted(reader(text.trim()), field, problems) ?? otherwise)
  const { markupPercent, freeDays, dailyRate, currency: code, billing = {} } = request
  if ([markupPercent, freeDays, dailyRate, code, ...Object.values(billing)].every((text) => text === undefined)) {
    problems.add('terms', 'must change something: markup percent, free days, daily rate, currency or how it is billed')
  }
  return {
    markupPercent: quantityText(read('markup_percent', markupPercent, number(MARKUP_PERCENT), before.markupPercent)),
    storage: {
      freeDays: read('free_days', freeDays, wholeNumber(FREE_DAYS), before.storage.freeDays),
      dailyRate: quantityText(read('daily_rate', dailyRate, number(DAILY_RATE), before.storage.dailyRate)),
      currency: read('currency', code, currency, before.storage.currency),
    },
    ...readBilling(billing, before, read),
  }
}

const choice =
  <const T extends string>(words: readonly T[]): CellReader<T> =>
  (text) => {
    const word = words.find((each) => each === text)
    return word === undefined ? { wrong: `must be one of ${words.join(', ')}` } : { value: word }
  }

/** If the request has no billing terms, any previous billing terms stay in force. */
const readBilling = (request: BillingRequest, before: Agreed, read: Read): Pick<BusinessTerms, 'billing'> => {
  if (Object.values(request).every((value) => value === undefined)) return before.billing ? { billing: before.billing } : {}
  const was = billingOf(before)
  return {
    billing: {
      invoicing: read('invoicing', request.invoicing, choice(INVOICING), was.invoicing),
      billTo: read('bill_to', request.billTo, choice(BILL_TO), was.billTo),
      dueDays: read('due_days', request.dueDays, wholeNumber(DUE_DAYS), was.dueDays),
      release: read('release', request.release, choice(RELEASE), was.release),
      creditLimitKobo: toKobo(read('credit_limit', request.creditLimit, number(CREDIT_LIMIT), koboText(was.creditLimitKobo))),
    },
  }
}
