// Schemas under /ops/v1 for shadow re-pricing: past quotes are priced again with another rate card or exchange rate.

import * as Type from '../../platform/http/schemas/type.ts'
import { VersionName } from '../pricing/ops-schemas.ts'

const moment = '30d, 12h or 4w ago, or ISO 8601 with its offset'

export const ShadowBody = Type.Body([{ card: 'import-air-china', since: '30d' }], {
  card: Type.Optional(Type.Text({ description: 'Card id, whose draft is meant, or with @ and a version' })),
  fx: Type.Optional(Type.Text({ description: 'An exchange rate to try: `USD/NGN=1500`' })),
  since: Type.Optional(Type.Text({ description: `${moment}; 30d by default` })),
  until: Type.Optional(Type.Text({ description: `${moment}; now by default` })),
  mode: Type.Optional(Type.Enum(['test', 'live'], { default: 'live' })),
})

const totals = {
  quotes: Type.Integer({ description: 'Priced both before and after' }),
  before: Type.String(),
  after: Type.String(),
  difference: Type.String(),
  percent: Type.NullableString(),
  unserved: Type.Integer({ description: 'Quotes that no card would serve any more; their price is in no total' }),
  unserved_before: Type.String(),
}

const MovedQuote = Type.Object({
  parcel_quote_id: Type.String(),
  reference: Type.String(),
  business_id: Type.String(),
  lane: Type.String(),
  transport_mode: Type.Enum(['air', 'ocean']),
  before: Type.String(),
  after: Type.NullableString(),
  difference: Type.NullableString(),
  percent: Type.NullableString(),
})

const ShadowReport = Type.Named('ShadowReport', {
  card: Type.NullableObject(VersionName),
  fx: Type.NullableObject(Type.Object({ pair: Type.String(), rate: Type.String() })),
  mode: Type.Enum(['test', 'live']),
  since: Type.DateTime({ description: 'From when on quotes were re-priced: later than asked where `complete` is false' }),
  until: Type.NullableDateTime(),
  quotes_in_period: Type.Integer({ description: 'In the period asked for' }),
  quotes_max: Type.Integer({ description: 'As many as one request re-prices' }),
  complete: Type.Boolean({ description: 'False: the period has more quotes than `quotes_max`, and only its newest were re-priced' }),
  currency: Type.String(),
  seen: Type.Integer({ description: 'Quotes looked at' }),
  untouched: Type.Integer({ description: 'Quotes that the trial does not affect' }),
  unpriced: Type.Integer({ description: 'Quotes without a price to compare with' }),
  total: Type.Object(totals),
  lanes: Type.Array(
    Type.Object({ lane: Type.String(), transport_mode: Type.Enum(['air', 'ocean']), business_id: Type.String(), ...totals }),
  ),
  rises: Type.Array(MovedQuote, { description: 'The ten biggest' }),
  falls: Type.Array(MovedQuote, { description: 'The ten biggest' }),
  unserved: Type.Array(MovedQuote, { description: 'The first hundred' }),
})
export const ShadowAnswer = Type.RefTo(ShadowReport)

export const SHADOW_SCHEMAS = [ShadowReport]

const sums = {
  quotes: 120,
  before: '5270000.00',
  after: '5642000.00',
  difference: '372000.00',
  percent: '7.06',
  unserved: 0,
  unserved_before: '0.00',
}
const place = { lane: 'CN to NG', transport_mode: 'air' as const, business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w' }

export const SHADOW_EXAMPLE = {
  card: { card_id: 'import-air-china', version: 2 },
  fx: null,
  mode: 'live' as const,
  since: '2026-10-16T08:00:00.000Z',
  until: null,
  quotes_in_period: 150,
  quotes_max: 5_000,
  complete: true,
  currency: 'NGN',
  seen: 150,
  untouched: 30,
  unpriced: 0,
  total: sums,
  lanes: [{ ...place, ...sums }],
  rises: [
    {
      parcel_quote_id: 'pq_01kqn2x4t8e6nvd0t2d5c1yq7w',
      reference: 'Q7K3M9P2T4',
      ...place,
      before: '119000.00',
      after: '127400.00',
      difference: '8400.00',
      percent: '7.06',
    },
  ],
  falls: [],
  unserved: [],
}
