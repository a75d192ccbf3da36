// Changes a staff account: its name, role and password, and whether it is active. At least one admin stays active.

import type { Role, Staff } from '../../domain/staff/staff.ts'
import { checkName, checkPassword } from '../../domain/staff/staff.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as accessTokens from '../../store/staff/access-tokens.ts'
import * as invitations from '../../store/staff/invitations.ts'
import * as sessions from '../../store/staff/sessions.ts'
import * as staffStore from '../../store/staff/staff.ts'
import type { Deps } from '../deps.ts'
import { queueStaffMessage } from '../messages/queue-staff-message.ts'
import { loadFrequentPasswords } from './create-staff.ts'
import { hashPassword, NONCE_BYTES, verifyPassword } from './password-hash.ts'
import { readSites } from './staff-sites.ts'
import { ACCOUNT_CHANGES, tellAccountChange } from './tell-account-change.ts'

export type StaffChanges = {
  name?: string
  role?: Role
  sites?: readonly string[] | null
  status?: 'active' | 'inactive'
  password?: string
}

const isActiveAdmin = (staff: Staff): boolean => staff.role === 'admin' && staff.deactivatedAt === null

type Decided = { passwordHash: string | null; siteIds: Staff['siteIds']; now: number }

const changed = (staff: Staff, changes: StaffChanges, { passwordHash, siteIds, now }: Decided): Staff => ({
  ...staff,
  name: changes.name?.trim() ?? staff.name,
  role: changes.role ?? staff.role,
  siteIds: (changes.role ?? staff.role) === 'admin' ? null : siteIds,
  passwordHash: passwordHash ?? staff.passwordHash,
  deactivatedAt: changes.status === 'inactive' ? (staff.deactivatedAt ?? now) : changes.status === 'active' ? null : staff.deactivatedAt,
})

/**
 * Changes an account. Deactivation or a new password ends its sessions and tokens. If the account is then not an active admin, the open
 * invitations that it sent are revoked.
 */
export const changeStaff = async (deps: Deps, author: Author, id: string, changes: StaffChanges): Promise<Staff> => {
  const { email } = await staffStore.load(deps.db, id)
  const problems = new Problems()
  if (changes.name !== undefined) checkName(changes.name, problems)
  if (changes.password !== undefined) checkPassword(changes.password, email, 'password', await loadFrequentPasswords(), problems)
  problems.throwIfAny()
  const passwordHash = changes.password === undefined ? null : await hashPassword(changes.password, deps.random(NONCE_BYTES))
  // The transaction is exclusive, because two admins might otherwise deactivate each other.
  return deps.db.exclusively(author, async (tx) => {
    const staff = await staffStore.load(tx, id)
    const role = changes.role ?? staff.role
    const siteIds = changes.sites === undefined ? staff.siteIds : await readSites(tx, role, changes.sites)
    const next = changed(staff, changes, { passwordHash, siteIds, now: deps.clock() })
    if (isActiveAdmin(staff) && !isActiveAdmin(next) && (await staffStore.countOtherAdmins(tx, id)) === 0)
      throw new Rejection('INVALID_TRANSITION', 'This is the last active admin: make another one first.')
    await staffStore.save(tx, author, next)
    if (next.deactivatedAt !== null || passwordHash !== null) {
      await sessions.endAll(tx, id)
      await accessTokens.revokeAll(tx, author, id, deps.clock())
    }
    if (passwordHash !== null) await queueStaffMessage(deps, tx, 'password_reset', next, {})
    if (!isActiveAdmin(next)) await invitations.revokeAll(tx, author, { invitedBy: id }, deps.clock())
    return next
  })
}

/** Changes the caller's own password. Ends the caller's other sessions and revokes the caller's access tokens. */
export const changePassword = async (
  deps: Deps,
  author: Author,
  staff: Staff,
  sessionId: string,
  { current, next }: { current: string; next: string },
): Promise<void> => {
  const problems = new Problems()
  checkPassword(next, staff.email, 'new_password', await loadFrequentPasswords(), problems)
  if (!(await verifyPassword(current, staff.passwordHash))) refuseCurrent(problems)
  problems.throwIfAny()
  const passwordHash = await hashPassword(next, deps.random(NONCE_BYTES))
  await deps.db.exclusively(author, async (tx) => {
    const now = await staffStore.load(tx, staff.id)
    // Another request may have changed the password since `current` was checked.
    if (now.passwordHash !== staff.passwordHash) refuseCurrent(problems)
    problems.throwIfAny()
    await staffStore.save(tx, author, { ...now, passwordHash })
    await sessions.endAll(tx, staff.id, sessionId)
    await accessTokens.revokeAll(tx, author, staff.id, deps.clock())
    await tellAccountChange(deps, tx, staff, ACCOUNT_CHANGES.passwordChanged)
  })
}

const refuseCurrent = (problems: Problems): void => problems.add('current_password', 'is not the password of this account')
