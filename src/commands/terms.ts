// waybill terms: sets and lists the terms of a business.

import type { BusinessTerms } from '../domain/businesses/business.ts'
import { billingOf, DEFAULT_TERMS, termsAt } from '../domain/businesses/business.ts'
import { koboText, ngnText } from '../domain/values/kobo.ts'
import { readFrom } from '../domain/values/time-input.ts'
import { setTerms } from '../flows/businesses/set-terms.ts'
import * as businesses from '../store/businesses/businesses.ts'
import type { Output } from './output.ts'
import { fail, iso, since, table, warn } from './output.ts'
import { commandLineAuthor, withStore } from './with-store.ts'

type Options = {
  business: string
  markup?: string
  freeDays?: string
  dailyRate?: string
  currency?: string
  invoicing?: string
  billTo?: string
  dueDays?: string
  release?: string
  creditLimit?: string
  from?: string
}

const toJson = (terms: BusinessTerms) => {
  const { invoicing, billTo, dueDays, release, creditLimitKobo } = billingOf(terms)
  return {
    effective_from: iso(terms.effectiveFrom),
    recorded_at: iso(terms.recordedAt),
    markup_percent: terms.markupPercent,
    free_days: terms.storage.freeDays,
    daily_rate: terms.storage.dailyRate,
    currency: terms.storage.currency,
    invoicing,
    bill_to: billTo,
    due_days: dueDays,
    release,
    credit_limit: koboText(creditLimitKobo),
  }
}

const inWords = (release: string): string => release.replace('_', ' ')

const summary = (terms: BusinessTerms): string => {
  const { markupPercent, storage } = terms
  const { invoicing, billTo, dueDays, release, creditLimitKobo } = billingOf(terms)
  return [
    `markup ${markupPercent} %, ${storage.freeDays} free days, then ${storage.currency} ${storage.dailyRate} per square metre and day`,
    `invoices ${invoicing} to the ${billTo}, due in ${dueDays} days`,
    release === 'none' ? 'released unpaid' : `paid ${inWords(release)}, credit up to ${ngnText(creditLimitKobo)}`,
  ].join('; ')
}

export const runTermsSet = (out: Output, options: Options): Promise<void> =>
  withStore(async (deps) => {
    const { business, terms, before, warnings } = await setTerms(deps, commandLineAuthor(deps), {
      business: options.business,
      markupPercent: options.markup,
      freeDays: options.freeDays,
      dailyRate: options.dailyRate,
      currency: options.currency,
      billing: {
        invoicing: options.invoicing,
        billTo: options.billTo,
        dueDays: options.dueDays,
        release: options.release,
        creditLimit: options.creditLimit,
      },
      from: readFrom('--from', options.from),
    })
    const text = [`${business.prefix} from ${iso(terms.effectiveFrom)}: ${summary(terms)}.`, `Before: ${summary(before)}.`]
    out.print({ business_id: business.id, ...toJson(terms), before: toJson(before), warnings }, text)
    warn(warnings)
  })

export const runTermsList = (out: Output, options: { business: string }): Promise<void> =>
  withStore(async (deps) => {
    const business = await businesses.find(deps.db, options.business)
    if (!business) return fail(`No business has the id or prefix ${options.business}.`)
    const current = termsAt(business, deps.clock())
    const all = [DEFAULT_TERMS, ...business.terms]
    const data = all.map((terms) => ({ ...toJson(terms), in_force: terms === current }))
    const rows = data.map((terms) => [
      since(Date.parse(terms.effective_from)),
      terms.in_force ? 'in force' : '',
      `${terms.markup_percent} %`,
      String(terms.free_days),
      `${terms.currency} ${terms.daily_rate}`,
      `${terms.invoicing}, ${terms.bill_to}`,
      String(terms.due_days),
      inWords(terms.release),
      terms.credit_limit,
    ])
    const titles = ['from', '', 'markup', 'free days', 'daily rate per sqm', 'invoices', 'due days', 'to be paid', 'credit limit']
    out.print(data, table([titles, ...rows]))
  })
