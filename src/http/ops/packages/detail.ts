// One package with all that staff want to know of it: who said what, what its quote costs, and how it arrived.

import { estimatedPrice } from '../../../domain/quotes/quote.ts'
import type { Deps } from '../../../flows/deps.ts'
import type { FoundPackage } from '../../../store/packages/packages.ts'
import * as timelines from '../../../store/packages/timelines.ts'
import * as quotes from '../../../store/quotes/quotes.ts'
import { DateTime, Enum, NullableDateTime, NullableString } from '../../schemas/fields.ts'
import * as Type from '../../schemas/type.ts'
import { nullableInstant } from '../../wire-format.ts'
import { AUTHOR_EXAMPLE, AuthorAnswer, authorsOf } from '../authors.ts'
import { opsPackageAnswers } from './present.ts'
import { OPS_PACKAGE_EXAMPLE, opsPackageFields } from './schemas.ts'
import { presentReceipt, ReceiptAnswer } from './timeline-present.ts'

const AuthoredNotice = Type.Object({
  token: Type.String(),
  uuid: Type.String(),
  level: Enum(['info', 'warning', 'danger']),
  body: Type.String(),
  active: Type.Boolean(),
  created_at: DateTime(),
  deactivated_at: NullableDateTime(),
  author: Type.Optional(AuthorAnswer),
})

const Price = Type.Object({
  amount: NullableString({ description: 'Of the whole quote; null until a rate is chosen' }),
  currency: Type.String(),
  booked_amount: NullableString({ description: 'The estimate that was booked, where the measured cargo changed it' }),
  final_since: NullableDateTime({ description: 'When the last package was measured' }),
})

export const PackageDetailAnswer = Type.Object({
  ...opsPackageFields,
  notices: Type.Array(AuthoredNotice, { description: 'Oldest first' }),
  price: Type.Optional(Price),
  receipts: Type.Array(ReceiptAnswer, { description: 'Oldest first, undone ones included' }),
})

export const PACKAGE_DETAIL_EXAMPLE = {
  ...OPS_PACKAGE_EXAMPLE,
  notices: [
    {
      token: 'ntc_01kqn2x4t8e6nvd0t2d5c1yq7w',
      uuid: '019dea2e-9348-71ab-b683-42695c1f5cfc',
      level: 'warning' as const,
      body: 'Customs papers are missing',
      active: true,
      created_at: '2026-11-17T09:00:00.000Z',
      deactivated_at: null,
      author: AUTHOR_EXAMPLE,
    },
  ],
  price: { amount: '41300.00', currency: 'NGN', booked_amount: null, final_since: null },
  receipts: [],
}

const priceOf = async (deps: Deps, { scope, parcel }: FoundPackage) => {
  if (parcel.quoteId === null) return {}
  const quote = await quotes.load(deps.db, scope, parcel.quoteId)
  const rate = quote.selectedRate ?? quote.rates[0]
  return {
    price: {
      amount: estimatedPrice(quote),
      currency: rate?.currency ?? 'NGN',
      booked_amount: quote.bookedRate?.amount ?? null,
      final_since: nullableInstant(quote.priceFinalisedAt),
    },
  }
}

export const packageDetail = async (deps: Deps, found: FoundPackage) => {
  const { scope, parcel } = found
  const [[answer], price, events, arrivals] = await Promise.all([
    opsPackageAnswers(deps, [found]),
    priceOf(deps, found),
    timelines.ofPackage(deps.db, scope, parcel.id),
    timelines.arrivalsOf(deps.db, scope, parcel.id),
  ])
  const said = new Map(events.flatMap(({ event, actor }) => ('notice' in event ? [[event.notice.id, actor]] : [])))
  const authorOf = await authorsOf(deps, [...said.values()])
  const notices = answer!.notices.map((notice) => {
    const actor = said.get(notice.token)
    return { ...notice, ...(actor === undefined ? {} : { author: authorOf(actor) }) }
  })
  return { ...answer!, notices, ...price, receipts: arrivals.map(presentReceipt) }
}
