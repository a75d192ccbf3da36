// Converts passkeys to JSON.

import type { Passkey } from '../../domain/staff/staff.ts'
import { instant, nullableInstant } from '../../platform/http/wire-format.ts'

export const presentPasskey = ({ id, label, rpId, createdAt, lastUsedAt }: Passkey) => ({
  passkey_id: id,
  label,
  host: rpId,
  created_at: instant(createdAt),
  last_used_at: nullableInstant(lastUsedAt),
})

export const PASSKEY_EXAMPLE = {
  passkey_id: 'pky_01kqn2x4t8e6nvd0t2d5c1yq7w',
  label: 'Phone',
  host: 'freight.example.com',
  created_at: '2026-11-15T08:00:00.000Z',
  last_used_at: null,
}
