// Attacks on the portal: guessed codes, requests by people who were removed, and one person who uses two businesses in two windows.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accessTo, ROUTES_OF_ROLES } from '../../../src/domain/members/roles.ts'
import { CODE_TRIES_MAX, CODES_MAX, FAILURES_KEPT_MS } from '../../../src/domain/members/sign-in-code.ts'
import { changeBusiness } from '../../../src/flows/businesses/change-business.ts'
import { changeMember, removeMember } from '../../../src/flows/members/change-members.ts'
import type { AppOptions } from '../../../src/http/app.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { invite, personEmail, signedInPerson, signInByLink, withMail } from '../../support/calls/member-calls.ts'
import { storedPackages } from '../../support/calls/shipment-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { silentApp, startWaybill } from '../../support/server/waybill.ts'

const HELD = 'x-held'
const MINUTE_MS = 60_000
const WAIT_MAX_MS = 5 * MINUTE_MS

forOneEngine((engine) => {
  describe('attacks on the portal', () => {
    let waybill: Waybill
    let tenant: Tenant
    let mail: ReturnType<typeof withMail>
    /**
     * Work to do while a request is handled: before its body is read (`preParsing`) or before its handler runs (`preHandler`). The map's
     * key is the value of the request header `x-held`.
     */
    const held = new Map<string, { at: 'preParsing' | 'preHandler'; work: () => Promise<unknown> }>()
    const watch: AppOptions['watch'] = (app) => {
      const workAt = async (header: unknown, at: string): Promise<void> => {
        const found = held.get(String(header))
        if (found?.at === at) await found.work()
      }
      app.addHook('preParsing', async ({ headers }, _reply, payload) => {
        await workAt(headers[HELD], 'preParsing')
        return payload
      })
      app.addHook('preHandler', async ({ headers }) => workAt(headers[HELD], 'preHandler'))
    }
    before(async () => {
      waybill = await startWaybill(engine, { watch, trustedProxies: ['127.0.0.1'] })
      waybill.time.freeze()
      tenant = await waybill.newTenant()
      mail = withMail(waybill)
    })
    after(() => waybill.close())

    const from = (network: number) => ({ 'x-forwarded-for': `198.${18 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}` })
    const guess = (email: string, code: string, network = 0): Promise<Answer> =>
      waybill.call('POST', '/portal/v1/session', { email, code }, { headers: from(network) })
    const wrongFor = (code: string, guessed: number): string => {
      const wrong = String(guessed).padStart(8, '0')
      return wrong === code.replace(' ', '') ? '99999999' : wrong
    }

    const GUESSES = process.env.SOAK ? 10_000 : 200

    it(`refuses ${GUESSES} guesses from as many addresses, and lets the owner in five minutes later`, async (t) => {
      const { user } = await invite(waybill, tenant, 'owner')
      const code = await mail.askFor(user.email)
      const statuses: Record<number, number> = {}
      for (let done = 0; done < GUESSES; done += 50) {
        const some = await Promise.all(
          Array.from({ length: 50 }, (_, index) => guess(user.email, wrongFor(code, done + index), done + index)),
        )
        for (const { status } of some) statuses[status] = (statuses[status] ?? 0) + 1
      }
      t.diagnostic(`on ${engine.name}: ${JSON.stringify(statuses)}`)
      // The clock is frozen, so the waiting time never ends. The first `CODE_TRIES_MAX` wrong codes are checked (401), and all later
      // guesses are told to wait (429).
      assert.deepEqual(statuses, { 401: CODE_TRIES_MAX, 429: GUESSES - CODE_TRIES_MAX })
      const waiting = await guess(user.email, code)
      assert.equal(waiting.status, 429)
      assert.ok(Number(waiting.headers.get('retry-after')) <= WAIT_MAX_MS / 1000)
      const { member } = await invite(waybill, tenant, 'owner', user.email)
      assert.equal((await signInByLink(waybill, tenant, member.id)).status, 201, 'a link works all the time')
      waybill.time.advance(WAIT_MAX_MS)
      assert.equal((await guess(user.email, await mail.askFor(user.email))).status, 201)
    })

    it('counts wrong codes on, however many codes are asked for, and makes the wait longer', async () => {
      const { user } = await invite(waybill, tenant, 'owner')
      const waits: number[] = []
      for (let round = 0; waits.length < 20; round++) {
        if (round % 3 === 0) await waybill.call('POST', '/portal/v1/sign_in_codes', { email: user.email }, { headers: from(round) })
        const { status, headers } = await guess(user.email, '00000000', round)
        if (status === 401) waits.push(0)
        else {
          const seconds = Number(headers.get('retry-after'))
          waits.push(seconds)
          waybill.time.advance(seconds * 1000)
        }
      }
      const longer = waits.filter((seconds) => seconds > 0)
      assert.deepEqual(waits.slice(0, CODE_TRIES_MAX), [0, 0, 0, 0, 0])
      assert.deepEqual(
        longer,
        longer.toSorted((one, other) => one - other),
      )
      assert.ok(longer.at(-1)! <= WAIT_MAX_MS / 1000)
      await mail.passOver(user.email)
      waybill.time.advance(WAIT_MAX_MS)
      assert.equal((await guess(user.email, await mail.askFor(user.email))).status, 201)
      assert.equal((await guess(user.email, '00000000')).status, 401, 'a right code makes good for wrong ones')
    })

    it('counts wrong codes on all servers of a store together', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      const { deps } = waybill
      const other = await silentApp({ deps })
      const payload = { email: user.email, code: '00000000' }
      const there = async () => (await other.inject({ method: 'POST', url: '/portal/v1/session', payload })).statusCode
      const here = async () => (await guess(user.email, '00000000', 91_000)).status
      const statuses = [await there(), await here(), await there(), await here(), await there(), await here(), await there()]
      await other.close()
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
    })

    it('tries a code five times and no more, even if the waits are kept', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      const code = await mail.askFor(user.email)
      for (let tries = 0; tries < CODE_TRIES_MAX; tries++) assert.equal((await guess(user.email, wrongFor(code, tries), tries)).status, 401)
      waybill.time.advance(MINUTE_MS + 1000)
      assert.equal((await guess(user.email, code)).status, 401)
      waybill.time.advance(FAILURES_KEPT_MS)
      assert.equal((await guess(user.email, await mail.askFor(user.email))).status, 201)
    })

    it('sends a new code after the minute of waiting, even if an attacker has asked for codes and spent them', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      for (let asked = 0; asked < CODES_MAX; asked++) await mail.askFor(user.email, from(90_000 + asked))
      for (let tries = 0; tries < CODE_TRIES_MAX; tries++) assert.equal((await guess(user.email, '00000000', tries)).status, 401)
      waybill.time.advance(MINUTE_MS)
      assert.equal((await guess(user.email, await mail.askFor(user.email))).status, 201)
    })

    it('accepts a code once, even if two people send it at once', async () => {
      const { user } = await invite(waybill, tenant, 'clerk')
      const code = await mail.askFor(user.email)
      const both = await Promise.all([1, 2, 3].map((network) => guess(user.email, code, network)))
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 401, 401])
    })

    it('limits the attempts of one network', async () => {
      const statuses = new Set<number>()
      for (let tries = 0; tries < 40; tries++) statuses.add((await guess(personEmail(), '00000000', 77_000)).status)
      assert.deepEqual([...statuses].sort(), [401, 429])
    })

    const NEW_CUSTOMER = ['POST', '/v1/parcel-customers', { parcel_customer: {} }] as const
    const heldCall = async (
      person: Person,
      at: 'preParsing' | 'preHandler',
      work: () => Promise<unknown>,
      of = tenant,
      [method, path, body]: readonly [string, string, object] = NEW_CUSTOMER,
    ): Promise<Answer> => {
      const id = crypto.randomUUID()
      held.set(id, { at, work })
      return waybill.call(method, path, body, { headers: { ...person.headers(of), [HELD]: id } })
    }
    const customersOf = async (): Promise<number> => (await tenant.get('/v1/parcel-customers')).json.meta.total_count

    it('signs out a removed person at once, also in the middle of a request', async () => {
      const { deps } = waybill
      for (const at of ['preParsing', 'preHandler'] as const) {
        const person = await signedInPerson(waybill, tenant, 'clerk')
        const before = await customersOf()
        const remove = () => removeMember(deps, byTest(deps), tenant.business.id, person.memberId)
        const answer = await heldCall(person, at, remove)
        assert.deepEqual([answer.status, answer.json.error], [404, 'No such business.'], at)
        assert.equal(await customersOf(), before, 'nothing was made')
        assert.equal((await person.call('GET', '/v1/packages')).status, 404)
      }
    })

    it('stops a removed owner in the middle of a change of people, keys or the own account', async () => {
      const { deps } = waybill
      const email = personEmail()
      for (const at of ['preParsing', 'preHandler'] as const)
        for (const [method, path, body, status] of [
          ['POST', '/portal/v1/members', { email, name: 'Another', role: 'owner' }, 404],
          ['POST', '/portal/v1/api_keys', { label: 'another' }, 404],
          ['PATCH', '/portal/v1/user', { name: 'Another' }, 403],
        ] as const) {
          const person = await signedInPerson(waybill, tenant, 'owner')
          const remove = () => removeMember(deps, byTest(deps), tenant.business.id, person.memberId)
          assert.equal((await heldCall(person, at, remove, tenant, [method, path, body])).status, status, `${at} ${path}`)
          assert.equal((await person.call('GET', '/portal/v1/session')).json.user.name, 'Sample owner')
        }
      const witness = await signedInPerson(waybill, tenant, 'owner')
      const left = [await witness.call('GET', '/portal/v1/members'), await witness.call('GET', '/portal/v1/api_keys')]
      for (const { text } of left) assert.doesNotMatch(text, /another/i)
    })

    it('signs out everybody of a business that is turned off, also in the middle of a request', async () => {
      const { deps } = waybill
      const off = await waybill.newTenant()
      const person = await signedInPerson(waybill, off, 'owner')
      const turn = (portalEnabled: boolean) => changeBusiness(deps, byTest(deps), off.business.id, { portalEnabled })
      for (const at of ['preParsing', 'preHandler'] as const) {
        const answer = await heldCall(person, at, () => turn(false), off)
        assert.deepEqual([answer.status, answer.json.error], [404, 'No such business.'], at)
        assert.equal((await person.call('GET', '/v1/packages')).status, 404)
        await turn(true)
      }
      assert.equal((await off.get('/v1/parcel-customers')).json.meta.total_count, 0, 'nothing was made')
      assert.equal((await person.call('GET', '/v1/packages')).status, 200)
    })

    it('leaves a person who belongs to no business only what ends the own access', async () => {
      const { deps } = waybill
      const off = await waybill.newTenant()
      const person = await signedInPerson(waybill, off, 'clerk')
      const changes = ROUTES_OF_ROLES.filter((route) => accessTo(...(route.split(' ') as [string, string])) === 'member')
      assert.ok(changes.length > 5)
      const turn = (portalEnabled: boolean) => changeBusiness(deps, byTest(deps), off.business.id, { portalEnabled })
      const remove = () => removeMember(deps, byTest(deps), off.business.id, person.memberId)
      const rename = () => person.call('PATCH', '/portal/v1/user', { name: 'Another Name' })
      for (const takeAway of [() => turn(false), remove]) {
        await takeAway()
        for (const route of changes) {
          const [method, path] = route.split(' ') as [string, string]
          const { status, json } = await person.call(method, path, {})
          assert.deepEqual([status, json.error], [403, 'You no longer belong to a business here.'], route)
        }
        assert.deepEqual((await person.call('GET', '/portal/v1/session')).json.businesses, [])
        await turn(true)
        assert.equal((await rename()).status, takeAway === remove ? 403 : 200)
      }
      assert.equal((await person.call('DELETE', '/portal/v1/session')).status, 200)
    })

    it('refuses a person whose role was taken in the middle of a request', async () => {
      const { deps } = waybill
      const person = await signedInPerson(waybill, tenant, 'clerk')
      const demote = () => changeMember(deps, byTest(deps), tenant.business.id, person.memberId, { role: 'accountant' })
      assert.equal((await heldCall(person, 'preHandler', demote)).status, 403)
    })

    it('keeps two businesses of one person apart in two windows', async () => {
      const other = await waybill.newTenant()
      const email = personEmail()
      const first = await invite(waybill, tenant, 'clerk', email)
      await invite(waybill, other, 'accountant', email)
      const person = await signedInPerson(waybill, other, 'accountant', personEmail())
      assert.equal((await person.call('GET', '/v1/packages', undefined, { tenant })).status, 404)
      const answer = await signInByLink(waybill, tenant, first.member.id)
      const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
      assert.deepEqual(
        answer.json.businesses.map(({ role }: { role: string }) => role),
        ['clerk', 'accountant'],
      )
      const as = ({ business }: Tenant, mode = 'test') => ({
        headers: { cookie, 'x-waybill-csrf': '1', 'x-waybill-business': business.id, 'x-waybill-mode': mode },
      })
      const made = (of: Tenant, mode?: string) => waybill.call('POST', '/v1/parcel-customers', { parcel_customer: {} }, as(of, mode))
      const all = await Promise.all([made(tenant), made(other), made(tenant, 'live')])
      assert.deepEqual(
        all.map(({ status }) => status),
        [201, 403, 201],
      )
      const id = all[0]!.json.data.parcel_customer_id
      assert.equal((await waybill.call('GET', `/v1/parcel-customers/${id}`, undefined, as(tenant))).status, 200)
      assert.equal((await waybill.call('GET', `/v1/parcel-customers/${id}`, undefined, as(tenant, 'live'))).status, 404)
    })

    it('shows nothing of another business by an id', async () => {
      const other = await waybill.newTenant()
      const [theirs] = await storedPackages(other, 1)
      const person = await signedInPerson(waybill, tenant, 'owner')
      for (const mode of ['test', 'live'] as const)
        assert.equal((await person.call('GET', `/v1/packages/${theirs!.parcel_id}`, undefined, { mode })).status, 404)
    })
  })
})
