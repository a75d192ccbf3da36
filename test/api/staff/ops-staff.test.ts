// Admins manage staff accounts. An access token never has more rights than its owner. One active admin always remains.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TOKENS_LISTED_MAX, TOKENS_MAX } from '../../../src/domain/staff/staff.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as accessTokens from '../../../src/store/staff/access-tokens.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import { inSession, newStaff, signedIn, tokenHeaders, uniqueEmail } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000

forOneEngine((engine) => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(engine)
  })
  after(() => waybill.close())

  const withToken = (headers: Record<string, string>, method = 'GET', path = '/ops/v1/session', body?: unknown) =>
    waybill.call(method, path, body, { headers })

  describe('an account', () => {
    const account = (more: object = {}) => ({
      email: uniqueEmail(),
      name: 'Dock Two',
      role: 'warehouse',
      password: 'pallets before noon',
      ...more,
    })

    it('is created by an admin, listed, and can sign in', async () => {
      const admin = await signedIn(waybill, 'admin')
      const made = await admin.call('POST', '/ops/v1/staff', account())
      assert.equal(made.status, 201)
      assert.doesNotMatch(made.text, /password|hash|argon2/)
      assert.deepEqual((await admin.call('GET', `/ops/v1/staff/${made.json.staff_id}`)).json, made.json)
      const { json: all } = await admin.call('GET', '/ops/v1/staff')
      assert.deepEqual(all.at(-1), made.json)
      const entered = await waybill.call('POST', '/ops/v1/session', { email: made.json.email, password: 'pallets before noon' })
      assert.equal(entered.status, 201)
    })

    it('has a unique email address, in any notation, also when two are created at once', async () => {
      const admin = await signedIn(waybill, 'admin')
      const email = uniqueEmail()
      const made = await Promise.all(
        [email, email.toUpperCase()].map((each) => admin.call('POST', '/ops/v1/staff', account({ email: each }))),
      )
      assert.deepEqual(made.map(({ status }) => status).sort(), [201, 422])
      assert.deepEqual(made.find(({ status }) => status === 422)!.json.errors, ['email belongs to another account'])
    })

    it('is refused with every mistake named', async () => {
      const admin = await signedIn(waybill, 'admin')
      const { json } = await admin.call('POST', '/ops/v1/staff', { email: 'x', name: 'Dock', role: 'warehouse', password: 'short' })
      assert.deepEqual(json.errors, ['email must be an email address', 'password must have 12 to 128 characters'])
      const missing = await admin.call('POST', '/ops/v1/staff', { role: 'owner' })
      assert.deepEqual(missing.json.details.map(({ field }: { field: string }) => field).sort(), ['email', 'name', 'password', 'role'])
    })

    it('changes name and role immediately, also for a current session', async () => {
      const [admin, member] = [await signedIn(waybill, 'admin'), await signedIn(waybill, 'support')]
      const changed = await admin.call('PATCH', `/ops/v1/staff/${member.staff.id}`, { name: 'Renamed', role: 'admin' })
      assert.deepEqual([changed.json.name, changed.json.role], ['Renamed', 'admin'])
      assert.equal((await member.call('GET', '/ops/v1/staff')).status, 200)
      await admin.call('PATCH', `/ops/v1/staff/${member.staff.id}`, { role: 'support' })
      assert.equal((await member.call('GET', '/ops/v1/staff')).status, 403)
    })

    it('that is deactivated loses access at once, with its tokens; reactivated it starts without them', async () => {
      const [admin, member] = [await signedIn(waybill, 'admin'), await signedIn(waybill, 'support')]
      const token = await tokenHeaders(waybill, member.staff)
      assert.equal((await withToken(token)).status, 200)
      const { json } = await admin.call('PATCH', `/ops/v1/staff/${member.staff.id}`, { status: 'inactive' })
      assert.equal(json.status, 'inactive')
      const statuses = async () => [(await member.call('GET', '/ops/v1/session')).status, (await withToken(token)).status]
      assert.deepEqual(await statuses(), [401, 401])
      await admin.call('PATCH', `/ops/v1/staff/${member.staff.id}`, { status: 'active' })
      assert.deepEqual(await statuses(), [401, 401])
      assert.equal((await (await inSession(waybill, member.staff)).call('GET', '/ops/v1/session')).status, 200)
    })

    it('loses its sessions and its tokens when an admin resets its password', async () => {
      const [admin, member] = [await signedIn(waybill, 'admin'), await signedIn(waybill, 'support')]
      const token = await tokenHeaders(waybill, member.staff)
      assert.equal((await withToken(token)).status, 200)
      const changed = await admin.call('PATCH', `/ops/v1/staff/${member.staff.id}`, { password: 'a password anew' })
      assert.equal(changed.status, 200)
      assert.equal((await member.call('GET', '/ops/v1/session')).status, 401)
      assert.equal((await withToken(token)).status, 401)
      const entered = await waybill.call('POST', '/ops/v1/session', { email: member.staff.email, password: 'a password anew' })
      assert.equal(entered.status, 201)
    })
  })

  describe('the sessions and tokens of others', () => {
    it('are listed and ended by an admin, one by one, and by nobody else', async () => {
      const [admin, member, other] = [
        await signedIn(waybill, 'admin'),
        await signedIn(waybill, 'warehouse'),
        await signedIn(waybill, 'support'),
      ]
      const token = await tokenHeaders(waybill, member.staff)
      const path = `/ops/v1/staff/${member.staff.id}`
      const { json: open } = await admin.call('GET', `${path}/sessions`)
      const { json: tokens } = await admin.call('GET', `${path}/access_tokens`)
      assert.deepEqual([open.length, open[0].current, tokens.length, tokens[0].label], [1, false, 1, 'sample'])
      assert.doesNotMatch(JSON.stringify([open, tokens]), /hash|secret/)
      for (const who of [member, other]) {
        assert.equal((await who.call('GET', `${path}/sessions`)).status, 403)
        assert.equal((await who.call('DELETE', `${path}/access_tokens/${tokens[0].access_token_id}`)).status, 403)
      }
      const ends = [`${path}/sessions/${open[0].session_id}`, `${path}/access_tokens/${tokens[0].access_token_id}`]
      const elsewhere = ends.map((each) => each.replace(member.staff.id, other.staff.id))
      for (const each of elsewhere) assert.equal((await admin.call('DELETE', each)).status, 404, each)
      assert.equal((await member.call('GET', '/ops/v1/session')).status, 200)
      for (const each of ends) assert.equal((await admin.call('DELETE', each)).status, 200, each)
      for (const each of ends) assert.equal((await admin.call('DELETE', each)).status, 404, each)
      assert.deepEqual([(await member.call('GET', '/ops/v1/session')).status, (await withToken(token)).status], [401, 401])
      assert.equal((await other.call('GET', '/ops/v1/session')).status, 200)
      assert.equal((await admin.call('GET', '/ops/v1/staff/stf_00000000000000000000000000/sessions')).status, 404)
    })
  })

  describe('the last active admin', () => {
    it('cannot be removed in any way', async (t) => {
      const alone = await startWaybill(engine)
      t.after(() => alone.close())
      const admin = await signedIn(alone, 'admin')
      for (const changes of [{ role: 'support' }, { status: 'inactive' }]) {
        const refused = await admin.call('PATCH', `/ops/v1/staff/${admin.staff.id}`, changes)
        assert.deepEqual([refused.status, refused.json.code], [422, 'INVALID_TRANSITION'])
      }
      assert.equal((await admin.call('PATCH', `/ops/v1/staff/${admin.staff.id}`, { name: 'Still Admin' })).json.role, 'admin')
    })

    it('remains when two admins deactivate each other at the same moment', async (t) => {
      const alone = await startWaybill(engine)
      t.after(() => alone.close())
      for (let round = 0; round < 5; round++) {
        const pair = [await signedIn(alone, 'admin'), await signedIn(alone, 'admin')]
        const others = await alone.deps.db.query<{ id: string }>(
          'select id from staff where id not in ($1, $2)',
          pair.map(({ staff }) => staff.id),
        )
        for (const { id } of others) await alone.deps.db.execute('update staff set deactivated_at = 1 where id = $1', [id])
        await Promise.all(
          pair.map(({ call }, index) => call('PATCH', `/ops/v1/staff/${pair[1 - index]!.staff.id}`, { status: 'inactive' })),
        )
        const left = await alone.deps.db.query(`select id from staff where role = 'admin' and deactivated_at is null`)
        assert.equal(left.length, 1)
      }
    })
  })

  describe('an access token', () => {
    it('is shown once, stored as a hash, and listed by its first characters', async () => {
      const admin = await signedIn(waybill, 'admin')
      const { status, json } = await admin.call('POST', '/ops/v1/access_tokens', { label: 'nightly report' })
      assert.equal(status, 201)
      assert.match(json.token, /^wb_ops_[0-9a-v]{32}$/)
      assert.deepEqual([json.role, Date.parse(json.expires_at) - Date.parse(json.created_at)], ['admin', 90 * DAY_MS])
      const list = await admin.call('GET', '/ops/v1/access_tokens')
      assert.equal(list.text.includes(json.token), false)
      assert.equal(list.json[0].begins, json.token.slice(0, 12))
      const stored = await waybill.deps.db.query('select * from access_tokens')
      assert.equal(JSON.stringify(stored).includes(json.token), false)
    })

    it('has a limit on the number in use; the list shows all in use and some revoked ones', async () => {
      const admin = await signedIn(waybill, 'admin')
      const issue = () => admin.call('POST', '/ops/v1/access_tokens', { label: 'report' })
      const issued: Json[] = []
      for (let times = 0; times < TOKENS_MAX; times += 1) issued.push((await issue()).json)
      const refused = await issue()
      assertRejected(refused, 'VALIDATION_FAILED')
      const [{ access_token_id: first }] = issued as [Json]
      assert.equal((await admin.call('DELETE', `/ops/v1/access_tokens/${first}`)).status, 200)
      assert.equal((await issue()).status, 201)
      const { deps } = waybill
      const [token] = (await accessTokens.list(deps.db, admin.staff.id)).filter(({ revokedAt }) => revokedAt !== null)
      await deps.db.transaction(SYSTEM, async (tx) => {
        for (let times = 0; times < TOKENS_LISTED_MAX; times += 1) {
          const id = deps.newId('pat')
          await accessTokens.insert(tx, byTest(deps), { ...token!, id, createdAt: deps.clock() }, id)
        }
      })
      const listed: Json[] = (await admin.call('GET', '/ops/v1/access_tokens')).json
      assert.deepEqual([listed.length, listed.filter(({ revoked_at: at }) => at === null).length], [TOKENS_LISTED_MAX, TOKENS_MAX])
    })

    it('never has more rights than its owner, nor than its own role', async () => {
      const support = await signedIn(waybill, 'support')
      const asked = await support.call('POST', '/ops/v1/access_tokens', { label: 'more', role: 'admin' })
      assert.equal(asked.json.role, 'support')

      const admin = await newStaff(waybill, 'admin')
      const [full, less] = [await tokenHeaders(waybill, admin), await tokenHeaders(waybill, admin, 'support')]
      const create = (headers: Record<string, string>, prefix: string) =>
        withToken(headers, 'POST', '/ops/v1/businesses', { name: 'Sample', prefix })
      assert.deepEqual([(await create(full, 'TOK')).status, (await create(less, 'TOL')).status], [201, 403])
      await waybill.deps.db.execute(`update staff set role = 'warehouse' where id = $1`, [admin.id])
      assert.equal((await create(full, 'TOM')).status, 403, 'its owner’s role went down')
      assert.deepEqual([(await withToken(full)).json.role, (await withToken(less)).json.role], ['warehouse', 'support'])
    })

    it('needs no CSRF header, and takes precedence over a cookie', async () => {
      const [admin, other] = [await signedIn(waybill, 'admin'), await newStaff(waybill, 'admin')]
      const token = await tokenHeaders(waybill, other)
      assert.equal((await withToken({ ...admin.headers, ...token })).json.staff.staff_id, other.id)
      assert.equal((await withToken({ ...admin.headers, authorization: 'Bearer wb_ops_wrong' })).status, 401)
    })

    it('expires, and is revoked by its owner only', async () => {
      const [owner, stranger] = [await signedIn(waybill, 'support'), await signedIn(waybill, 'admin')]
      const { json } = await owner.call('POST', '/ops/v1/access_tokens', { label: 'a day', expires_in_days: 1 })
      const headers = { authorization: `Bearer ${json.token}` }
      assert.equal((await stranger.call('DELETE', `/ops/v1/access_tokens/${json.access_token_id}`)).status, 404)
      assert.equal((await withToken(headers)).status, 200)
      assert.equal((await owner.call('DELETE', `/ops/v1/access_tokens/${json.access_token_id}`)).status, 200)
      assert.equal((await withToken(headers)).status, 401)
      assert.equal((await owner.call('DELETE', `/ops/v1/access_tokens/${json.access_token_id}`)).status, 404)

      const second = (await owner.call('POST', '/ops/v1/access_tokens', { label: 'a day', expires_in_days: 1 })).json
      const end = Date.parse(second.expires_at)
      const status = async () => (await withToken({ authorization: `Bearer ${second.token}` })).status
      waybill.time.freeze(end - 1)
      assert.equal(await status(), 200)
      waybill.time.freeze(end)
      assert.equal(await status(), 401)
      for (const days of [0, 367, 1.5, '1']) {
        const fresh = await inSession(waybill, owner.staff)
        assert.equal((await fresh.call('POST', '/ops/v1/access_tokens', { label: 'x', expires_in_days: days })).status, 422)
      }
    })

    it('shows when it was last used', async () => {
      const owner = await signedIn(waybill, 'support')
      const { json } = await owner.call('POST', '/ops/v1/access_tokens', { label: 'used' })
      assert.equal(json.last_used_at, null)
      await withToken({ authorization: `Bearer ${json.token}` })
      const isShown = async () => (await owner.call('GET', '/ops/v1/access_tokens')).json[0].last_used_at !== null
      await until('its last use is shown', isShown, 5_000)
    })
  })
})
