// Schemas of audit records under /ops/v1.

import * as Type from '../../platform/http/schemas/type.ts'

export const AuditQuery = Type.Object({
  object_id: Type.Optional(
    Type.Text({ description: 'ID of a quote, package, customer, business, key …; a version of a card as `card@2`' }),
  ),
  request_id: Type.Optional(Type.Text({ description: 'Request ID, as in X-Request-Id' })),
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Counts from 1; a page past the end is empty' })),
})
export type AuditQuery = Type.Static<typeof AuditQuery>

const AnyValue = (description: string) => Type.Unsafe<unknown>({ description })

export const AuditEntry = Type.Object({
  object_id: Type.String(),
  object_type: Type.String(),
  version: Type.Integer({ description: 'The version of the object that the change made' }),
  business_id: Type.NullableString({ description: 'Null for the operator’s own' }),
  mode: Type.NullableString(),
  actor: Type.Object({
    id: Type.String(),
    kind: Type.Enum(['staff', 'api_key', 'person', 'system'], {
      description: '`person`: a person of a business in the portal. `system`: the command line, a worker of ours or a carrier',
    }),
    name: Type.String(),
  }),
  request_id: Type.String(),
  recorded_at: Type.DateTime(),
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      before: AnyValue('Null for what was not there before'),
      after: AnyValue('The new value; secrets are never recorded'),
    }),
  ),
  hash: Type.String({ description: 'Covers this record and the one before it' }),
  seal: Type.NullableInteger({ description: 'The number of the seal it is under; null for the last minute’s records' }),
})

export const AUDIT_EXAMPLE = {
  object_id: 'key_01kqn2x4t8e6nvd0t2d5c1yq7w',
  object_type: 'api_key',
  version: 2,
  business_id: null,
  mode: null,
  actor: { id: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w', kind: 'staff' as const, name: 'First Admin' },
  request_id: 'req_01kqn2x4t8e6nvd0t2d5c1yq7w',
  recorded_at: '2026-11-15T08:00:00.000Z',
  changes: [{ field: 'label', before: null, after: 'till in Ikeja' }],
  hash: '3f0a4c5d2b1e697887706655443322110f1e2d3c4b5a69788796a5b4c3d2e1f0',
  seal: null,
}
