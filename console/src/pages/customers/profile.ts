// The fields of a parcel customer's profile.

import type { Customer } from '../../wire.ts'

export const PROFILE_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'mobile',
  'origin_address',
  'origin_city',
  'origin_zip_code',
  'origin_state',
  'origin_country',
] as const satisfies readonly (keyof Customer)[]
export type ProfileField = (typeof PROFILE_FIELDS)[number]
