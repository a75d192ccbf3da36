// Authenticator apps in the portal: set up within an hour of a sign-in, asked for at later sign-ins, and removed. Each code works once.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { makeSignInLink } from '../../../src/flows/members/sign-in-link.ts'
import { ACCOUNT_CHANGES } from '../../../src/flows/staff/tell-account-change.ts'
import { newAuthenticator, totpCode } from '../../support/calls/authenticator.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { invite, personOf, signedInPerson, withMail } from '../../support/calls/member-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000
const FACTOR = '/portal/v1/second_factor'

forOneEngine((engine) => {
  describe('an authenticator app in the portal', () => {
    let waybill: Waybill
    let tenant: Tenant
    let mail: ReturnType<typeof withMail>
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze()
      tenant = await waybill.newTenant()
      mail = withMail(waybill)
    })
    after(() => waybill.close())
    // Advances the clock by a minute, so that attempts are counted from zero again and the authenticator app has a new code.
    beforeEach(() => waybill.time.advance(MINUTE_MS))

    const signIn = (body: object): Promise<Answer> => waybill.call('POST', '/portal/v1/session', body)
    const now = (secret: string, apart = 0): string => totpCode(secret, waybill.deps.clock(), apart)
    const isSignedIn = async ({ cookie }: Person): Promise<boolean> =>
      (await waybill.call('GET', '/portal/v1/session', undefined, { headers: { cookie } })).status === 200
    const enrol = async (person: Person) => {
      const offer = await person.call('POST', `${FACTOR}/totp`)
      assert.equal(offer.status, 201, offer.text)
      const { secret } = offer.json
      const confirmed = await person.call('POST', `${FACTOR}/totp/confirm`, { second_factor_code: now(secret) })
      assert.equal(confirmed.status, 200, confirmed.text)
      waybill.time.advance(MINUTE_MS)
      return { person, secret: secret as string, codes: confirmed.json.recovery_codes as string[] }
    }
    const enrolled = async (role: 'owner' | 'clerk' = 'clerk') => enrol(await signedInPerson(waybill, tenant, role))
    const linkOf = async ({ memberId }: Person): Promise<string> =>
      (await makeSignInLink(waybill.deps, byTest(waybill.deps), tenant.business.id, memberId)).secret
    const memberOf = async (owner: Person, id: string): Promise<Json> =>
      (await owner.call('GET', '/portal/v1/members')).json.find(({ member_id }: Json) => member_id === id)

    it('is asked for at sign-ins from its confirmation on; a code by email stays valid until it is right', async () => {
      const person = await signedInPerson(waybill, tenant, 'clerk')
      const other = personOf(waybill, tenant, await signIn({ link: await linkOf(person) }))
      const offer = (await person.call('POST', `${FACTOR}/totp`)).json
      assert.match(offer.address, /^otpauth:\/\/totp\//)
      assert.match(offer.qr_svg, /^<svg/)
      assert.equal((await signIn({ link: await linkOf(person) })).status, 201, 'not asked for before it is confirmed')
      const [row] = await waybill.deps.db.query<Json>('select secret from user_second_factors where user_id = $1', [person.userId])
      if (waybill.deps.db.secrets.keyId !== null) assert.match(row.secret, /^enc1:/)
      const confirm = (code: string) => person.call('POST', `${FACTOR}/totp/confirm`, { second_factor_code: code })
      assert.equal((await confirm('000000')).json.details[0].field, 'second_factor_code')
      const used = now(offer.secret)
      const { recovery_codes: codes } = (await confirm(used)).json
      assert.equal(new Set(codes).size, 10)
      assert.deepEqual([await isSignedIn(other), await isSignedIn(person)], [false, true], 'other sessions had no second factor')
      assert.deepEqual((await person.call('GET', FACTOR)).json, { totp: true, recovery_codes_left: 10 })

      const code = await mail.askFor(person.email)
      const enter = (secondFactor?: string) =>
        signIn({ email: person.email, code, ...(secondFactor === undefined ? {} : { second_factor_code: secondFactor }) })
      for (const given of [undefined, used, '000000', 'nothing-like-it']) {
        const { status, json, headers } = await enter(given)
        assert.deepEqual([status, json.code, headers.get('set-cookie')], [401, 'SECOND_FACTOR_REQUIRED', null], `${given}`)
      }
      const wrong = await signIn({ email: person.email, code: '00000000', second_factor_code: now(offer.secret, 1) })
      assert.equal(wrong.json.code, 'UNAUTHORIZED', 'nothing is said about the second factor before the code is right')
      const next = now(offer.secret, 1)
      const both = await Promise.all([enter(next), enter(`${next.slice(0, 3)} ${next.slice(3)}`)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401])
      assert.equal((await enter(codes[0])).json.code, 'UNAUTHORIZED', 'the code by e-mail is used')
    })

    it('is asked for with a link too, which stays valid until it is right, and not with a passkey', async () => {
      const { person, secret, codes } = await enrolled()
      const link = await linkOf(person)
      assert.equal((await signIn({ link })).json.code, 'SECOND_FACTOR_REQUIRED')
      assert.equal((await signIn({ link, second_factor_code: 'wrong' })).json.code, 'SECOND_FACTOR_REQUIRED')
      const both = await Promise.all([signIn({ link, second_factor_code: now(secret) }), signIn({ link, second_factor_code: codes[3]! })])
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401])
      assert.equal((await signIn({ link, second_factor_code: codes[4]! })).json.code, 'UNAUTHORIZED')
      const again = await linkOf(person)
      assert.equal((await signIn({ link: again, second_factor_code: codes[0]!.toUpperCase() })).status, 201)
      assert.equal((await signIn({ link: await linkOf(person), second_factor_code: codes[0]! })).status, 401, 'each works once')
      const device = newAuthenticator()
      const options = (await person.call('POST', '/portal/v1/passkeys/options')).json
      const response = device.create(options, { origin: waybill.url })
      assert.equal((await person.call('POST', '/portal/v1/passkeys', { label: 'Phone', response })).status, 201)
      const challenge = (await waybill.call('POST', '/portal/v1/passkey_challenges')).json
      const answer = device.get(challenge, { origin: waybill.url })
      assert.equal((await waybill.call('POST', '/portal/v1/passkey_sessions', { response: answer })).status, 201)
    })

    it('makes guesses wait, whatever network and first factor they come with, and not for long', async () => {
      const { person, secret } = await enrolled()
      const tries = async (count: number, body: object): Promise<number[]> => {
        const statuses: number[] = []
        for (let guess = 0; guess < count; guess++) {
          // Advances the clock, so that the guesses do not reach the rate limit per network.
          if (guess % 5 === 0) waybill.time.advance(1000)
          statuses.push((await signIn({ ...body, second_factor_code: String(guess).padStart(6, '0') })).status)
        }
        return statuses
      }
      const link = await linkOf(person)
      assert.deepEqual(await tries(7, { link }), [401, 401, 401, 401, 401, 429, 429])
      const code = await mail.askFor(person.email)
      const waiting = await signIn({ email: person.email, code, second_factor_code: now(secret) })
      assert.deepEqual([waiting.status, Number(waiting.headers.get('retry-after')) <= 60], [429, true], 'they count together')
      assert.equal((await person.call('POST', `${FACTOR}/totp/remove`, { second_factor_code: now(secret) })).status, 429)
      waybill.time.advance(MINUTE_MS)
      assert.equal((await signIn({ email: person.email, code, second_factor_code: now(secret) })).status, 201)
      waybill.time.advance(MINUTE_MS)
      assert.deepEqual(await tries(5, { link }), [401, 401, 401, 401, 401], 'a right code makes good for wrong ones')
    })

    it('is set up within an hour of a sign-in, one at a time, and removed for a code of it', async () => {
      const { person, secret, codes } = await enrolled()
      assert.equal((await person.call('POST', `${FACTOR}/totp`)).json.code, 'INVALID_TRANSITION')
      const remove = (body: object) => person.call('POST', `${FACTOR}/totp/remove`, body)
      for (const body of [{}, { second_factor_code: '000000' }]) {
        const { status, json } = await remove(body)
        assert.deepEqual([status, json.details?.[0].field], [422, 'second_factor_code'])
      }
      assert.equal((await remove({ second_factor_code: now(secret) })).status, 200)
      assert.deepEqual((await person.call('GET', FACTOR)).json, { totp: false, recovery_codes_left: 0 })
      assert.equal((await remove({ second_factor_code: codes[0] })).json.code, 'INVALID_TRANSITION')
      assert.equal((await signIn({ link: await linkOf(person) })).status, 201)
      for (const change of [ACCOUNT_CHANGES.appAdded, ACCOUNT_CHANGES.appRemoved])
        assert.equal(await mail.countTold(person.email, change), 1, change)
      waybill.time.advance(60 * MINUTE_MS)
      const late = await person.call('POST', `${FACTOR}/totp`)
      assert.deepEqual([late.status, late.json.code], [403, 'FORBIDDEN'])
      const trail = await waybill.deps.db.query<Json>(
        `select actor from audit_records where object_type = 'user_second_factor' and actor = $1`,
        [person.userId],
      )
      assert.equal(trail.length, 3)
    })

    it('is removed by an owner, or the operator, for a person who has lost it, with passkeys and sessions', async () => {
      const owner = await signedInPerson(waybill, tenant, 'owner')
      const { person } = await enrolled()
      const device = newAuthenticator()
      const options = (await person.call('POST', '/portal/v1/passkeys/options')).json
      await person.call('POST', '/portal/v1/passkeys', { label: 'Phone', response: device.create(options, { origin: waybill.url }) })
      assert.equal((await memberOf(owner, person.memberId)).second_factor, true)
      const path = `/portal/v1/members/${person.memberId}/second_factor`
      const clerk = await signedInPerson(waybill, tenant, 'clerk')
      assert.equal((await clerk.call('DELETE', path)).status, 403)
      assert.equal((await owner.call('DELETE', path)).status, 200)
      assert.deepEqual([await isSignedIn(person), (await memberOf(owner, person.memberId)).second_factor], [false, false])
      const challenge = (await waybill.call('POST', '/portal/v1/passkey_challenges')).json
      const answer = device.get(challenge, { origin: waybill.url })
      assert.equal((await waybill.call('POST', '/portal/v1/passkey_sessions', { response: answer })).status, 401)
      assert.equal((await signIn({ link: await linkOf(person) })).status, 201)
      assert.equal(await mail.countTold(person.email, ACCOUNT_CHANGES.resetByOwner), 1)

      const { person: lost } = await enrolled('owner')
      assert.equal((await lost.call('DELETE', `/portal/v1/members/${lost.memberId}/second_factor`)).json.code, 'INVALID_TRANSITION')
      const admin = await signedIn(waybill, 'admin')
      const ops = `/ops/v1/businesses/${tenant.business.id}/members`
      const support = await signedIn(waybill, 'support')
      assert.equal((await support.call('DELETE', `${ops}/${lost.memberId}/second_factor`)).status, 403)
      assert.equal((await admin.call('DELETE', `${ops}/${lost.memberId}/second_factor`)).status, 200)
      assert.equal(await isSignedIn(lost), false)
      assert.equal(await mail.countTold(lost.email, ACCOUNT_CHANGES.resetByOperator), 1)
      assert.equal((await admin.call('GET', ops)).json.find(({ member_id }: Json) => member_id === lost.memberId).second_factor, false)
      const records = await waybill.deps.db.query<Json>(`select actor from audit_records where object_type = 'user_second_factor'`)
      assert.ok([owner.userId, admin.staff.id].every((actor) => records.some((record) => record.actor === actor)))
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
    })

    it('is not removed by an owner for a person of another business, nor for one who has not accepted', async () => {
      const elsewhere = await waybill.newTenant()
      const stranger = await signedInPerson(waybill, elsewhere, 'owner')
      const { person, codes } = await enrolled()
      const owner = await signedInPerson(waybill, tenant, 'owner')
      const theirs = await invite(waybill, elsewhere, 'clerk', person.email)
      const path = `/portal/v1/members/${theirs.member.id}/second_factor`
      const invited = await stranger.call('DELETE', path, undefined, { tenant: elsewhere })
      assert.deepEqual([invited.status, invited.json.code], [422, 'INVALID_TRANSITION'])
      const listed = (await stranger.call('GET', '/portal/v1/members')).json
      assert.equal(listed.find(({ member_id }: Json) => member_id === theirs.member.id).second_factor, false, 'nothing is said of it')
      assert.equal((await owner.call('DELETE', path)).status, 404, 'a member of another business')
      assert.equal((await signIn({ link: await linkOf(person), second_factor_code: codes[0]! })).status, 201, 'accepts it')
      assert.equal(await mail.countTold(person.email, ACCOUNT_CHANGES.recoveryCodeUsed(9)), 1)
      for (const [by, of] of [
        [stranger, path],
        [owner, `/portal/v1/members/${person.memberId}/second_factor`],
      ] as const) {
        const refused = await by.call('DELETE', of)
        assert.deepEqual([refused.status, refused.json.code], [422, 'INVALID_TRANSITION'])
      }
      assert.equal((await person.call('GET', FACTOR)).json.totp, true)
    })
  })
}, postgres)
