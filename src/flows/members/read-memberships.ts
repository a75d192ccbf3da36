// Reads which businesses a portal session gives access to, and with which role.

import type { Business } from '../../domain/businesses/business.ts'
import type { MemberRole } from '../../domain/members/member.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as members from '../../store/members/members.ts'
import type { SessionHolder } from '../../store/members/sessions.ts'
import type { Deps } from '../deps.ts'

export type Membership = { business: Business; role: MemberRole }

/** An admin of the operator who views the portal of a business has the role of an owner. */
export const readMemberships = async (deps: Deps, { session, id }: SessionHolder): Promise<Membership[]> => {
  if (session.businessId !== null) {
    const business = await businesses.find(deps.db, session.businessId)
    return business?.portalEnabled ? [{ business, role: 'owner' }] : []
  }
  const own = (await members.usableOf(deps.db, id, deps.clock())).filter(({ acceptedAt }) => acceptedAt !== null)
  return Promise.all(own.map(async ({ businessId, role }) => ({ business: await businesses.load(deps.db, businessId), role })))
}
