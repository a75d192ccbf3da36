// Sends requests to every operation of /ops/v1, to compare the responses with the OpenAPI document.

import { makeSetupLink } from '../../../src/flows/staff/create-staff.ts'
import { newAuthenticator, totpCode } from '../calls/authenticator.ts'
import { inSession, newStaff, tokenHeaders } from '../calls/staff-calls.ts'
import { byTest } from '../samples/authors.ts'
import type { Waybill } from '../server/waybill.ts'
import { callBilling } from './ops-billing-calls.ts'
import { callCards } from './ops-card-calls.ts'
import { callConsole } from './ops-console-calls.ts'
import { callCustomers } from './ops-customer-calls.ts'
import { callMembers } from './ops-member-calls.ts'
import { callMessages } from './ops-message-calls.ts'
import { callPlaces } from './ops-place-calls.ts'
import { callReceiving } from './ops-receiving-calls.ts'
import { callShipments } from './ops-shipment-calls.ts'
import { callSites } from './ops-site-calls.ts'
import type { Call } from './v1-calls.ts'

export const callOps = async (anyone: Call, waybill: Waybill): Promise<void> => {
  const first = { email: 'admin@example.com', name: 'First Admin', password: 'correct horse battery' }
  await anyone('POST /ops/v1/setup', '', { ...first, token: await makeSetupLink(waybill.deps, byTest(waybill.deps)) })
  await anyone('POST /ops/v1/setup', '', { ...first, token: 'x' })
  const { name: _none, ...credentials } = first
  await anyone('POST /ops/v1/session', '', credentials)
  await anyone('POST /ops/v1/session', '', { ...credentials, password: 'another' })
  await anyone('GET /ops/v1/session')

  const staff = await newStaff(waybill, 'admin')
  const { headers } = await inSession(waybill, staff)
  const call: Call = (route, id, body) => anyone(route, id, body, { headers })
  await call('GET /ops/v1/session')
  const [session] = await call('GET /ops/v1/sessions')
  await call('DELETE /ops/v1/sessions/{id}', 'x')

  const { staff_id: id } = await call('POST /ops/v1/staff', '', { ...first, email: 'dock@example.com', role: 'warehouse' })
  await call('GET /ops/v1/staff')
  await call('GET /ops/v1/staff/{id}', id)
  await call('PATCH /ops/v1/staff/{id}', staff.id, { password: first.password })
  const renewed = (await inSession(waybill, staff)).headers
  const again: Call = (route, of, body) => anyone(route, of, body, { headers: renewed })
  await again('PATCH /ops/v1/staff/{id}', id, { status: 'inactive' })
  await again('POST /ops/v1/password', '', { current_password: first.password, new_password: 'staple of another kind' })
  await again('PUT /ops/v1/daily_summary', '', { is_wanted: true })
  await again('GET /ops/v1/daily_summary')
  await again('PUT /ops/v1/preferences', '', { language: 'zh-CN' })
  const token = await again('POST /ops/v1/access_tokens', '', { label: 'sample' })
  await again('GET /ops/v1/access_tokens')
  await anyone('GET /ops/v1/staff', '', undefined, { headers: { authorization: `Bearer ${token.token}` } })
  const dock = await newStaff(waybill, 'warehouse')
  await inSession(waybill, dock)
  await tokenHeaders(waybill, dock)
  const [open] = await again('GET /ops/v1/staff/{id}/sessions', dock.id)
  const [theirs] = await again('GET /ops/v1/staff/{id}/access_tokens', dock.id)
  await again('DELETE /ops/v1/staff/{id}/sessions/{session_id}', `${dock.id} ${open.session_id}`)
  await again('DELETE /ops/v1/staff/{id}/access_tokens/{access_token_id}', `${dock.id} ${theirs.access_token_id}`)
  await again('DELETE /ops/v1/access_tokens/{id}', token.access_token_id)

  const view = await again('POST /ops/v1/saved_views', '', { page: '/packages', name: 'Held', query: 'hold=hold' })
  await again('GET /ops/v1/saved_views')
  await again('DELETE /ops/v1/saved_views/{id}', view.saved_view_id)
  await callWaysIn(anyone, again, waybill, dock.id)

  const business = await again('POST /ops/v1/businesses', '', { name: 'Sample Imports', prefix: 'STO' })
  await again('POST /ops/v1/businesses', '', { name: 'Sample Imports', prefix: 'STO' })
  await again('GET /ops/v1/businesses')
  await again('GET /ops/v1/businesses/{id}', business.business_id)
  await again('PATCH /ops/v1/businesses/{id}', business.business_id, { own_address: { name: 'Sample', address: { country: 'NG' } } })
  await callCards(again, business.business_id)
  const key = await again('POST /ops/v1/businesses/{id}/keys', business.business_id, { mode: 'test', scope: 'quote' })
  await again('GET /ops/v1/businesses/{id}/keys', business.business_id)
  await again('PATCH /ops/v1/keys/{id}', key.key_id, { label: 'sample' })
  await again('POST /ops/v1/keys/{id}/rotate', key.key_id)
  await again('POST /ops/v1/keys/{id}/revoke', key.key_id)
  await anyone('POST /v1/test_clock', '', {}, { key: key.key })

  await callShipments(again, waybill)
  await callPlaces(again, waybill)
  await callSites(again)
  await callMembers(again, waybill, business.business_id)
  await callReceiving((route, of, body, options) => anyone(route, of, body, { headers: renewed, ...options }), waybill, renewed)
  await callAudit(again, key.key_id)

  await callCustomers(again, waybill)
  await callConsole(again, waybill)
  await callBilling(again, waybill, anyone)
  await callMessages(again, waybill, anyone)

  const other = (await inSession(waybill, staff)).headers
  const sessions = await anyone('GET /ops/v1/sessions', '', undefined, { headers: other })
  const ended = sessions.find((each: { current: boolean; session_id: string }) => !each.current) ?? session
  await anyone('DELETE /ops/v1/sessions/{id}', ended.session_id, undefined, { headers: other })
  await anyone('DELETE /ops/v1/session', '', undefined, { headers: other })
}

const callAudit = async (call: Call, objectId: string): Promise<void> => {
  const [record] = await call(`GET /ops/v1/audit?object_id=${objectId}`)
  await call(`GET /ops/v1/audit?request_id=${encodeURIComponent(record.request_id)}`)
  await call('GET /ops/v1/audit')
}

/** Sends requests to the operations on invitations, second factors and passkeys. */
const callWaysIn = async (anyone: Call, admin: Call, waybill: Waybill, staffId: string): Promise<void> => {
  const { link } = await admin('POST /ops/v1/staff_invitations', '', { email: 'two@example.com', role: 'support' })
  await anyone('POST /ops/v1/invitation', '', { token: link.split('#')[1], name: 'Two', password: 'pallets before noon' })
  await anyone('POST /ops/v1/invitation', '', { token: 'x', name: 'Two', password: 'pallets before noon' })
  const { invitation_id: id } = await admin('POST /ops/v1/staff_invitations', '', { email: 'three@example.com', role: 'support' })
  await admin('GET /ops/v1/staff_invitations')
  await admin('DELETE /ops/v1/staff_invitations/{id}', id)

  const current_password = 'pallets before noon'
  const { staff, headers } = await inSession(waybill, await newStaff(waybill, 'warehouse', current_password))
  const own: Call = (route, of, body) => anyone(route, of, body, { headers })
  const { secret } = await own('POST /ops/v1/second_factor/totp', '', { current_password })
  await own('POST /ops/v1/second_factor/totp/confirm', '', { second_factor_code: '000000' })
  const { recovery_codes } = await own('POST /ops/v1/second_factor/totp/confirm', '', {
    second_factor_code: totpCode(secret, waybill.deps.clock()),
  })
  await anyone('POST /ops/v1/session', '', { email: staff.email, password: current_password })
  const origin = waybill.url
  const device = newAuthenticator()
  const options = await own('POST /ops/v1/passkeys/options', '', { current_password })
  const { passkey_id } = await own('POST /ops/v1/passkeys', '', { label: 'Phone', response: device.create(options, { origin }) })
  const challenge = await anyone('POST /ops/v1/session/passkey/options')
  await anyone('POST /ops/v1/session/passkey', '', { response: device.get(challenge, { origin }) })
  await anyone('POST /ops/v1/session/passkey', '', { response: device.get(challenge, { origin }) })
  await own('GET /ops/v1/second_factor')
  await own('DELETE /ops/v1/passkeys/{id}', passkey_id)
  await own('POST /ops/v1/second_factor/totp/remove', '', { current_password, second_factor_code: recovery_codes[0] })
  await admin('GET /ops/v1/staff/{id}/second_factor', staffId)
  await admin('DELETE /ops/v1/staff/{id}/second_factor', staffId)
}
