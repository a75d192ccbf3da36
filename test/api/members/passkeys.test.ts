// Passkeys in the portal can be added for an hour after a sign-in, used instead of a code, and removed.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changeBusiness } from '../../../src/flows/businesses/change-business.ts'
import { removeMember } from '../../../src/flows/members/change-members.ts'
import { ACCOUNT_CHANGES } from '../../../src/flows/staff/tell-account-change.ts'
import { newAuthenticator } from '../../support/calls/authenticator.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { cookieOf, signedInPerson, withMail } from '../../support/calls/member-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forEachEngine((engine) => {
  describe('a passkey of the portal', () => {
    let waybill: Waybill
    let tenant: Tenant
    let mail: ReturnType<typeof withMail>
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      mail = withMail(waybill)
    })
    after(() => waybill.close())

    const post = (path: string, body?: unknown) => waybill.call('POST', `/portal/v1${path}`, body)
    const enter = async (device: ReturnType<typeof newAuthenticator>, origin = waybill.url): Promise<Answer> =>
      post('/passkey_sessions', { response: device.get((await post('/passkey_challenges')).json, { origin }) })
    const add = async (person: Person, device: ReturnType<typeof newAuthenticator>): Promise<Answer> => {
      const options = await person.call('POST', '/portal/v1/passkeys/options')
      assert.equal(options.status, 200, options.text)
      return person.call('POST', '/portal/v1/passkeys', { label: 'Phone', response: device.create(options.json, { origin: waybill.url }) })
    }

    it('opens a session, also while codes have to wait, until it is removed', async () => {
      const person = await signedInPerson(waybill, tenant, 'owner')
      const device = newAuthenticator()
      const added = await add(person, device)
      assert.deepEqual([added.status, added.json.label, added.json.last_used_at], [201, 'Phone', null])
      for (let tries = 0; tries < 7; tries++) await post('/session', { email: person.email, code: '00000000' })
      assert.equal((await post('/session', { email: person.email, code: '00000000' })).status, 429)
      const entered = await enter(device)
      assert.deepEqual([entered.status, entered.json.user.user_id], [201, person.userId])
      const cookie = cookieOf(entered)
      assert.equal((await waybill.call('GET', '/portal/v1/session', undefined, { headers: { cookie } })).status, 200)
      const [listed] = (await person.call('GET', '/portal/v1/passkeys')).json
      assert.ok(listed.last_used_at)
      const stranger = await signedInPerson(waybill, tenant, 'owner')
      assert.equal((await stranger.call('DELETE', `/portal/v1/passkeys/${listed.passkey_id}`)).status, 404)
      assert.equal((await person.call('DELETE', `/portal/v1/passkeys/${listed.passkey_id}`)).status, 200)
      assert.equal((await enter(device)).status, 401)
      for (const change of [ACCOUNT_CHANGES.passkeyAdded, ACCOUNT_CHANGES.passkeyRemoved])
        assert.deepEqual([await mail.countTold(person.email, change), await mail.countTold(stranger.email, change)], [1, 0], change)
    })

    it('is valid for its own host, person and challenge only', async () => {
      const person = await signedInPerson(waybill, tenant, 'clerk')
      const device = newAuthenticator()
      const options = (await person.call('POST', '/portal/v1/passkeys/options')).json
      const other = await signedInPerson(waybill, tenant, 'clerk')
      const response = device.create(options, { origin: waybill.url })
      assert.equal((await other.call('POST', '/portal/v1/passkeys', { label: 'Phone', response })).status, 422, 'somebody else’s challenge')
      assert.equal((await add(person, device)).status, 201)
      assert.equal((await enter(device, 'https://elsewhere.example.com')).status, 401)
      const answer = device.get((await post('/passkey_challenges')).json, { origin: waybill.url })
      assert.equal((await post('/passkey_sessions', { response: answer })).status, 201)
      assert.equal((await post('/passkey_sessions', { response: answer })).status, 401, 'a challenge is answered once')
      assert.equal((await waybill.call('POST', '/ops/v1/session/passkey', { response: answer })).status, 401, 'not in the console')
      assert.equal((await enter(newAuthenticator())).status, 401)
    })

    it('opens nothing while the only business of its person is off, nor for a person who was removed', async () => {
      // Advances the clock by a minute, so that attempts are counted from zero again.
      waybill.time.advance(60_000)
      const off = await waybill.newTenant()
      const [theirs, theirDevice] = [await signedInPerson(waybill, off, 'owner'), newAuthenticator()]
      await add(theirs, theirDevice)
      const turn = (portalEnabled: boolean) => changeBusiness(waybill.deps, byTest(waybill.deps), off.business.id, { portalEnabled })
      await turn(false)
      assert.equal((await enter(theirDevice)).status, 401)
      await turn(true)
      assert.equal((await enter(theirDevice)).status, 201)
      const person = await signedInPerson(waybill, tenant, 'clerk')
      const device = newAuthenticator()
      await add(person, device)
      await removeMember(waybill.deps, byTest(waybill.deps), tenant.business.id, person.memberId)
      assert.equal((await enter(device)).status, 401)
    })

    it('is added within an hour of a sign-in only, and never by an admin who sees the portal as the business', async () => {
      const person = await signedInPerson(waybill, tenant, 'clerk')
      waybill.time.advance(60 * 60 * 1000)
      const refused = await person.call('POST', '/portal/v1/passkeys/options')
      assert.deepEqual([refused.status, refused.json.code], [403, 'FORBIDDEN'])
      const admin = await signedIn(waybill, 'admin')
      const { json } = await admin.call('POST', `/ops/v1/businesses/${tenant.business.id}/view_as`)
      const cookie = cookieOf(await post('/session', { link: json.url.split('#')[1] }))
      const headers = { cookie, 'x-waybill-csrf': '1' }
      assert.equal((await waybill.call('POST', '/portal/v1/passkeys/options', undefined, { headers })).status, 403)
    })
  })
})
