// Schemas of parcel customers under /ops/v1.

import { HISTORY_MAX } from '../../domain/audit/audit.ts'
import { MESSAGE_FIELDS, PROFILE_FIELDS } from '../../domain/customers/customer.ts'
import { CHANNELS } from '../../domain/messages/purpose.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { OPS_PACKAGE_EXAMPLE, OpsBusiness } from '../packages/ops-schemas.ts'
import { CUSTOMER } from '../quotes/v1-examples.ts'
import { AUTHOR_EXAMPLE } from '../staff/ops-examples.ts'
import { AuthorAnswer } from '../staff/ops-schemas.ts'
import { CreateCustomerBody, customerFields, messageFields, profileFields } from './v1-schemas.ts'

const opsCustomerFields = {
  ...customerFields,
  business: OpsBusiness,
  merged_into_id: Type.NullableString({ description: 'The customer that this one was merged into' }),
  version: Type.Integer({ description: 'Counts its changes' }),
}

export const OpsCustomerAnswer = Type.Object(opsCustomerFields)

export const CUSTOMER_EXAMPLE = {
  ...CUSTOMER,
  mode: 'live' as const,
  business: OPS_PACKAGE_EXAMPLE.business,
  merged_into_id: null,
  version: 2,
}

export const MergeAnswer = Type.Object({
  customer_merge_id: Type.String(),
  kept_id: Type.String(),
  merged_id: Type.String(),
  quotes_moved: Type.Integer(),
  packages_moved: Type.Integer(),
  merged_at: Type.DateTime(),
  merged_by: AuthorAnswer,
  undone_at: Type.NullableDateTime(),
})

export const MERGE_EXAMPLE = {
  customer_merge_id: 'mrg_01kqn2x4t8e6nvd0t2d5c1yq7w',
  kept_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq7w',
  merged_id: 'pcus_01kqn2x4t8e6nvd0t2d5c1yq8x',
  quotes_moved: 3,
  packages_moved: 4,
  merged_at: '2026-11-15T08:30:00.000Z',
  merged_by: AUTHOR_EXAMPLE,
  undone_at: null,
}

export const UndoneAnswer = Type.Object({
  merge: MergeAnswer,
  left_ids: Type.Array(Type.String(), {
    description:
      'Quotes and packages that belong to another customer by now, and packages that hold goods of both: they were not moved back',
  }),
})

export const CustomerDetailAnswer = Type.Object({
  ...opsCustomerFields,
  quotes_count: Type.Integer(),
  packages_count: Type.Integer(),
  merges: Type.Array(MergeAnswer, { description: 'Oldest first' }),
  unreachable: Type.Array(
    Type.Object({ channel: Type.Enum(CHANNELS), address: Type.String(), reason: Type.String(), failed_at: Type.DateTime() }),
    { maxItems: CHANNELS.length, description: 'Addresses of which a provider said that nobody can be reached there' },
  ),
  message_stops: Type.Array(
    Type.Object({
      channel: Type.Enum(CHANNELS),
      stopped_at: Type.DateTime(),
      how: Type.String(),
      is_in_force: Type.Boolean({ description: 'False if the customer agreed again later' }),
    }),
    { maxItems: CHANNELS.length, description: 'Channels on which the customer asked for no more messages' },
  ),
  history: Type.Array(
    Type.Object({
      version: Type.Integer(),
      at: Type.DateTime({ description: 'In real time' }),
      author: AuthorAnswer,
      request_id: Type.String(),
      changes: Type.Array(Type.Object({ field: Type.String(), before: Type.NullableString(), after: Type.NullableString() })),
    }),
    { maxItems: HISTORY_MAX, description: `The latest ${HISTORY_MAX} changes, oldest first; the audit trail has all` },
  ),
})

export const CUSTOMER_DETAIL_EXAMPLE = {
  ...CUSTOMER_EXAMPLE,
  quotes_count: 3,
  packages_count: 4,
  merges: [],
  unreachable: [],
  message_stops: [{ channel: 'sms' as const, stopped_at: '2026-11-15T08:30:00.000Z', how: 'answer: STOP', is_in_force: true }],
  history: [
    {
      version: 2,
      at: '2026-11-15T08:30:00.000Z',
      author: AUTHOR_EXAMPLE,
      request_id: 'req_01kqn2x4t8e6nvd0t2d5c1yq7w',
      changes: [{ field: 'mobile', before: '+2348000000002', after: '+2348000000003' }],
    },
  ],
}

const CLEARABLE = [...PROFILE_FIELDS, ...MESSAGE_FIELDS] as const

export const ChangeCustomerBody = Type.PartialBody([{ mobile: '+2348000000003', clear: ['email'] }], {
  ...profileFields,
  ...messageFields,
  clear: Type.Array(Type.Enum(CLEARABLE), { maxItems: CLEARABLE.length, description: 'Fields to empty' }),
})

export const MakeCustomerBody = Type.Body(
  [{ business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w', mode: 'live', parcel_customer: { last_name: 'Trader', address_suffix: 'SHOP-7' } }],
  { ...Type.forBusiness, parcel_customer: CreateCustomerBody.properties.parcel_customer },
)

export const MergeBody = Type.Body([{ into_id: MERGE_EXAMPLE.kept_id }], {
  into_id: Type.Text({ description: 'Token of the customer that stays' }),
})
