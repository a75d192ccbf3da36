// Sets tax rates and prices of extras from a given time on. Existing entries are never edited: each change adds an entry.

import type { ExtraKind } from '../../../domain/billing/charge-kind.ts'
import type { PriceListItem } from '../../../domain/billing/price-list.ts'
import { itemCode } from '../../../domain/billing/price-list.ts'
import type { TaxRate } from '../../../domain/billing/tax.ts'
import { checkCategory } from '../../../domain/billing/tax.ts'
import { accepted } from '../../../domain/pricing/card-csv/mistakes.ts'
import { number } from '../../../domain/pricing/card-csv/number-cell.ts'
import { Problems } from '../../../domain/values/errors.ts'
import { readAmount } from '../../../domain/values/kobo.ts'
import { quantityText } from '../../../domain/values/money.ts'
import { effectiveFrom } from '../../../domain/values/time-input.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as priceList from '../../../store/billing/price-list.ts'
import { pricesChanged } from '../../../store/pricing/price-revisions.ts'
import type { Deps } from '../../deps.ts'

const TAX_PERCENT = { min: 0, max: 100, decimals: 2 }

/** `from`: the time from which the rate applies. Null means from now on. */
export type TaxRateRequest = Pick<TaxRate, 'kind' | 'direction' | 'percent'> &
  Partial<Pick<TaxRate, 'category' | 'reason'>> & { from: number | null }

export const setTaxRate = (
  deps: Deps,
  author: Author,
  { kind, direction, percent, category = null, from, ...more }: TaxRateRequest,
): Promise<TaxRate> =>
  deps.db.transaction(author, async (tx) => {
    const now = deps.clock()
    const problems = new Problems()
    const read = accepted(number(TAX_PERCENT)(percent.trim()), 'percent', problems)
    const begins = effectiveFrom(from, now, problems)
    const reason = more.reason?.trim() || null
    checkCategory({ category, percent, reason }, problems)
    problems.throwIfAny()
    const dated = { effectiveFrom: begins, recordedAt: now }
    const rate = { id: deps.newId('tax'), kind, direction, percent: quantityText(read!), category, reason, ...dated }
    await priceList.insertTaxRate(tx, author, rate)
    await pricesChanged(tx, now)
    return rate
  })

export type PriceRequest = { code: string; name: string; kind: ExtraKind; amount: string; from: number | null }

export const setPrice = (deps: Deps, author: Author, { code, name, kind, amount, from }: PriceRequest): Promise<PriceListItem> =>
  deps.db.transaction(author, async (tx) => {
    const now = deps.clock()
    const problems = new Problems()
    const read = itemCode(code)
    if (read === null) problems.add('code', 'must be 2 to 20 letters, digits and hyphens, such as CLEAR-20')
    if (name.trim() === '') problems.add('name', 'is required')
    const unitKobo = readAmount('amount', amount, problems)
    const begins = effectiveFrom(from, now, problems)
    problems.throwIfAny()
    const item = { id: deps.newId('pri'), code: read!, name: name.trim(), kind, unitKobo, effectiveFrom: begins, recordedAt: now }
    await priceList.insertItem(tx, author, item)
    return item
  })
