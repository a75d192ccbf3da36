// Sends requests to the staff operations on the members of a business.

import { load as loadBusiness } from '../../../src/store/businesses/businesses.ts'
import { totpCode } from '../calls/authenticator.ts'
import { personOf, signInByLink } from '../calls/member-calls.ts'
import type { Tenant, Waybill } from '../server/waybill.ts'
import type { Call } from './v1-calls.ts'

/** Signs the person in, and protects the account with an authenticator app. */
const addAuthenticator = async (waybill: Waybill, { business }: Pick<Tenant, 'business'>, memberId: string): Promise<void> => {
  const person = personOf(waybill, { business }, await signInByLink(waybill, { business }, memberId), memberId)
  const { json } = await person.call('POST', '/portal/v1/second_factor/totp')
  const second_factor_code = totpCode(json.secret, waybill.deps.clock())
  await person.call('POST', '/portal/v1/second_factor/totp/confirm', { second_factor_code })
}

export const callMembers = async (call: Call, waybill: Waybill, business: string): Promise<void> => {
  const owner = { email: 'owner@example.com', name: 'First Owner', role: 'owner' }
  const { member_id: id } = await call('POST /ops/v1/businesses/{id}/members', business, owner)
  await call('POST /ops/v1/businesses/{id}/members', business, { ...owner, email: 'nobody' })
  await call('GET /ops/v1/businesses/{id}/members', business)
  await call('PATCH /ops/v1/businesses/{id}/members/{member_id}', `${business} ${id}`, { role: 'clerk' })
  await call('POST /ops/v1/businesses/{id}/members/{member_id}/sign_in_link', `${business} ${id}`)
  await addAuthenticator(waybill, { business: await loadBusiness(waybill.deps.db, business) }, id)
  await call('DELETE /ops/v1/businesses/{id}/members/{member_id}/second_factor', `${business} ${id}`)
  await call('POST /ops/v1/businesses/{id}/view_as', business)
  await call('DELETE /ops/v1/businesses/{id}/members/{member_id}', `${business} ${id}`)
  await call('DELETE /ops/v1/businesses/{id}/members/{member_id}', `${business} ${id}`)
}
