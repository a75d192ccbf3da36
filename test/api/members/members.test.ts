// Owners and the operator invite, change and remove the portal users of a business. Also tests API keys and settings in the portal.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { MEMBER_INVITATION_VALID_MS, MEMBERS_MAX } from '../../../src/domain/members/member.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { invite, personEmail, personOf, signedInPerson, signInByLink, withMail } from '../../support/calls/member-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('the people of a business', () => {
    let waybill: Waybill
    let tenant: Tenant
    let admin: StaffMember
    let owner: Person
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    beforeEach(async () => {
      // Signs in before each test, because some tests advance the clock by weeks and all sessions expire.
      admin = await signedIn(waybill, 'admin')
      owner = await signedInPerson(waybill, tenant, 'owner')
    })
    after(() => waybill.close())

    const pathOf = ({ business }: Tenant) => `/ops/v1/businesses/${business.id}`
    const codeOf = ({ status, json }: Answer) => [status, json.code]

    it('are invited by an owner, with an email in the language of the business, and accept by signing in', async () => {
      const mail = withMail(waybill)
      const email = personEmail()
      const invited = await owner.call('POST', '/portal/v1/members', {
        email: ` ${email.toUpperCase()} `,
        name: 'Bola Sample',
        role: 'clerk',
      })
      const { member_id: id, invited_at: at, invitation_expires_at: until, ...rest } = invited.json
      assert.equal(invited.status, 201)
      assert.deepEqual(rest, {
        user_id: null,
        name: 'Bola Sample',
        email,
        role: 'clerk',
        state: 'invited',
        last_signed_in_at: null,
        second_factor: false,
      })
      assert.equal(Date.parse(until) - Date.parse(at), MEMBER_INVITATION_VALID_MS)
      await sendDueMessages(waybill.deps, { baseUrl: waybill.url })
      const [message] = mail.got.filter(({ to }) => to === email)
      assert.match(message!.subject!, /^Acme Imports: your access/)
      assert.match(message!.text, new RegExp(`^${waybill.url}/portal$`, 'm'))
      personOf(waybill, tenant, await signInByLink(waybill, tenant, id))
      const listed = (await owner.call('GET', '/portal/v1/members')).json.find(({ member_id }: Json) => member_id === id)
      assert.deepEqual([listed.state, listed.invitation_expires_at], ['active', null])
      assert.ok(listed.last_signed_in_at)
      const again = await owner.call('POST', '/portal/v1/members', { email, name: 'Bola', role: 'clerk' })
      assert.deepEqual(again.json.details, [{ field: 'email', message: 'belongs to a person of this business already' }])
      const wrong = await owner.call('POST', '/portal/v1/members', { email: 'nobody', name: 'Nobody', role: 'clerk' })
      assert.deepEqual(
        wrong.json.details.map(({ field }: Json) => field),
        ['email'],
      )
    })

    it('are invited by an owner at most fifty times a day; refused invitations do not count', async () => {
      const own = await waybill.newTenant()
      const host = await signedInPerson(waybill, own, 'owner')
      const ask = (by: Person, email: string) => by.call('POST', '/portal/v1/members', { email, name: 'Somebody', role: 'clerk' })
      const email = personEmail()
      for (let asked = 0; asked < 50; asked++) {
        assert.equal((await ask(host, 'nobody')).status, 422)
        assert.equal((await ask(host, email)).status, 201)
      }
      const second = await signedInPerson(waybill, own, 'owner')
      for (const each of [host, second]) {
        const { status, json } = await ask(each, personEmail())
        assert.deepEqual([status, json.error], [429, 'More than 50 invitations in a day.'])
      }
      assert.equal((await ask(owner, email)).status, 201, 'another business')
      const byAdmin = await admin.call('POST', `${pathOf(own)}/members`, { email: personEmail(), name: 'Somebody', role: 'clerk' })
      assert.equal(byAdmin.status, 201)
    })

    it('are 200 at most, and room is made by removing one', async () => {
      const own = await waybill.newTenant()
      const path = `${pathOf(own)}/members`
      const { member } = await invite(waybill, own, 'owner')
      const { user } = await invite(waybill, own, 'clerk')
      for (let count = 2; count < MEMBERS_MAX; count++) await invite(waybill, own, 'clerk')
      const ask = async (email: string) => admin.call('POST', path, { email, name: 'Somebody', role: 'clerk' })
      assert.deepEqual(codeOf(await ask(personEmail())), [422, 'INVALID_TRANSITION'])
      assert.equal((await ask(user.email)).status, 201, 'an invitation is renewed')
      assert.equal((await admin.call('DELETE', `${path}/${member.id}`)).status, 200)
      assert.equal((await ask(personEmail())).status, 201)
    })

    it('are invited without a word about accounts that the address has elsewhere', async () => {
      const elsewhere = await waybill.newTenant()
      const known = await signedInPerson(waybill, elsewhere, 'owner')
      const invited = async (email: string) =>
        (await owner.call('POST', '/portal/v1/members', { email, name: 'Somebody', role: 'accountant' })).json
      const comparable = ({ member_id: _id, email: _email, invited_at: _at, invitation_expires_at: _until, ...rest }: Json) => rest
      assert.deepEqual(comparable(await invited(known.email)), comparable(await invited(personEmail())))
    })

    it('are renewed when they are invited again', async () => {
      const request = { email: personEmail(), name: 'Chen Sample', role: 'clerk' }
      const first = (await owner.call('POST', '/portal/v1/members', request)).json
      waybill.time.advance(MEMBER_INVITATION_VALID_MS / 2)
      admin = await signedIn(waybill, 'admin')
      const again = (await admin.call('POST', `${pathOf(tenant)}/members`, { ...request, role: 'developer' })).json
      assert.deepEqual([again.member_id, again.role, again.invited_at > first.invited_at], [first.member_id, 'developer', true])
    })

    it('have the role that an owner gives them from the next request on', async () => {
      const clerk = await signedInPerson(waybill, tenant, 'clerk')
      assert.equal((await clerk.call('GET', '/v1/invoices')).status, 403)
      const changed = await owner.call('PATCH', `/portal/v1/members/${clerk.memberId}`, { role: 'accountant' })
      assert.deepEqual([changed.status, changed.json.role], [200, 'accountant'])
      assert.deepEqual(
        [(await clerk.call('GET', '/v1/invoices')).status, (await clerk.call('POST', '/v1/estimates', {})).status],
        [200, 403],
      )
    })

    it('keep at least one owner, unless the operator decides otherwise', async () => {
      const own = await waybill.newTenant()
      const only = await signedInPerson(waybill, own, 'owner')
      const path = `/portal/v1/members/${only.memberId}`
      assert.deepEqual(codeOf(await only.call('DELETE', path)), [422, 'INVALID_TRANSITION'])
      assert.deepEqual(codeOf(await only.call('PATCH', path, { role: 'clerk' })), [422, 'INVALID_TRANSITION'])
      const invited = (await only.call('POST', '/portal/v1/members', { email: personEmail(), name: 'Second', role: 'owner' })).json
      assert.deepEqual(codeOf(await only.call('DELETE', path)), [422, 'INVALID_TRANSITION'], 'an invitation is no owner yet')
      const second = personOf(waybill, own, await signInByLink(waybill, own, invited.member_id), invited.member_id)
      const both = await Promise.all([only.call('DELETE', `/portal/v1/members/${second.memberId}`), second.call('DELETE', path)])
      assert.equal(both.filter(({ status }) => status === 200).length, 1, 'of two who remove each other one stays')
      const left = (await admin.call('GET', `${pathOf(own)}/members`)).json
      assert.equal((await admin.call('DELETE', `${pathOf(own)}/members/${left[0].member_id}`)).status, 200)
      assert.deepEqual((await admin.call('GET', `${pathOf(own)}/members`)).json, [])
    })

    it('cannot be seen or changed from another business', async () => {
      const other = await waybill.newTenant()
      const stranger = await signedInPerson(waybill, other, 'owner')
      for (const [method, body] of [
        ['PATCH', { role: 'clerk' }],
        ['DELETE', undefined],
      ] as const) {
        assert.equal((await stranger.call(method, `/portal/v1/members/${owner.memberId}`, body)).status, 404)
        assert.equal((await admin.call(method, `${pathOf(other)}/members/${owner.memberId}`, body)).status, 404)
      }
      assert.equal((await stranger.call('GET', '/portal/v1/members', undefined, { tenant })).status, 404)
      assert.equal((await owner.call('GET', '/portal/v1/session')).status, 200)
    })

    it('are on record with everything that they change', async () => {
      const clerk = await signedInPerson(waybill, tenant, 'clerk')
      const made = await clerk.call('POST', '/v1/parcel-customers', { parcel_customer: {} })
      const { parcel_customer_id: customer } = made.json.data
      const [entry] = (await admin.call('GET', `/ops/v1/audit?object_id=${customer}`)).json
      assert.deepEqual(entry.actor, { id: clerk.userId, kind: 'person', name: 'Sample clerk' })
      const { breaks } = await verifyAudit(waybill.deps)
      assert.deepEqual(breaks, [])
    })

    it('get a link from an admin, which is on record', async () => {
      const { member_id: id } = (
        await admin.call('POST', `${pathOf(tenant)}/members`, { email: personEmail(), name: 'Ada', role: 'owner' })
      ).json
      const { status, json } = await admin.call('POST', `${pathOf(tenant)}/members/${id}/sign_in_link`)
      assert.equal(status, 201)
      const [, secret] = json.link.split('/portal/link#')
      assert.equal((await waybill.call('POST', '/portal/v1/session', { link: secret })).status, 201)
      const recorded = await waybill.deps.db.query<{ actor: string }>(
        `select actor, changes from audit_records where object_type = 'sign_in_link' and actor = $1`,
        [admin.staff.id],
      )
      assert.equal(recorded.length, 1)
      assert.equal(JSON.stringify(recorded).includes(secret), false)
    })

    describe('keys in the portal', () => {
      it('are issued, labelled, rotated and revoked by a developer, in the mode of the request', async () => {
        const developer = await signedInPerson(waybill, tenant, 'developer')
        const live = { mode: 'live' as const }
        const { status, json } = await developer.call('POST', '/portal/v1/api_keys', { label: 'web shop', scope: 'quote' }, live)
        assert.deepEqual(
          [status, json.mode, json.scope, json.label, json.business_id],
          [201, 'live', 'quote', 'web shop', tenant.business.id],
        )
        assert.equal((await waybill.call('GET', '/v1/parcel_quotes', undefined, { key: json.key })).status, 200)
        const path = `/portal/v1/api_keys/${json.key_id}`
        assert.equal((await developer.call('PATCH', path, { label: 'shop' }, live)).json.label, 'shop')
        const rotated = await developer.call('POST', `${path}/rotate`, {}, live)
        assert.deepEqual([rotated.status, rotated.json.key.replaces_key_id], [201, json.key_id])
        assert.equal((await developer.call('POST', `${path}/revoke`, undefined, live)).status, 200)
        assert.equal((await waybill.call('GET', '/v1/parcel_quotes', undefined, { key: json.key })).status, 401)
        const listed = async (mode: 'test' | 'live') => (await developer.call('GET', '/portal/v1/api_keys', undefined, { mode })).json
        assert.deepEqual([(await listed('live')).length, (await listed('test')).length], [3, 1])
        assert.equal(JSON.stringify(await listed('live')).includes(rotated.json.key.key), false)
      })

      it('are not found in another business or mode', async () => {
        const developer = await signedInPerson(waybill, tenant, 'developer')
        const other = await waybill.newTenant()
        const theirs = await signedInPerson(waybill, other, 'owner')
        const [key] = (await theirs.call('GET', '/portal/v1/api_keys')).json
        const [own] = (await developer.call('GET', '/portal/v1/api_keys')).json
        const tries = [developer.call('POST', `/portal/v1/api_keys/${key.key_id}/revoke`)]
        tries.push(developer.call('POST', `/portal/v1/api_keys/${own.key_id}/revoke`, undefined, { mode: 'live' }))
        tries.push(developer.call('POST', `/portal/v1/api_keys/${key.key_id}/rotate`, {}))
        tries.push(developer.call('PATCH', `/portal/v1/api_keys/${key.key_id}`, { label: 'x' }))
        for (const answer of await Promise.all(tries)) assert.equal(answer.status, 404)
        assert.equal((await other.get('/v1/packages')).status, 200)
      })
    })

    it('have the settings of messages, which owners change', async () => {
      const settings = (await owner.call('GET', '/portal/v1/message_settings')).json
      assert.deepEqual([settings.is_on, settings.customers], [false, []])
      const { is_on: _on, ...same } = settings
      const set = await owner.call('PUT', '/portal/v1/message_settings', { ...same, customers: ['delivered'], channel: 'email' })
      assert.deepEqual([set.status, set.json.is_on, set.json.customers], [200, true, ['delivered']])
      assert.deepEqual((await admin.call('GET', `${pathOf(tenant)}/message_settings`)).json, set.json)
      const clerk = await signedInPerson(waybill, tenant, 'clerk')
      assert.equal((await clerk.call('PUT', '/portal/v1/message_settings', same)).status, 403)
    })
  })
})
