// Calls the operations on the people of a business.

import type { Call } from './v1-calls.ts'

export const callMembers = async (call: Call, business: string): Promise<void> => {
  const owner = { email: 'owner@example.com', name: 'First Owner', role: 'owner' }
  const { member_id: id } = await call('POST /ops/v1/businesses/{id}/members', business, owner)
  await call('POST /ops/v1/businesses/{id}/members', business, { ...owner, email: 'nobody' })
  await call('GET /ops/v1/businesses/{id}/members', business)
  await call('PATCH /ops/v1/businesses/{id}/members/{member_id}', `${business} ${id}`, { role: 'clerk' })
  await call('POST /ops/v1/businesses/{id}/members/{member_id}/sign_in_link', `${business} ${id}`)
  await call('DELETE /ops/v1/businesses/{id}/members/{member_id}/second_factor', `${business} ${id}`)
  await call('POST /ops/v1/businesses/{id}/view_as', business)
  await call('DELETE /ops/v1/businesses/{id}/members/{member_id}', `${business} ${id}`)
  await call('DELETE /ops/v1/businesses/{id}/members/{member_id}', `${business} ${id}`)
}
