// Members of businesses, signed in to the portal, and the calls that the portal's pages make.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MemberRole } from '../../../src/domain/members/member.ts'
import type { PortalRole } from '../../../src/domain/members/roles.ts'
import type { Mode } from '../../../src/domain/values/scope.ts'
import { inviteMember } from '../../../src/flows/members/change-members.ts'
import { makeSignInLink, makeViewLink } from '../../../src/flows/members/sign-in-link.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { byTest } from '../samples/authors.ts'
import { createProvider } from '../server/message-provider.ts'
import type { Answer, Tenant, Waybill } from '../server/waybill.ts'
import { CSRF, newStaff } from './staff-calls.ts'

export type Person = {
  email: string
  memberId: string
  userId: string
  cookie: string
  /** The headers that a page of the portal sends for the business and the mode. */
  headers(tenant: Pick<Tenant, 'business'>, mode?: Mode): Record<string, string>
  /** Sends a request as this person. Without `more.tenant`, the request is for the business with which the person was created. */
  call(method: string, path: string, body?: unknown, more?: { tenant?: Pick<Tenant, 'business'>; mode?: Mode }): Promise<Answer>
}

export const personEmail = (): string => `person-${randomBytes(6).toString('hex')}@example.com`

export const cookieOf = ({ headers }: Pick<Answer, 'headers'>): string => {
  const set = headers.get('set-cookie') ?? ''
  assert.match(set, /^__Host-waybill-portal=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  return set.split(';')[0]!
}

export const invite = ({ deps }: Waybill, { business }: Tenant, role: MemberRole, email = personEmail()) =>
  inviteMember(deps, byTest(deps), business.id, { email, name: `Sample ${role}`, role })

export const signInByLink = async (waybill: Waybill, { business }: Pick<Tenant, 'business'>, memberId: string): Promise<Answer> => {
  const { secret } = await makeSignInLink(waybill.deps, byTest(waybill.deps), business.id, memberId)
  return waybill.call('POST', '/portal/v1/session', { link: secret })
}

export const personOf = (waybill: Waybill, tenant: Pick<Tenant, 'business'>, answer: Answer, memberId = ''): Person => {
  assert.equal(answer.status, 201, answer.text)
  const cookie = cookieOf(answer)
  const headers: Person['headers'] = ({ business }, mode = 'test') => ({
    cookie,
    ...CSRF,
    'x-waybill-business': business.id,
    'x-waybill-mode': mode,
  })
  const { user } = answer.json
  return {
    email: user.email,
    memberId,
    userId: user.user_id,
    cookie,
    headers,
    call: (method, path, body, { tenant: other = tenant, mode } = {}) =>
      waybill.call(method, path, body, { headers: headers(other, mode) }),
  }
}

export const signedInPerson = async (waybill: Waybill, tenant: Tenant, role: MemberRole, email?: string): Promise<Person> => {
  const { member } = await invite(waybill, tenant, role, email)
  return personOf(waybill, tenant, await signInByLink(waybill, tenant, member.id), member.id)
}

/** Signs in a person with this role at the business. For `viewer`, signs in an admin of the operator through a view link. */
export const personAs = async (waybill: Waybill, tenant: Tenant, role: PortalRole): Promise<Person> => {
  if (role !== 'viewer') return signedInPerson(waybill, tenant, role)
  const staff = await newStaff(waybill, 'admin')
  const { secret } = await makeViewLink(waybill.deps, byTest(waybill.deps), staff, tenant.business.id)
  return personOf(waybill, tenant, await waybill.call('POST', '/portal/v1/session', { link: secret }))
}

/** How many times `codeTo` looks for a code. The server queues a code only after it has answered the request for that code. */
const CODE_WITHIN_TRIES = 200

/** Sets up a simulated email provider, and returns functions that read the codes sent by email. */
export const withMail = (waybill: Waybill) => {
  const { channel, got, answers } = createProvider('email')
  waybill.deps.channels = { ...waybill.deps.channels, email: channel }
  const taken = new Set<string>()
  /** Returns the next code that is sent to the address. */
  const codeTo = async (email: string): Promise<string> => {
    for (let tries = 0; tries < CODE_WITHIN_TRIES; tries++) {
      await sendDueMessages(waybill.deps, { baseUrl: waybill.url })
      const message = got.find(({ id, to, text }) => to === email && /\d{4} \d{4}/.test(text) && !taken.has(id))
      if (message) {
        taken.add(message.id)
        return /\d{4} \d{4}/.exec(message.text)![0]
      }
      await sleep(5)
    }
    throw new Error(`no code was sent to ${email}`)
  }
  const askFor = async (email: string, headers: Record<string, string> = {}): Promise<string> => {
    const asked = await waybill.call('POST', '/portal/v1/sign_in_codes', { email }, { headers })
    assert.deepEqual([asked.status, asked.json], [202, { sent: true }])
    return codeTo(email)
  }
  /** Sends the queued messages, and skips all codes sent to the address so far. `codeTo` and `askFor` then return only later codes. */
  const passOver = async (email: string): Promise<void> => {
    await sendDueMessages(waybill.deps, { baseUrl: waybill.url })
    for (const { id, to } of got) if (to === email) taken.add(id)
  }
  /** How many messages to the address contain `change`, the description of an account change. */
  const countTold = async (email: string, change: string): Promise<number> => {
    await sendDueMessages(waybill.deps, { baseUrl: waybill.url })
    return got.filter(({ to, text }) => to === email && text.includes(change)).length
  }
  return { got, answers, codeTo, askFor, passOver, countTold }
}
