// waybill members: invites, lists and removes the portal users of client businesses.

import type { MemberRole } from '../domain/members/member.ts'
import { MEMBER_ROLES, memberState, SIGN_IN_LINK_VALID_MS } from '../domain/members/member.ts'
import { inviteMember, removeMember } from '../flows/members/change-members.ts'
import { makeSignInLink, signInLinkPath } from '../flows/members/sign-in-link.ts'
import * as businesses from '../store/businesses/businesses.ts'
import * as members from '../store/members/members.ts'
import type { Output } from './output.ts'
import { fail, iso, table } from './output.ts'
import { commandLineAuthor, serverUrl, withStore } from './with-store.ts'

const HOUR_MS = 60 * 60 * 1000

type NewMember = { business: string; email: string; name: string; role: string }

export const runMembersAdd = (out: Output, { business, email, name, role }: NewMember): Promise<void> =>
  withStore(async (deps) => {
    if (!MEMBER_ROLES.includes(role as MemberRole)) return fail(`--role must be one of ${MEMBER_ROLES.join(', ')}.`)
    const author = commandLineAuthor(deps)
    const { member } = await inviteMember(deps, author, business, { email, name, role: role as MemberRole })
    const { secret } = await makeSignInLink(deps, author, business, member.id)
    const link = `${serverUrl()}${signInLinkPath(secret)}`
    out.print({ member_id: member.id, role: member.role, link }, [
      `Invited ${name} as ${role}: ${member.id}`,
      `This link signs in once, within ${SIGN_IN_LINK_VALID_MS / HOUR_MS} hours:`,
      `  ${link}`,
    ])
  })

export const runMembersList = (out: Output, options: { business: string }): Promise<void> =>
  withStore(async (deps) => {
    const business = await businesses.find(deps.db, options.business)
    if (!business) return fail(`No business has the id or prefix ${options.business}.`)
    const data = (await members.listOf(deps.db, business.id)).map(({ member, user }) => ({
      member_id: member.id,
      email: user.email,
      name: member.acceptedAt === null ? member.name : user.name,
      role: member.role,
      state: memberState(member, deps.clock()),
      last_signed_in_at: iso(member.lastSignedInAt) || null,
    }))
    const rows = data.map((row) => [row.member_id, row.email, row.name, row.role, row.state, row.last_signed_in_at ?? ''])
    out.print(data, table([['id', 'email', 'name', 'role', 'state', 'last sign-in'], ...rows]))
  })

export const runMembersRemove = (out: Output, id: string, options: { business: string }): Promise<void> =>
  withStore(async (deps) => {
    const business = await businesses.find(deps.db, options.business)
    if (!business) return fail(`No business has the id or prefix ${options.business}.`)
    await removeMember(deps, commandLineAuthor(deps), business.id, id, { isByOperator: true })
    out.print({ member_id: id, removed: true }, `Removed ${id}.`)
  })
