// Roles in the portal: which routes of /v1 and /portal/v1 each role may call. A route that is not listed is refused.

import type { MemberRole } from './member.ts'
import { MEMBER_ROLES } from './member.ts'

/** `viewer`: an admin of the operator who views the portal as the business. A viewer may read everything that an owner may read. */
export type PortalRole = MemberRole | 'viewer'

/**
 * `open`: anybody, without a session. `person`: every signed-in person, even one who no longer belongs to a business. `member`: every
 * person of a business whose portal is on, in any role.
 */
export type PortalAccess = readonly MemberRole[] | 'open' | 'person' | 'member'

const EVERYBODY: PortalAccess = MEMBER_ROLES

/** For routes about people, and about who gets which messages. */
const OWNER: PortalAccess = ['owner']
/** For the daily work: quotes, parcels and customers. */
const TRADE: PortalAccess = ['owner', 'clerk']
/** For invoices, payments and balances. */
const MONEY: PortalAccess = ['owner', 'accountant']
/** For keys, webhooks, the request log and test mode. */
const TECHNICAL: PortalAccess = ['owner', 'developer']

const access = (allowed: PortalAccess, routes: string): [string, PortalAccess][] =>
  routes.split('\n').map((route) => [route.trim(), allowed])

const TABLE: ReadonlyMap<string, PortalAccess> = new Map([
  ...access(
    EVERYBODY,
    `GET /v1/parcel_quotes
     GET /v1/parcel_quotes/:id
     GET /v1/parcel_quotes/:id/explain
     GET /v1/packages
     GET /v1/packages/:id
     GET /v1/packages/:id/track
     GET /v1/packages/:id/photos
     GET /v1/photos/:id
     GET /v1/inbound_parcels
     GET /v1/inbound_parcels/:id`,
  ),
  ...access(
    TRADE,
    `POST /v1/estimates
     POST /v1/parcel_quotes
     POST /v1/parcel_quotes/:id/cancel
     POST /v1/packages/:id/create_shipment
     POST /v1/packages/:id/notices
     POST /v1/packages/:id/cancel
     POST /v1/inbound_parcels
     PATCH /v1/inbound_parcels/:id
     POST /v1/inbound_parcels/:id/cancel
     POST /v1/inbound_parcels/import
     GET /v1/parcel-customers
     GET /v1/parcel-customers/:id
     POST /v1/parcel-customers
     PATCH /v1/parcel-customers/:id
     GET /v1/warehouse_addresses
     GET /v1/packages/:id/collection
     GET /v1/messages
     GET /v1/messages/:id
     POST /v1/messages/:id/resend`,
  ),
  ...access(
    MONEY,
    `GET /v1/balance
     GET /v1/invoices
     GET /v1/invoices/:id
     GET /v1/invoices/:id/invoice.pdf
     GET /v1/invoices/:id/invoice.csv
     GET /v1/invoices/:id/invoice.xml
     GET /v1/invoices/:id/credit_note.pdf
     GET /v1/invoices/:id/credit_note.xml
     POST /v1/invoices/:id/payment_link
     GET /v1/payments
     GET /v1/payments/:id
     GET /v1/payments/:id/receipt.pdf
     GET /v1/statements
     GET /v1/statements.csv
     GET /v1/statements.pdf`,
  ),
  ...access(
    TECHNICAL,
    `GET /v1/events
     GET /v1/events/:id
     GET /v1/webhook_endpoints
     POST /v1/webhook_endpoints
     GET /v1/webhook_endpoints/:id
     PATCH /v1/webhook_endpoints/:id
     DELETE /v1/webhook_endpoints/:id
     POST /v1/webhook_endpoints/:id/rotate_secret
     POST /v1/webhook_endpoints/:id/test
     GET /v1/webhook_deliveries
     GET /v1/webhook_deliveries/:id
     POST /v1/webhook_deliveries/:id/replay
     POST /v1/webhook_deliveries/replay
     GET /v1/requests
     GET /v1/requests/:id
     POST /v1/test_clock
     POST /v1/test_helpers/packages/:id/receive
     POST /v1/test_helpers/packages/:id/depart
     POST /v1/test_helpers/packages/:id/deliver`,
  ),
  // Routes for test mode: everybody may read the test clock, and owners and accountants may simulate invoices and payments.
  ...access(EVERYBODY, 'GET /v1/test_clock'),
  ...access(
    MONEY,
    `POST /v1/test_helpers/invoices
     POST /v1/test_helpers/payments`,
  ),
  ...access(
    OWNER,
    `GET /portal/v1/members
     POST /portal/v1/members
     PATCH /portal/v1/members/:id
     DELETE /portal/v1/members/:id
     DELETE /portal/v1/members/:id/second_factor
     GET /portal/v1/message_settings
     PUT /portal/v1/message_settings`,
  ),
  ...access(
    TECHNICAL,
    `GET /portal/v1/api_keys
     POST /portal/v1/api_keys
     PATCH /portal/v1/api_keys/:id
     POST /portal/v1/api_keys/:id/rotate
     POST /portal/v1/api_keys/:id/revoke`,
  ),
  ...access(
    'open',
    `GET /portal/v1/brand
     POST /portal/v1/sign_in_codes
     POST /portal/v1/session
     POST /portal/v1/passkey_challenges
     POST /portal/v1/passkey_sessions`,
  ),
  ...access(
    'person',
    `GET /portal/v1/session
     DELETE /portal/v1/session
     GET /portal/v1/sessions
     DELETE /portal/v1/sessions/:id
     GET /portal/v1/passkeys
     DELETE /portal/v1/passkeys/:id
     GET /portal/v1/second_factor`,
  ),
  ...access(
    'member',
    `PATCH /portal/v1/user
     POST /portal/v1/phone_codes
     POST /portal/v1/phone
     POST /portal/v1/passkeys
     POST /portal/v1/passkeys/options
     POST /portal/v1/second_factor/totp
     POST /portal/v1/second_factor/totp/confirm
     POST /portal/v1/second_factor/totp/remove`,
  ),
])

/** Returns the access rule of a route. Null if the table does not list the route; no session may call such a route. */
export const accessTo = (method: string, pattern: string): PortalAccess | null =>
  TABLE.get(`${method === 'HEAD' ? 'GET' : method} ${pattern}`) ?? null

export const ROUTES_OF_ROLES: readonly string[] = [...TABLE.keys()]

const READS = ['GET', 'HEAD']
/** The only route that a viewer may call with a method other than GET and HEAD: signing out. */
const VIEWERS_OWN = 'DELETE /portal/v1/session'

/** Whether the role may call a route. A viewer may call only read routes and the route for signing out. */
export const mayCall = (role: PortalRole, method: string, pattern: string): boolean => {
  const allowed = accessTo(method, pattern)
  if (allowed === null) return false
  if (role === 'viewer' && !READS.includes(method)) return `${method} ${pattern}` === VIEWERS_OWN
  return typeof allowed === 'string' || allowed.includes(role === 'viewer' ? 'owner' : role)
}
