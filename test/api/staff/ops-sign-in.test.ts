// Staff sign in by password. The set-up link creates the first admin. Sessions end after a time without use, after a maximum time, and on sign-out.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, SETUP_LINK_VALID_MS } from '../../../src/domain/staff/staff.ts'
import { makeFirstSetupLink, makeSetupLink } from '../../../src/flows/staff/create-staff.ts'
import { ACCOUNT_CHANGES } from '../../../src/flows/staff/tell-account-change.ts'
import * as sessions from '../../../src/store/staff/sessions.ts'
import { withMail } from '../../support/calls/member-calls.ts'
import { COOKIE, CSRF, newStaff, tokenHeaders, uniqueEmail } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PASSWORD = 'correct horse battery'

const withoutRequestId = ({ status, json: { request_id: _, ...body } }: Answer) => ({ status, body })

forOneEngine((engine) => {
  let waybill: Waybill
  const reports: { what: string; details: any }[] = []
  before(async () => {
    waybill = await startWaybill(engine, { trustedProxies: ['127.0.0.1'] })
    // Stops the clock: attempts are limited per minute, and a test may take longer than a minute on a busy machine.
    waybill.time.freeze()
    Object.assign(waybill.deps, { report: (what: string, details: object) => reports.push({ what, details }) })
  })
  after(() => waybill.close())

  const setUp = (token: string, more: object = {}) =>
    waybill.call('POST', '/ops/v1/setup', { token, email: uniqueEmail(), name: 'First Admin', password: PASSWORD, ...more })
  const signIn = (email: string, password = PASSWORD, from = '127.0.0.1') =>
    waybill.call('POST', '/ops/v1/session', { email, password }, { headers: { 'x-forwarded-for': from } })
  const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')!.split(';')[0]!
  const whoAmI = async (cookie: string) => (await waybill.call('GET', '/ops/v1/session', undefined, { headers: { cookie } })).status
  const newAccount = () => newStaff(waybill, 'warehouse', PASSWORD)
  const nextMinute = () => waybill.time.advance(60_000)

  describe('the set-up link', () => {
    it('is made once for a store without staff, even by servers that start at the same time', async (t) => {
      const other = await startWaybill(engine)
      t.after(() => other.close())
      const made = await Promise.all([makeFirstSetupLink(other.deps), makeFirstSetupLink(other.deps)])
      assert.equal(made.filter((token) => token !== null).length, 1)
      assert.equal(await makeFirstSetupLink(other.deps), null)
    })

    it('makes one admin, who can sign in', async () => {
      const token = await makeSetupLink(waybill.deps, byTest(waybill.deps))
      const answers = await Promise.all([setUp(token), setUp(token), setUp(token)])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422])
      const { json: admin } = answers.find(({ status }) => status === 201)!
      assert.equal(admin.role, 'admin')
      assert.equal((await signIn(admin.email)).status, 201)
      assert.equal((await setUp(token)).json.details[0].field, 'token')
      nextMinute()
    })

    it('stays valid after a request with mistakes, and reports all of them', async () => {
      const token = await makeSetupLink(waybill.deps, byTest(waybill.deps))
      const guessable = await setUp(token, { password: 'password1234' })
      assert.match(guessable.json.details[0].message, /easy to guess/)
      const wrong = await setUp(token, { email: 'nobody', password: 'short' })
      assert.deepEqual(
        wrong.json.details.map(({ field }: { field: string }) => field),
        ['email', 'password'],
      )
      assert.equal((await setUp(token)).status, 201)
    })

    it('is replaced by the next one, and expires to the millisecond', async () => {
      const [first, second] = [
        await makeSetupLink(waybill.deps, byTest(waybill.deps)),
        await makeSetupLink(waybill.deps, byTest(waybill.deps)),
      ]
      assert.equal((await setUp(first)).status, 422)
      const now = waybill.time.freeze()
      const third = await makeSetupLink(waybill.deps, byTest(waybill.deps))
      assert.equal((await setUp(second)).status, 422)
      const problemWith = async (): Promise<string> => (await setUp(third, { password: 'short' })).json.details[0].field
      waybill.time.freeze(now + SETUP_LINK_VALID_MS - 1)
      assert.equal(await problemWith(), 'password')
      waybill.time.freeze(now + SETUP_LINK_VALID_MS)
      assert.equal(await problemWith(), 'token')
    })

    it('cannot be guessed without limit', async () => {
      nextMinute()
      for (let i = 0; i < 30; i++) assert.equal((await setUp('x')).status, 422)
      assert.equal((await setUp('x')).status, 429)
      nextMinute()
    })
  })

  describe('signing in', () => {
    it('sets a cookie that is hidden from scripts, plain http and other sites', async () => {
      const { email } = await newAccount()
      const answer = await signIn(email.toUpperCase())
      assert.equal(answer.status, 201)
      const [pair, ...attributes] = answer.headers.get('set-cookie')!.split('; ')
      assert.match(pair!, new RegExp(`^${COOKIE}=[0-9a-v]{32}$`))
      assert.deepEqual(attributes.sort(), ['HttpOnly', `Max-Age=${SESSION_ABSOLUTE_MS / 1000}`, 'Path=/', 'SameSite=Strict', 'Secure'])
      assert.equal(answer.text.includes(pair!.split('=')[1]!), false, 'the body does not repeat it')
      assert.equal(await whoAmI(pair!), 200)
      nextMinute()
    })

    it('gives the same answer for an unknown account, a wrong password and an inactive account', async () => {
      const [{ email }, inactive] = [await newAccount(), await newAccount()]
      await waybill.deps.db.execute('update staff set deactivated_at = 1 where id = $1', [inactive.id])
      const answers = [await signIn(uniqueEmail()), await signIn(email, 'another password'), await signIn(inactive.email)]
      for (const answer of answers) {
        assert.deepEqual(withoutRequestId(answer), {
          status: 401,
          body: { error: 'No account has this email and password.', code: 'UNAUTHORIZED' },
        })
        assert.equal(answer.headers.get('set-cookie'), null)
      }
      nextMinute()
    })

    it('is refused after ten attempts on an account in a minute from one address, known or not, even with the right password', async () => {
      const { email } = await newAccount()
      for (const tried of [email, uniqueEmail()]) {
        nextMinute()
        for (let i = 0; i < 10; i++) assert.equal((await signIn(tried, 'another password')).status, 401)
        const refused = await signIn(tried)
        assert.deepEqual([refused.status, refused.json.code], [429, 'RATE_LIMITED'])
        assert.ok(Number(refused.headers.get('retry-after')) <= 60)
      }
      nextMinute()
      assert.equal((await signIn(email)).status, 201)
    })

    it('works with the password while another network guesses; all addresses of an IPv6 network count as one', async () => {
      nextMinute()
      reports.length = 0
      const { email } = await newAccount()
      for (let i = 0; i < 10; i++) assert.equal((await signIn(email, 'another password', `2001:db8:5:6::${i}`)).status, 401)
      assert.equal((await signIn(email, PASSWORD, '2001:db8:5:6:ffff::1')).status, 429)
      const { what, details } = reports.at(-1)!
      assert.deepEqual([what, details.why, details.client], ['sign-in refused', 'too many attempts', '2001:db8:5:6:ffff::1'])
      for (const elsewhere of ['2001:db8:5:7::1', '192.0.2.2']) assert.equal((await signIn(email, PASSWORD, elsewhere)).status, 201)
    })

    it('records failures: the address, the account and the reason; not what was typed', async () => {
      nextMinute()
      const [staff, inactive] = [await newAccount(), await newAccount()]
      await waybill.deps.db.execute('update staff set deactivated_at = 1 where id = $1', [inactive.id])
      reports.length = 0
      const typed = uniqueEmail()
      await signIn(typed, PASSWORD, '192.0.2.9')
      await signIn(staff.email, 'another password', '192.0.2.9')
      await signIn(inactive.email, PASSWORD, '192.0.2.9')
      const common = { what: 'sign-in failed', client: '192.0.2.9' }
      assert.deepEqual(
        reports.map(({ what, details: { request_id: _, ...rest } }) => ({ what, ...rest })),
        [
          { ...common, why: 'unknown account', staff: null },
          { ...common, why: 'wrong password', staff: staff.id },
          { ...common, why: 'inactive or just changed', staff: inactive.id },
        ],
      )
      assert.doesNotMatch(JSON.stringify(reports), new RegExp(`${typed}|another password`))
    })

    it('is refused after thirty attempts from an address in a minute, whatever the accounts', async () => {
      nextMinute()
      const accounts = await Promise.all(Array.from({ length: 5 }, newAccount))
      for (let i = 0; i < 30; i++) await signIn(accounts[i % accounts.length]!.email, 'another password')
      assert.equal((await signIn((await newAccount()).email)).status, 429)
      nextMinute()
    })
  })

  describe('a session', () => {
    const open = async () => {
      nextMinute()
      const staff = await newAccount()
      return { staff, cookie: cookieOf(await signIn(staff.email)) }
    }

    it('shows its user, and ends on signing out', async () => {
      const { staff, cookie } = await open()
      const { json } = await waybill.call('GET', '/ops/v1/session', undefined, { headers: { cookie } })
      assert.deepEqual([json.staff.staff_id, json.role, json.via], [staff.id, 'warehouse', 'session'])
      assert.equal(JSON.stringify(json).includes('argon2'), false)
      const out = await waybill.call('DELETE', '/ops/v1/session', undefined, { headers: { cookie, ...CSRF } })
      assert.equal(out.status, 200)
      assert.match(out.headers.get('set-cookie')!, new RegExp(`^${COOKIE}=; Max-Age=0; `))
      assert.equal(await whoAmI(cookie), 401)
    })

    it('uses the language that its user chose in another session', async () => {
      const { staff, cookie } = await open()
      const elsewhere = cookieOf(await signIn(staff.email))
      const colleague = (await open()).cookie
      const languageIn = async (of: string) =>
        (await waybill.call('GET', '/ops/v1/session', undefined, { headers: { cookie: of } })).json.language
      const choose = (language: string) => waybill.call('PUT', '/ops/v1/preferences', { language }, { headers: { cookie, ...CSRF } })
      assert.equal(await languageIn(elsewhere), null)
      for (const language of ['zh-CN', 'en', 'zh-CN']) {
        assert.deepEqual([(await choose(language)).json, await languageIn(elsewhere)], [{ language }, language])
      }
      assert.equal((await choose('xx')).status, 422)
      assert.deepEqual([await languageIn(cookie), await languageIn(colleague)], ['zh-CN', null])
    })

    it('ends after two hours without use, to the millisecond', async () => {
      const now = waybill.time.freeze()
      const { cookie } = await open()
      const start = waybill.time.now()
      waybill.time.freeze(start + SESSION_IDLE_MS - 1)
      assert.equal(await whoAmI(cookie), 200)
      waybill.time.freeze(start + 2 * SESSION_IDLE_MS - 1)
      assert.equal(await whoAmI(cookie), 401, 'the use a millisecond before the end counted, and no more')
      assert.ok(waybill.time.now() > now)
    })

    it('ends after fourteen hours, even if it is used', async () => {
      const { staff, cookie } = await open()
      const start = waybill.time.freeze()
      const seenAt = async () => (await sessions.list(waybill.deps.db, staff.id, waybill.time.now()))[0]!.seenAt
      for (let at = start; at < start + SESSION_ABSOLUTE_MS - 1; at += SESSION_IDLE_MS / 2) {
        waybill.time.freeze(at)
        assert.equal(await whoAmI(cookie), 200)
        // The time of last use is written in the background, after the answer.
        while ((await seenAt()) < at) await nextTurn()
      }
      waybill.time.freeze(start + SESSION_ABSOLUTE_MS)
      assert.equal(await whoAmI(cookie), 401)
    })

    it('is listed to its owner, who can end it from another session, and to nobody else', async () => {
      const { staff, cookie } = await open()
      const second = cookieOf(await signIn(staff.email))
      const stranger = await open()
      const list = async (of: string) => (await waybill.call('GET', '/ops/v1/sessions', undefined, { headers: { cookie: of } })).json
      const [here, there] = await list(second)
      assert.deepEqual([here.current, there.current], [true, false])
      assert.equal((await list(stranger.cookie)).length, 1)
      const end = (of: string) =>
        waybill.call('DELETE', `/ops/v1/sessions/${there.session_id}`, undefined, { headers: { cookie: of, ...CSRF } })
      assert.equal((await end(stranger.cookie)).status, 404)
      assert.equal(await whoAmI(cookie), 200)
      assert.equal((await end(second)).status, 200)
      assert.deepEqual([await whoAmI(cookie), await whoAmI(second)], [401, 200])
    })

    it('continues when its owner changes the password in it; all other sessions and the access tokens end', async () => {
      const { staff, cookie } = await open()
      const mail = withMail(waybill)
      const token = await tokenHeaders(waybill, staff)
      const tokenStatus = async () => (await waybill.call('GET', '/ops/v1/session', undefined, { headers: token })).status
      assert.equal(await tokenStatus(), 200)
      const other = cookieOf(await signIn(staff.email))
      const change = (current: string, next: string) =>
        waybill.call('POST', '/ops/v1/password', { current_password: current, new_password: next }, { headers: { cookie, ...CSRF } })
      assert.equal((await change('another password', 'staple of another kind')).json.details[0].field, 'current_password')
      assert.equal((await change(PASSWORD, staff.email)).json.details[0].field, 'new_password')
      assert.equal(await whoAmI(other), 200)
      assert.equal((await change(PASSWORD, 'staple of another kind')).status, 200)
      assert.deepEqual([await whoAmI(cookie), await whoAmI(other), await tokenStatus()], [200, 401, 401])
      assert.equal((await signIn(staff.email)).status, 401)
      assert.equal((await signIn(staff.email, 'staple of another kind')).status, 201)
      assert.equal(await mail.countTold(staff.email, ACCOUNT_CHANGES.passwordChanged), 1)
    })

    it('is identified by its cookie only', async () => {
      const { cookie } = await open()
      const secret = cookie.split('=')[1]!
      for (const wrong of [`waybill=${secret}`, `${COOKIE}=`, `${COOKIE}=${secret}x`, `${COOKIE}=${'x'.repeat(5000)}`, 'x', '=;=;;']) {
        assert.equal(await whoAmI(wrong), 401, wrong)
      }
      const asToken = await waybill.call('GET', '/ops/v1/session', undefined, { headers: { authorization: `Bearer ${secret}` } })
      assert.equal(asToken.status, 401)
      assert.equal(await whoAmI(`first=1; ${cookie}; last=2`), 200)
    })
  })
}, postgres)
