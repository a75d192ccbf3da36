// Example responses of /ops/v1 for the API reference.

const MORNING = '2026-11-15T08:00:00.000Z'

export const STAFF_EXAMPLE = {
  staff_id: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w',
  email: 'admin@example.com',
  name: 'First Admin',
  role: 'admin' as const,
  sites: null,
  status: 'active' as const,
  created_at: MORNING,
  deactivated_at: null,
}

export const SESSION_EXAMPLE = {
  session_id: 'ses_01kqn2x4t8e6nvd0t2d5c1yq7w',
  user_agent: 'Mozilla/5.0',
  created_at: MORNING,
  seen_at: MORNING,
  ends_at: '2026-11-15T10:00:00.000Z',
  current: true,
}

export const TOKEN_EXAMPLE = {
  access_token_id: 'pat_01kqn2x4t8e6nvd0t2d5c1yq7w',
  label: 'nightly report',
  role: 'support' as const,
  begins: 'wb_ops_7t2cq',
  created_at: MORNING,
  expires_at: '2027-02-13T08:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
}

export const BUSINESS_EXAMPLE = {
  business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w',
  name: 'Sample Imports',
  prefix: 'SMP',
  time_zone: 'Africa/Lagos',
  own_address: { name: 'Sample Imports', address: { street: '1 Sample Street', city: 'Ikeja', state: 'Lagos', country: 'Nigeria' } },
  last_mile: false,
  parcel_customer_account: false,
  portal_enabled: true,
  terms: [
    {
      effective_from: null,
      markup_percent: '0',
      free_days: 7,
      daily_rate: '500',
      currency: 'NGN',
      invoicing: 'manual' as const,
      bill_to: 'business' as const,
      due_days: 14,
      release: 'none' as const,
      credit_limit: '0.00',
      in_force: true,
    },
  ],
  created_at: MORNING,
}

export const KEY_EXAMPLE = {
  key_id: 'key_01kqn2x4t8e6nvd0t2d5c1yq7w',
  business_id: BUSINESS_EXAMPLE.business_id,
  mode: 'live' as const,
  scope: 'quote' as const,
  begins: 'wb_live_7t2c',
  label: 'web shop',
  created_at: MORNING,
  last_used_at: null,
  expires_at: null,
  replaces_key_id: null,
  revoked_at: null,
}

export const AUTHOR_EXAMPLE = { kind: 'staff' as const, id: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w', name: 'First Admin' }
