// Invitations, authenticator apps, recovery codes and passkeys over HTTP: single-use codes, limits on wrong codes, resets and the audit trail.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { ACCOUNT_CHANGES } from '../../../src/flows/staff/tell-account-change.ts'
import { PASSKEYS_MAX } from '../../../src/flows/staff/webauthn.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as passkeys from '../../../src/store/staff/passkeys.ts'
import { newAuthenticator, totpCode } from '../../support/calls/authenticator.ts'
import { withMail } from '../../support/calls/member-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { COOKIE, inSession, newStaff, signedIn, uniqueEmail } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PASSWORD = 'pallets before noon'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1000

forOneEngine((engine) => {
  describe('sign-in', () => {
    let waybill: Waybill
    let admin: StaffMember
    let mail: ReturnType<typeof withMail>
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze()
      admin = await signedIn(waybill, 'admin')
      mail = withMail(waybill)
    })
    after(() => waybill.close())
    // Advances the clock by a minute, because sign-in attempts are counted per minute.
    beforeEach(() => waybill.time.advance(MINUTE_MS))

    const post = (path: string, body?: object): Promise<Answer> => waybill.call('POST', path, body)
    const signIn = (email: string, code?: string, password = PASSWORD): Promise<Answer> =>
      post('/ops/v1/session', { email, password, ...(code === undefined ? {} : { second_factor_code: code }) })
    const done = async (member: StaffMember, method: string, path: string, body?: unknown): Promise<Json> => {
      const { status, text, json } = await member.call(method, path, body)
      assert.ok(status < 300, text)
      return json
    }
    const newMember = async (): Promise<StaffMember> => inSession(waybill, await newStaff(waybill, 'warehouse', PASSWORD))
    /** Creates a member with an authenticator app. Then advances the clock, because each code works only once. */
    const enrolled = async () => {
      const member = await newMember()
      const { secret } = await done(member, 'POST', '/ops/v1/second_factor/totp', { current_password: PASSWORD })
      const code = totpCode(secret, waybill.deps.clock())
      const { recovery_codes } = await done(member, 'POST', '/ops/v1/second_factor/totp/confirm', { second_factor_code: code })
      waybill.time.advance(MINUTE_MS)
      return { member, secret, codes: recovery_codes as string[], email: member.staff.email }
    }

    it('is set up once by an invitation, with a password of one’s own', async () => {
      const email = uniqueEmail()
      const made = await done(admin, 'POST', '/ops/v1/staff_invitations', { email, role: 'support' })
      const token = made.link.split('/console/invitation#')[1]
      assert.ok(made.link.startsWith(`${waybill.url}/console/invitation#`))
      const rows = await waybill.deps.db.query<Json>('select * from staff_invitations')
      assert.ok(!JSON.stringify(rows).includes(token), 'hashed at rest')
      assert.equal((await done(admin, 'GET', '/ops/v1/staff_invitations'))[0].link, undefined)

      const accept = (name: string) => post('/ops/v1/invitation', { token, name, password: PASSWORD })
      assert.equal((await accept(' ')).json.details[0].field, 'name')
      const both = await Promise.all([accept('Desk One'), accept('Desk Two')])
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422])
      const account = both.find(({ status }) => status === 201)!.json
      assert.deepEqual([account.email, account.role], [email, 'support'])
      assert.equal((await signIn(email)).status, 201)
      assert.deepEqual((await accept('Late')).json.details[0].field, 'token')
      const trail = await done(admin, 'GET', `/ops/v1/audit?object_id=${made.invitation_id}`)
      assert.deepEqual([trail.length, trail[1].actor.id], [2, admin.staff.id])
      assert.equal((await admin.call('POST', '/ops/v1/staff_invitations', { email, role: 'admin' })).status, 422, 'has an account')
    })

    it('cannot be set up by an invitation that was revoked, replaced or has expired, or whose author is deactivated', async () => {
      const invite = async (by = admin, email = uniqueEmail()) => {
        const made = await done(by, 'POST', '/ops/v1/staff_invitations', { email, role: 'admin' })
        return { id: made.invitation_id as string, email, token: made.link.split('#')[1] as string }
      }
      const accept = async (token: string) => (await post('/ops/v1/invitation', { token, name: 'Late', password: PASSWORD })).status
      const revoked = await invite()
      await done(admin, 'DELETE', `/ops/v1/staff_invitations/${revoked.id}`)
      const replaced = await invite()
      await invite(admin, replaced.email.toUpperCase())
      const other = await signedIn(waybill, 'admin')
      const orphaned = await invite(other)
      await done(admin, 'PATCH', `/ops/v1/staff/${other.staff.id}`, { status: 'inactive' })
      const expired = await invite()
      for (const { token } of [revoked, replaced, orphaned]) assert.equal(await accept(token), 422)
      waybill.time.advance(3 * DAY_MS)
      assert.equal(await accept(expired.token), 422)
      admin = await signedIn(waybill, 'admin')
      const dock = await signedIn(waybill, 'warehouse')
      assert.equal((await dock.call('POST', '/ops/v1/staff_invitations', { email: uniqueEmail(), role: 'admin' })).status, 403)
    })

    it('requires the code of an app that was set up and confirmed; no code works twice', async () => {
      const member = await newMember()
      const { email } = member.staff
      const wrong = await member.call('POST', '/ops/v1/second_factor/totp', { current_password: 'another' })
      assert.deepEqual([wrong.status, wrong.json.details[0].field], [422, 'current_password'])
      const offer = await done(member, 'POST', '/ops/v1/second_factor/totp', { current_password: PASSWORD })
      assert.match(offer.address, /^otpauth:\/\/totp\//)
      assert.match(offer.qr_svg, /^<svg/)
      assert.equal((await signIn(email)).status, 201, 'not asked for before it is confirmed')
      const [row] = await waybill.deps.db.query<Json>('select secret from second_factors where staff_id = $1', [member.staff.id])
      if (waybill.deps.db.secrets.keyId !== null) assert.match(row.secret, /^enc1:/)

      const confirm = (code: string) => member.call('POST', '/ops/v1/second_factor/totp/confirm', { second_factor_code: code })
      assert.equal((await confirm('000000')).status, 422)
      waybill.time.advance(MINUTE_MS)
      const code = totpCode(offer.secret, waybill.deps.clock())
      const { recovery_codes } = (await confirm(code)).json
      assert.equal(new Set(recovery_codes).size, 10)

      for (const given of [undefined, '', code, '000000', 'nothing-like-it']) {
        const { status, json } = await signIn(email, given)
        assert.deepEqual([status, json.code], [401, 'SECOND_FACTOR_REQUIRED'], `${given}`)
      }
      assert.equal((await signIn(email, totpCode(offer.secret, waybill.deps.clock(), 1), 'wrong password')).json.code, 'UNAUTHORIZED')
      const next = totpCode(offer.secret, waybill.deps.clock(), 1)
      const both = await Promise.all([signIn(email, next), signIn(email, `${next.slice(0, 3)} ${next.slice(3)}`)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401])
    })

    it('works once with each recovery code, and as before when the app is removed', async () => {
      const { member, codes, email } = await enrolled()
      assert.equal((await signIn(email, codes[0]!.toUpperCase())).status, 201)
      assert.equal((await signIn(email, codes[0]!)).status, 401)
      const { totp, recovery_codes_left } = await done(member, 'GET', '/ops/v1/second_factor')
      assert.deepEqual([totp, recovery_codes_left], [true, 9])
      assert.equal((await member.call('POST', '/ops/v1/second_factor/totp', { current_password: PASSWORD })).status, 422, 'one at a time')
      await done(member, 'POST', '/ops/v1/second_factor/totp/remove', { current_password: PASSWORD, second_factor_code: codes[2] })
      assert.equal((await signIn(email)).status, 201)
      assert.equal((await signIn(email, codes[1]!)).status, 201, 'a code that nobody asks for')
      for (const change of [ACCOUNT_CHANGES.appAdded, ACCOUNT_CHANGES.recoveryCodeUsed(9), ACCOUNT_CHANGES.appRemoved])
        assert.equal(await mail.countTold(email, change), 1, change)
    })

    it('ends the other sessions of the account when the app is confirmed', async () => {
      const member = await newMember()
      const elsewhere = await inSession(waybill, member.staff)
      const { secret } = await done(member, 'POST', '/ops/v1/second_factor/totp', { current_password: PASSWORD })
      const confirm = (code: string) => member.call('POST', '/ops/v1/second_factor/totp/confirm', { second_factor_code: code })
      assert.equal((await confirm('000000')).json.details[0].field, 'second_factor_code')
      assert.equal((await elsewhere.call('GET', '/ops/v1/session')).status, 200)
      assert.equal((await confirm(totpCode(secret, waybill.deps.clock()))).status, 200)
      assert.equal((await elsewhere.call('GET', '/ops/v1/session')).status, 401)
      assert.equal((await member.call('GET', '/ops/v1/session')).status, 200)
    })

    it('keeps the app until it is removed with a code of it or a recovery code, beside the password', async () => {
      const remove = (by: StaffMember, more: object, current_password = PASSWORD) =>
        by.call('POST', '/ops/v1/second_factor/totp/remove', { current_password, ...more })
      const { member, secret, codes } = await enrolled()
      const used = codes[0]!
      assert.equal((await signIn(member.staff.email, used)).status, 201)
      for (const more of [{}, { second_factor_code: '000000' }, { second_factor_code: used }, { second_factor_code: '' }]) {
        const { status, json } = await remove(member, more)
        assert.deepEqual([status, json.details[0].field], [422, 'second_factor_code'], JSON.stringify(more))
      }
      const code = totpCode(secret, waybill.deps.clock())
      assert.equal((await remove(member, { second_factor_code: code }, 'another')).json.details[0].field, 'current_password')
      assert.equal((await done(member, 'GET', '/ops/v1/second_factor')).totp, true)
      assert.equal((await remove(member, { second_factor_code: code })).status, 200)
      assert.equal((await done(member, 'GET', '/ops/v1/second_factor')).totp, false)

      const unconfirmed = await newMember()
      await done(unconfirmed, 'POST', '/ops/v1/second_factor/totp', { current_password: PASSWORD })
      assert.equal((await remove(unconfirmed, {})).status, 200, 'an app that was never confirmed')
    })

    it('counts wrong codes for a removal like those of sign-ins', async () => {
      const { member, email, codes } = await enrolled()
      const body = { current_password: PASSWORD, second_factor_code: '000000' }
      for (let attempt = 0; attempt < 5; attempt++)
        assert.equal((await member.call('POST', '/ops/v1/second_factor/totp/remove', body)).status, 422)
      const right = { ...body, second_factor_code: codes[0] }
      assert.equal((await member.call('POST', '/ops/v1/second_factor/totp/remove', right)).status, 429)
      assert.equal((await signIn(email, codes[0])).status, 429)
    })

    it('is not unlocked by an admin for the admin’s own account', async () => {
      const own = await inSession(waybill, await newStaff(waybill, 'admin', PASSWORD))
      const { status, json } = await own.call('DELETE', `/ops/v1/staff/${own.staff.id}/second_factor`)
      assert.deepEqual([status, json.code], [422, 'INVALID_TRANSITION'])
    })

    it('checks five wrong codes per minute, even if many arrive at once', async () => {
      const { email, codes } = await enrolled()
      const answers = await Promise.all(Array.from({ length: 9 }, () => signIn(email, '000000')))
      const statuses = Map.groupBy(answers, ({ status }) => status)
      assert.deepEqual([statuses.get(401)?.length, statuses.get(429)?.length], [5, 4])
      waybill.time.advance(MINUTE_MS)
      for (const code of codes.slice(0, 6)) assert.equal((await signIn(email, code)).status, 201, 'right ones do not count')
    })

    it('is locked for a minute after a few wrong codes, wherever they come from', async () => {
      const { secret, email } = await enrolled()
      for (let attempt = 0; attempt < 5; attempt++) assert.equal((await signIn(email, '000000')).status, 401)
      const refused = await signIn(email, totpCode(secret, waybill.deps.clock()))
      assert.deepEqual([refused.status, refused.json.code], [429, 'RATE_LIMITED'])
    })

    it('is unlocked by an admin, which also ends the account’s sessions and is audited', async () => {
      const { member, email } = await enrolled()
      assert.equal((await done(admin, 'GET', `/ops/v1/staff/${member.staff.id}/second_factor`)).totp, true)
      const path = `/ops/v1/staff/${member.staff.id}/second_factor`
      assert.equal((await member.call('DELETE', path)).status, 403)
      await done(admin, 'DELETE', path)
      assert.equal((await member.call('GET', '/ops/v1/session')).status, 401)
      assert.equal((await signIn(email)).status, 201)
      const [row] = await waybill.deps.db.query<Json>('select id, secret from second_factors where staff_id = $1', [member.staff.id])
      assert.equal(row.secret, null)
      const [last] = await done(admin, 'GET', `/ops/v1/audit?object_id=${row.id}`)
      assert.equal(last.actor.id, admin.staff.id)
      assert.ok(!JSON.stringify(last.changes).includes('enc1:'))
    })

    it('has a limited number of passkeys, however many registrations were started', async () => {
      const member = await newMember()
      const begin = () => done(member, 'POST', '/ops/v1/passkeys/options', { current_password: PASSWORD })
      const begun = [await begin(), await begin()]
      const { deps } = waybill
      const known = { ownerId: member.staff.id, publicKey: '', transports: '', rpId: 'localhost', label: 'Old', useCount: 0, createdAt: 1 }
      await deps.db.transaction(SYSTEM, async (tx) => {
        for (let count = 1; count < PASSKEYS_MAX; count++) {
          const id = deps.newId('pky')
          await passkeys.insert(tx, byTest(deps), { ...known, id, credentialId: id, lastUsedAt: null, revokedAt: null })
        }
      })
      const responses = begun.map((options) => newAuthenticator().create(options, { origin: waybill.url }))
      const added = await Promise.all(responses.map((response) => member.call('POST', '/ops/v1/passkeys', { label: 'Phone', response })))
      assert.deepEqual(added.map(({ status, json }) => [status, json.code]).sort(), [
        [201, undefined],
        [422, 'INVALID_TRANSITION'],
      ])
    })

    it('works with a passkey alone, which is valid for its own host, account and challenge only', async () => {
      const { member } = await enrolled()
      const origin = waybill.url
      const device = newAuthenticator()
      assert.equal((await member.call('POST', '/ops/v1/passkeys/options', { current_password: 'another' })).status, 422)
      const options = await done(member, 'POST', '/ops/v1/passkeys/options', { current_password: PASSWORD })
      const other = await newMember()
      const theirs = await other.call('POST', '/ops/v1/passkeys', { label: 'Phone', response: device.create(options, { origin }) })
      assert.equal(theirs.status, 422, 'somebody else’s challenge')
      const add = async (made: { origin: string; isVerified?: boolean }) => {
        const fresh = await done(member, 'POST', '/ops/v1/passkeys/options', { current_password: PASSWORD })
        return member.call('POST', '/ops/v1/passkeys', { label: 'Phone', response: device.create(fresh, made) })
      }
      assert.equal((await add({ origin: 'https://elsewhere.example.com' })).status, 422)
      assert.equal((await add({ origin, isVerified: false })).status, 422, 'nobody touched it')
      const added = await add({ origin })
      assert.equal(added.status, 201, added.text)

      const begin = async () => (await post('/ops/v1/session/passkey/options')).json
      const enter = async (made: { origin: string; isVerified?: boolean }) =>
        post('/ops/v1/session/passkey', { response: device.get(await begin(), made) })
      const entered = await enter({ origin })
      assert.equal(entered.status, 201, entered.text)
      assert.equal(entered.json.staff.staff_id, member.staff.id)
      const cookie = entered.headers.get('set-cookie')!.split(';')[0]!
      assert.ok(cookie.startsWith(`${COOKIE}=`))
      assert.equal((await waybill.call('GET', '/ops/v1/session', undefined, { headers: { cookie } })).status, 200)

      const answer = device.get(await begin(), { origin })
      assert.equal((await post('/ops/v1/session/passkey', { response: answer })).status, 201)
      assert.equal((await post('/ops/v1/session/passkey', { response: answer })).status, 401, 'a challenge is answered once')
      assert.equal((await enter({ origin: 'https://elsewhere.example.com' })).status, 401)
      assert.equal((await enter({ origin, isVerified: false })).status, 401)
      assert.equal((await post('/ops/v1/session/passkey', { response: newAuthenticator().get(await begin(), { origin }) })).status, 401)
      assert.equal((await post('/ops/v1/session/passkey', { response: { id: 'x' } })).status, 401)

      const [passkey] = (await done(member, 'GET', '/ops/v1/second_factor')).passkeys
      assert.equal((await other.call('DELETE', `/ops/v1/passkeys/${passkey.passkey_id}`)).status, 404)
      await done(admin, 'PATCH', `/ops/v1/staff/${member.staff.id}`, { status: 'inactive' })
      assert.equal((await enter({ origin })).status, 401, 'not for an account that is not active')
      await done(admin, 'PATCH', `/ops/v1/staff/${member.staff.id}`, { status: 'active' })
      const back = await inSession(waybill, member.staff)
      await done(back, 'DELETE', `/ops/v1/passkeys/${passkey.passkey_id}`)
      assert.equal((await enter({ origin })).status, 401)
      await done(admin, 'DELETE', `/ops/v1/staff/${member.staff.id}/second_factor`)
      for (const change of [ACCOUNT_CHANGES.passkeyAdded, ACCOUNT_CHANGES.passkeyRemoved, ACCOUNT_CHANGES.resetByAdmin])
        assert.equal(await mail.countTold(member.staff.email, change), 1, change)
    })

    it('leaves a valid audit trail', async () => {
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
    })
  })
}, postgres)
