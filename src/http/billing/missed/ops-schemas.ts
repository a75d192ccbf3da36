// Schemas of charges that could not be made, under /ops/v1.

import { MISSED_REASONS, MISSED_STATES } from '../../../domain/billing/missed-charge.ts'
import {
  DateTime,
  Enum,
  Named,
  NullableDateTime,
  NullableString,
  NullableToken,
  RefTo,
  Token,
} from '../../../platform/http/schemas/fields.ts'
import { businessQuery, modeQuery, pageQuery } from '../../../platform/http/schemas/paging.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { Mode } from '../../values/enums.ts'
import { idParams } from '../../values/params.ts'
import { ChargeKindSchema } from '../v1-schemas.ts'

export const MissedParams = idParams('msd', 'Token of the missed charge')
const REASONS = Object.keys(MISSED_REASONS) as (keyof typeof MISSED_REASONS)[]

const MissedCharge = Named(
  'MissedCharge',
  Type.Object({
    missed_charge_id: Token('msd'),
    business_id: Token('biz'),
    business_name: Type.String(),
    business_prefix: Type.String(),
    mode: Mode(),
    state: Enum(MISSED_STATES, { description: '`open`: an admin decides. `withdrawn`: it is owed no more, or will be charged anew' }),
    reason: Enum(REASONS, { description: 'Why it was not charged' }),
    explanation: Type.String({ description: 'The reason in words, and what to do' }),
    kind: ChargeKindSchema,
    description: Type.String(),
    amount: Type.String({ description: 'Without tax, with two decimals' }),
    currency: Type.String(),
    parcel_quote_id: NullableToken('pq'),
    parcel_id: NullableToken('pkg'),
    charge_id: NullableToken('chg', { description: 'The charge that was made later' }),
    decided_by: NullableString(),
    decision_note: NullableString(),
    decided_at: NullableDateTime(),
    created_at: DateTime(),
  }),
)
export const MissedChargeAnswer = RefTo(MissedCharge)
export type WireMissedCharge = Type.Static<typeof MissedCharge>
export const MISSED_SCHEMAS = [MissedCharge]

export const MissedQuery = Type.Object({ ...modeQuery, ...businessQuery, state: Type.Optional(Enum(MISSED_STATES)), ...pageQuery })
