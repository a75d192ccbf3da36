// Signing in to the portal: codes by email, one-time links, the session and its cookie.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  MEMBER_INVITATION_VALID_MS,
  PORTAL_ABSOLUTE_MS,
  PORTAL_IDLE_MS,
  SIGN_IN_LINK_VALID_MS,
} from '../../../src/domain/members/member.ts'
import { CODE_VALID_MS, CODES_MAX } from '../../../src/domain/members/sign-in-code.ts'
import { changeBusiness } from '../../../src/flows/businesses/change-business.ts'
import { removeMember } from '../../../src/flows/members/change-members.ts'
import { makeSignInLink } from '../../../src/flows/members/sign-in-link.ts'
import { recordStop } from '../../../src/flows/messages/consent.ts'
import { setOperator } from '../../../src/flows/operator/set-operator.ts'
import * as messages from '../../../src/store/messages/messages.ts'
import { cookieOf, invite, personEmail, personOf, signedInPerson, signInByLink, withMail } from '../../support/calls/member-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const WRONG = 'The code is wrong, was used or has expired. Check it, or ask for a new one.'

forOneEngine((engine) => {
  describe('signing in to the portal', () => {
    let waybill: Waybill
    let tenant: Tenant
    let mail: ReturnType<typeof withMail>
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      mail = withMail(waybill)
    })
    after(() => waybill.close())

    const signIn = (email: string, code: string): Promise<Answer> => waybill.call('POST', '/portal/v1/session', { email, code })
    const who = (cookie: string): Promise<Answer> => waybill.call('GET', '/portal/v1/session', undefined, { headers: { cookie } })

    it('says what the portal looks like', async () => {
      const sign_in = { email: true, sms: false, whatsapp: false }
      assert.deepEqual((await waybill.call('GET', '/portal/v1/brand')).json, {
        name: 'Waybill',
        logo_url: null,
        colour: '#0b5563',
        sign_in,
      })
      const { deps } = waybill
      await setOperator(deps, byTest(deps), { name: 'Sample Freight', time_zone: 'Africa/Lagos', colour: '#AA3300' })
      assert.deepEqual((await waybill.call('GET', '/portal/v1/brand')).json, {
        name: 'Sample Freight',
        logo_url: null,
        colour: '#aa3300',
        sign_in,
      })
      await assert.rejects(setOperator(deps, byTest(deps), { name: 'Sample Freight', time_zone: 'Africa/Lagos', colour: 'red' }), {
        problems: [{ field: 'colour', message: 'must be a colour such as #0b5563' }],
      })
    })

    it('opens a session by a code to the address, accepts the invitation, and ends it on request', async () => {
      const { member, user } = await invite(waybill, tenant, 'owner')
      const shouted = user.email.toUpperCase()
      assert.equal((await waybill.call('POST', '/portal/v1/sign_in_codes', { email: shouted })).status, 202)
      const answer = await signIn(shouted, await mail.codeTo(user.email))
      const person = personOf(waybill, tenant, answer, member.id)
      const { user: shown, view_as, businesses } = answer.json
      assert.deepEqual([shown.email, shown.name, shown.phone, view_as], [user.email, 'Sample owner', null, null])
      const { business } = tenant
      assert.deepEqual(businesses, [
        {
          business_id: business.id,
          name: business.name,
          prefix: business.prefix,
          role: 'owner',
          time_zone: 'Africa/Lagos',
          last_mile: false,
          parcel_customer_account: false,
          own_address: { address: {} },
          modes: ['test', 'live'],
        },
      ])
      assert.deepEqual((await who(person.cookie)).json, answer.json)
      const renamed = await person.call('PATCH', '/portal/v1/user', { name: 'Ada Sample', phone: '+234 803 123 4567' })
      assert.deepEqual([renamed.json.name, renamed.json.phone], ['Ada Sample', '+234 803 123 4567'])
      assert.equal((await person.call('PATCH', '/portal/v1/user', { phone: 'none' })).status, 422)
      const ended = await person.call('DELETE', '/portal/v1/session')
      assert.deepEqual([ended.status, ended.headers.get('set-cookie')?.startsWith('__Host-waybill-portal=; Max-Age=0')], [200, true])
      assert.equal((await who(person.cookie)).status, 401)
    })

    it('lists and ends the own sessions', async () => {
      const { member, user } = await invite(waybill, tenant, 'clerk')
      const one = personOf(waybill, tenant, await signInByLink(waybill, tenant, member.id))
      const other = personOf(waybill, tenant, await signIn(user.email, await mail.askFor(user.email)))
      const listed = (await one.call('GET', '/portal/v1/sessions')).json
      assert.deepEqual(listed.map(({ current }: { current: boolean }) => current).sort(), [false, true])
      const { session_id: id } = listed.find(({ current }: { current: boolean }) => !current)
      const stranger = await signedInPerson(waybill, tenant, 'owner')
      assert.equal((await stranger.call('DELETE', `/portal/v1/sessions/${id}`)).status, 404)
      assert.equal((await one.call('DELETE', `/portal/v1/sessions/${id}`)).status, 200)
      assert.equal((await who(other.cookie)).status, 401)
    })

    it('takes a code once, within ten minutes, and as it was typed', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      const code = await mail.askFor(user.email)
      assert.equal((await signIn(user.email, ` ${code.replace(' ', '-')} `)).status, 201)
      const again = await signIn(user.email, code)
      assert.deepEqual([again.status, again.json.error], [401, WRONG])
      const late = await mail.askFor(user.email)
      waybill.time.advance(CODE_VALID_MS)
      assert.equal((await signIn(user.email, late)).status, 401)
      const stranger = await invite(waybill, tenant, 'clerk')
      const mine = await mail.askFor(user.email)
      assert.equal((await signIn(stranger.user.email, mine)).status, 401)
      assert.equal((await signIn(user.email, mine)).status, 201)
    })

    it('takes no code that was sent before the person was removed', async () => {
      const { member, user } = await invite(waybill, tenant, 'clerk')
      const code = await mail.askFor(user.email)
      await removeMember(waybill.deps, byTest(waybill.deps), tenant.business.id, member.id)
      const { status, json } = await signIn(user.email, code)
      assert.deepEqual([status, json.error], [401, WRONG])
    })

    it('answers an unknown address like a known one, and sends it nothing', async () => {
      const unknown = personEmail()
      const asked = await waybill.call('POST', '/portal/v1/sign_in_codes', { email: unknown })
      assert.deepEqual([asked.status, asked.json], [202, { sent: true }])
      const { member, user } = await invite(waybill, tenant, 'clerk')
      await mail.askFor(user.email)
      const { deps } = waybill
      await removeMember(deps, byTest(deps), tenant.business.id, member.id)
      const [wrong, never] = [await signIn(user.email, '00000000'), await signIn(unknown, '00000000')]
      const { request_id: _one, ...refusal } = wrong.json
      const { request_id: _other, ...same } = never.json
      assert.deepEqual([never.status, same], [wrong.status, refusal])
      assert.equal(
        mail.got.some(({ to }) => to === unknown),
        false,
      )
    })

    it('sends no more codes than are useful, and says the same', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      const codes: string[] = []
      for (let count = 0; count < CODES_MAX; count++) codes.push(await mail.askFor(user.email))
      const more = await waybill.call('POST', '/portal/v1/sign_in_codes', { email: user.email })
      assert.equal(more.status, 202)
      assert.equal((await signIn(user.email, codes[0]!)).status, 201)
      assert.equal(mail.got.filter(({ to, text }) => to === user.email && /\d{4} \d{4}/.test(text)).length, CODES_MAX)
      assert.equal((await signIn(user.email, codes[1]!)).status, 401, 'a sign-in ends the other codes')
    })

    it('sends codes to a mailbox that has unsubscribed from messages about parcels', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      await recordStop(waybill.deps, 'email', user.email, 'link in an e-mail')
      assert.equal((await signIn(user.email, await mail.askFor(user.email))).status, 201)
    })

    it('keeps the code out of everything but the email', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      const code = await mail.askFor(user.email)
      const { deps } = waybill
      const { items } = await messages.list(deps.db, { mode: 'live' }, { page: 1, perPage: 100, cursor: null })
      const kept = JSON.stringify(items.filter(({ message }) => message.address === user.email))
      assert.match(kept, /portal_code/)
      assert.equal(kept.includes(code) || kept.includes(code.replace(' ', '')), false)
    })

    it('opens a session by a one-time link, once and within a day', async () => {
      const { member } = await invite(waybill, tenant, 'developer')
      const { deps } = waybill
      const { secret } = await makeSignInLink(deps, byTest(deps), tenant.business.prefix, member.id)
      const opened = await waybill.call('POST', '/portal/v1/session', { link: secret })
      assert.equal(opened.json.businesses[0].role, 'developer')
      cookieOf(opened)
      for (const link of [secret, 'x'.repeat(32)]) {
        const refused = await waybill.call('POST', '/portal/v1/session', { link })
        assert.deepEqual([refused.status, refused.json.error], [401, 'This link was used or has expired: ask for a new one.'])
      }
      const late = await makeSignInLink(deps, byTest(deps), tenant.business.id, member.id)
      waybill.time.advance(SIGN_IN_LINK_VALID_MS)
      assert.equal((await waybill.call('POST', '/portal/v1/session', { link: late.secret })).status, 401)
    })

    it('lets in one of two people who use a link at once', async () => {
      const { member } = await invite(waybill, tenant, 'developer')
      const { secret } = await makeSignInLink(waybill.deps, byTest(waybill.deps), tenant.business.id, member.id)
      const both = await Promise.all([1, 2].map(() => waybill.call('POST', '/portal/v1/session', { link: secret })))
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401])
    })

    it('refuses an invitation that has expired, a person who was removed, and a business whose portal is off', async () => {
      const { deps } = waybill
      const late = await invite(waybill, tenant, 'clerk')
      waybill.time.advance(MEMBER_INVITATION_VALID_MS)
      await assert.rejects(makeSignInLink(deps, byTest(deps), tenant.business.id, late.member.id), /expired/)
      const gone = await invite(waybill, tenant, 'clerk')
      const { secret } = await makeSignInLink(deps, byTest(deps), tenant.business.id, gone.member.id)
      await removeMember(deps, byTest(deps), tenant.business.id, gone.member.id)
      assert.equal((await waybill.call('POST', '/portal/v1/session', { link: secret })).status, 401)
      const other = await waybill.newTenant()
      const person = await signedInPerson(waybill, other, 'owner')
      assert.equal((await person.call('GET', '/v1/packages')).status, 200)
      await changeBusiness(deps, byTest(deps), other.business.id, { portalEnabled: false })
      assert.equal((await person.call('GET', '/v1/packages')).status, 404)
      assert.deepEqual((await person.call('GET', '/portal/v1/session')).json.businesses, [])
      await assert.rejects(makeSignInLink(deps, byTest(deps), other.business.id, person.memberId), /portal of this business is off/)
      const refused = await Promise.all([person.email, personEmail()].map((email) => signIn(email, '00000000')))
      assert.deepEqual(
        refused.map(({ status, json }) => [status, json.error]),
        [
          [401, WRONG],
          [401, WRONG],
        ],
      )
      const asked = await waybill.call('POST', '/portal/v1/sign_in_codes', { email: person.email })
      assert.deepEqual([asked.status, asked.json], [202, { sent: true }])
      await mail.askFor((await invite(waybill, tenant, 'clerk')).user.email)
      assert.equal(
        mail.got.some(({ to, text }) => to === person.email && /\d{4} \d{4}/.test(text)),
        false,
        'no code is sent to somebody whose only business is off',
      )
      await changeBusiness(deps, byTest(deps), other.business.id, { portalEnabled: true })
      assert.equal((await person.call('GET', '/v1/packages')).status, 200)
    })

    it('ends a session after a week without requests, and after thirty days in any case', async () => {
      const person = await signedInPerson(waybill, tenant, 'clerk')
      waybill.time.advance(PORTAL_IDLE_MS - 60_000)
      assert.equal((await who(person.cookie)).status, 200)
      const idle = await signedInPerson(waybill, tenant, 'clerk')
      waybill.time.advance(PORTAL_IDLE_MS)
      assert.equal((await who(idle.cookie)).status, 401)
      const old = await signedInPerson(waybill, tenant, 'clerk')
      waybill.time.advance(PORTAL_ABSOLUTE_MS)
      assert.equal((await who(old.cookie)).status, 401)
    })

    it('names every problem of a sign-in without address, code and link', async () => {
      const { status, json } = await waybill.call('POST', '/portal/v1/session', {})
      assert.deepEqual([status, json.details.map(({ field }: { field: string }) => field)], [422, ['email', 'code']])
      assert.equal((await waybill.call('POST', '/portal/v1/sign_in_codes', { email: 'nobody' })).status, 422)
    })
  })
})
