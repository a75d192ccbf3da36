// A person's own account in the portal: name, phone and sessions.

import type { User } from '../../domain/members/member.ts'
import { checkPhone } from '../../domain/members/member.ts'
import { readPhone } from '../../domain/messages/address.ts'
import { HOME_COUNTRIES } from '../../domain/messages/settings.ts'
import { checkName } from '../../domain/staff/staff.ts'
import { Problems, Rejection } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as sessions from '../../store/members/sessions.ts'
import * as users from '../../store/members/users.ts'
import type { Deps } from '../deps.ts'
import { ACCOUNT_CHANGES, tellAccountChange } from '../staff/tell-account-change.ts'

export type UserChanges = { name?: string; phone?: string | null }

const UNCONFIRMED = { phoneKey: null, phoneConfirmedAt: null }

export const changeUser = (deps: Deps, author: Author, id: string, { name, phone }: UserChanges): Promise<User> => {
  const problems = new Problems()
  if (name !== undefined) checkName(name, problems)
  const number = phone?.trim() || null
  if (number !== null) checkPhone(number, problems)
  problems.throwIfAny()
  return deps.db.transaction(author, async (tx) => {
    const user = await users.lock(tx, id)
    const isConfirmed = number !== null && user.phoneKey !== null && readPhone(number, HOME_COUNTRIES)?.number === user.phoneKey
    if (phone !== undefined && user.phoneKey !== null && !isConfirmed)
      await tellAccountChange(deps, tx, user, ACCOUNT_CHANGES.phoneRemoved(user.phoneKey))
    return users.change(tx, author, id, {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(phone === undefined ? {} : { phone: number, ...(isConfirmed ? {} : UNCONFIRMED) }),
    })
  })
}

/** Ends the session. If it has ended already, nothing happens. */
export const signOutOfPortal = async (deps: Deps, author: Author, sessionId: string): Promise<void> => {
  await deps.db.transaction(author, (tx) => sessions.end(tx, author.actor, sessionId))
}

export const endPortalSession = (deps: Deps, author: Author, id: string): Promise<void> =>
  deps.db.transaction(author, async (tx) => {
    if (!(await sessions.end(tx, author.actor, id))) throw new Rejection('NOT_FOUND', 'You have no such session.')
  })
