// One-time sign-in links, for people who get no email and for admins of the operator who view the portal of a business.

import type { SignInLink } from '../../domain/members/member.ts'
import { SIGN_IN_LINK_VALID_MS, VIEW_AS_LINK_VALID_MS } from '../../domain/members/member.ts'
import type { Staff } from '../../domain/staff/staff.ts'
import { makeSecret, SECRET_MIN_RANDOM_BYTES } from '../../domain/values/codes.ts'
import { invalidTransition, Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as members from '../../store/members/members.ts'
import * as links from '../../store/members/sign-in-links.ts'
import * as users from '../../store/members/users.ts'
import * as staffStore from '../../store/staff/staff.ts'
import { keyHash } from '../businesses/api-keys.ts'
import { loadBusiness } from '../businesses/change-business.ts'
import type { Deps } from '../deps.ts'
import type { PortalSignedIn, SigningIn } from './open-session.ts'
import { newPortalSession, openPortalSession, storeSession } from './open-session.ts'
import { passUserFactor } from './second-factor.ts'

/** The path of a sign-in link. Browsers do not send the part after # to the server, so the secret stays out of logs. */
export const signInLinkPath = (secret: string): string => `/portal/link#${secret}`

type NewLink = Pick<SignInLink, 'userId' | 'staffId' | 'businessId'> & { validMs: number }

const putLink = async (deps: Deps, tx: Tx, author: Author, { validMs, ...of }: NewLink): Promise<{ secret: string; expiresAt: number }> => {
  const secret = makeSecret(deps.random(SECRET_MIN_RANDOM_BYTES))
  const now = deps.clock()
  const link: SignInLink = { id: deps.newId('sil'), ...of, createdBy: author.actor, createdAt: now, expiresAt: now + validMs, usedAt: null }
  await links.insert(tx, author, link, keyHash(secret))
  return { secret, expiresAt: link.expiresAt }
}

const requirePortal = ({ portalEnabled }: { portalEnabled: boolean }): void => {
  if (!portalEnabled) throw invalidTransition('The portal of this business is off: turn it on first.')
}

/** Makes a link that signs a member in. `business`: token or prefix of the business. */
export const makeSignInLink = async (deps: Deps, author: Author, business: string, memberId: string) => {
  const found = await loadBusiness(deps.db, business)
  requirePortal(found)
  return deps.db.transaction(author, async (tx) => {
    const { member, user } = await members.load(tx, found.id, memberId)
    const usable = await members.usableOf(tx, member.userId, deps.clock())
    if (!usable.some(({ id }) => id === member.id)) throw invalidTransition('The invitation has expired: invite the person again.')
    const link = await putLink(deps, tx, author, {
      userId: member.userId,
      staffId: null,
      businessId: found.id,
      validMs: SIGN_IN_LINK_VALID_MS,
    })
    return { ...link, member, user }
  })
}

/** Makes a link to a read-only session. In this session, an admin sees the portal as the business sees it. */
export const makeViewLink = async (deps: Deps, author: Author, staff: Staff, business: string) => {
  const found = await loadBusiness(deps.db, business)
  requirePortal(found)
  return deps.db.transaction(author, (tx) =>
    putLink(deps, tx, author, { userId: null, staffId: staff.id, businessId: found.id, validMs: VIEW_AS_LINK_VALID_MS }),
  )
}

const refused = (): Rejection => new Rejection('UNAUTHORIZED', 'This link was used or has expired: ask for a new one.')

/** Signs in with a link. A link works only once. After a missing or wrong second factor, the link still works. */
export const signInWithLink = async (
  deps: Deps,
  { link: secret, secondFactor }: { link: string; secondFactor?: string | undefined },
  by: SigningIn,
): Promise<PortalSignedIn> => {
  const report = (why: string): void => deps.report('sign-in failed', { why, client: by.address, request_id: by.requestId })
  const opened = await deps.db
    .transaction(SYSTEM, async (tx) => {
      const now = deps.clock()
      const link = await links.find(tx, keyHash(secret), now)
      if (!link) throw refused()
      const author = { actor: link.userId ?? link.staffId!, requestId: by.requestId, at: now }
      const use = async (): Promise<void> => {
        if (!(await links.use(tx, author, link, now))) throw refused()
      }
      if (link.userId !== null) return openPerson(deps, tx, link.userId, secondFactor, use, by)
      await use()
      return openView(deps, tx, link, by)
    })
    .catch((error: unknown) => {
      if (error instanceof Rejection) report('link')
      throw error
    })
  if (!(opened instanceof Rejection)) return opened
  if (secondFactor) report('wrong second factor')
  throw opened
}

/**
 * Opens a session for the person whom the link signs in. If the second factor fails, returns the refusal. Throw the refusal only after the
 * commit, which stores the count of wrong codes.
 */
const openPerson = async (
  deps: Deps,
  tx: Tx,
  userId: string,
  secondFactor: string | undefined,
  use: () => Promise<void>,
  by: SigningIn,
): Promise<PortalSignedIn | Rejection> => {
  const user = await users.lock(tx, userId)
  const memberships = await members.usableOf(tx, user.id, deps.clock())
  if (memberships.length === 0) throw refused()
  const refusal = await passUserFactor(deps, tx, user, secondFactor, by)
  if (refusal) return refusal
  await use()
  return openPortalSession(deps, tx, user, memberships, by)
}

const openView = async (deps: Deps, tx: Tx, { staffId, businessId }: SignInLink, by: SigningIn): Promise<PortalSignedIn> => {
  const staff = await staffStore.lock(tx, staffId!)
  if (staff.deactivatedAt !== null || staff.role !== 'admin') throw refused()
  requirePortal(await loadBusiness(tx, businessId))
  const session = newPortalSession(deps, { userId: null, staffId: staff.id, businessId }, by)
  const secret = await storeSession(deps, tx, session)
  return { holder: { session, id: staff.id, name: staff.name, email: staff.email, phone: null, phoneConfirmedAt: null }, secret }
}
