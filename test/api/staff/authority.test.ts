// On every route that changes data, authorisation is checked again once the body is received. Authorisation is also checked while a file is streamed.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Role, Staff } from '../../../src/domain/staff/staff.ts'
import type { Mode } from '../../../src/domain/values/scope.ts'
import { issueKey } from '../../../src/flows/businesses/api-keys.ts'
import { changeStaff } from '../../../src/flows/staff/change-staff.ts'
import { createStaff } from '../../../src/flows/staff/create-staff.ts'
import { signIn } from '../../../src/flows/staff/sign-in.ts'
import type { AppOptions } from '../../../src/http/app.ts'
import type { Access } from '../../../src/http/staff/access.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as apiKeys from '../../../src/store/businesses/api-keys.ts'
import * as accessTokens from '../../../src/store/staff/access-tokens.ts'
import * as sessions from '../../../src/store/staff/sessions.ts'
import * as staffStore from '../../../src/store/staff/staff.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { storedPackages } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { newStaff, signedIn, tokenHeaders, uniqueEmail } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { inTurn } from '../../support/samples/in-turn.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

type Route = { method: string; path: string; access: Access | undefined }
type Held = 'preParsing' | 'preHandler'

/** Ended sessions are tested on all routes. Other ways to lose authority are tested on every third route, and in the soak on all. */
const OTHER_WAYS = 3

const HELD = 'x-held'
const PASSWORD = 'pallets before noon'
const NO_SUCH_ID = 'xyz_00000000000000000000000000'
/** Routes without a session. A secret in the body authorises the request. The transaction of the request checks the secret. */
const OPENED_BY_BODY = [
  'POST /ops/v1/session',
  'POST /ops/v1/session/passkey',
  'POST /ops/v1/session/passkey/options',
  'POST /ops/v1/setup',
  'POST /ops/v1/invitation',
]

/** Routes of the portal. test/api/members/roles.test.ts tests who may call these routes. */
const PORTAL = /^\/portal\/v1\//

/**
 * Routes that need no key and no session. Those with business data have an unguessable code in their path. Webhooks of providers are off
 * here.
 */
const OPEN_TO_ALL = `
  / /client.tgz /console /console/* /console/assets/:name /console/service-worker.js /docs /docs/:name /healthz /labels/:file /llms.txt
  /logo/:file /openapi.json /openapi.yaml /ops/openapi.json /ops/openapi.yaml /ops/reference /ops/reference/* /portal /portal/* /portal/assets/:name /readyz /reference /reference/* /track /track/:number
  /unsubscribe/:id`

forOneEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  const routes: Route[] = []
  const held = new Map<string, { until: Held; work: () => Promise<unknown> }>()

  /**
   * Collects every route of the application. If a request has the header `x-held`, the request waits until the test has done the work
   * stored for that header.
   */
  const watch: AppOptions['watch'] = (app) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      for (const each of [method].flat()) routes.push({ method: each, path: url, access: config?.access })
    })
    const workFor = async (header: unknown, at: Held): Promise<void> => {
      const found = held.get(String(header))
      if (found?.until === at) await found.work()
    }
    app.addHook('preParsing', async ({ headers }, _reply, payload) => {
      await workFor(headers[HELD], 'preParsing')
      return payload
    })
    app.addHook('preHandler', async ({ headers }) => workFor(headers[HELD], 'preHandler'))
  }
  before(async () => {
    waybill = await startWaybill(engine, { watch })
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  const writes = (prefix: string): Route[] =>
    routes.filter(({ method, path }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && path.startsWith(prefix))

  const callHeld = async (
    { method, path }: Pick<Route, 'method' | 'path'>,
    headers: Record<string, string>,
    work: () => Promise<unknown>,
    { until = 'preParsing' as Held, body = {} as object } = {},
  ): Promise<Answer> => {
    const id = crypto.randomUUID()
    let isDone = false
    const once = async (): Promise<void> => {
      await work()
      isDone = true
    }
    held.set(id, { until, work: once })
    const answer = await waybill.call(method, path.replaceAll(/:\w+/g, NO_SUCH_ID), body, { headers: { ...headers, [HELD]: id } })
    assert.ok(isDone, `${method} ${path}: ${answer.text}`)
    return answer
  }

  const change = (staff: Staff, changes: Partial<Staff>) =>
    waybill.deps.db.transaction(SYSTEM, (tx) => staffStore.save(tx, byTest(waybill.deps), { ...staff, ...changes }))
  const deactivate = (staff: Staff) => change(staff, { deactivatedAt: waybill.deps.clock() })

  it('is required on every route except these, of which only unsubscribing changes anything', () => {
    const open = routes.filter(({ method, path }) => method !== 'HEAD' && !/^\/(v1|ops\/v1)\//.test(path) && !PORTAL.test(path))
    assert.deepEqual(open.map(({ method, path }) => (method === 'GET' ? path : `${method} ${path}`)).sort(), [
      ...OPEN_TO_ALL.trim().split(/\s+/),
      'POST /unsubscribe/:id',
    ])
  })

  describe('a key that is revoked while the body is being sent', () => {
    const tryOn = async (route: Route, mode: Mode): Promise<void> => {
      const { deps } = waybill
      const { key, id } = await deps.db.transaction(SYSTEM, (tx) =>
        issueKey(deps, tx, byTest(deps), { businessId: tenant.business.id, mode }),
      )
      const revoke = () => deps.db.transaction(SYSTEM, (tx) => apiKeys.revoke(tx, byTest(deps), id, deps.clock()))
      const { status, json } = await callHeld(route, { 'x-api-key': key }, revoke)
      assert.deepEqual([status, json.code], [401, 'UNAUTHORIZED'], `${mode} ${route.method} ${route.path}`)
    }

    it('is refused on every route of /v1 that changes something', async () => {
      assert.ok(writes('/v1/').length >= 15)
      await Promise.all(writes('/v1/').map((route) => tryOn(route, 'test')))
      await tryOn({ method: 'POST', path: '/v1/parcel_quotes', access: undefined }, 'live')
    })
  })

  describe('staff whose authority ends while the body is being sent', () => {
    const closed = () => {
      const found = writes('/ops/').filter(({ method, path }) => !OPENED_BY_BODY.includes(`${method} ${path}`))
      assert.ok(found.length >= 30)
      return found
    }
    const isFor = (role: Role, { access }: Route): boolean => access !== undefined && access !== 'anyone' && access.roles.includes(role)
    const takesTokens = ({ access }: Route): boolean => access !== undefined && access !== 'anyone' && access.token

    /** Tries the chosen routes concurrently, each with its own admin. */
    const tryOn = (chosen: readonly Route[], endAuthority: (staff: Staff) => Promise<unknown>, { expected = 401, byToken = false } = {}) =>
      Promise.all(
        chosen.map(async (route) => {
          const { staff, headers } = await signedIn(waybill, 'admin')
          const sent = byToken ? await tokenHeaders(waybill, staff) : headers
          const { status } = await callHeld(route, sent, () => endAuthority(staff))
          assert.equal(status, expected, `${route.method} ${route.path}`)
        }),
      )

    it('are refused on every route that changes something: a session that was ended', async () => {
      await tryOn(closed(), ({ id }) => waybill.deps.db.transaction(SYSTEM, (tx) => sessions.endAll(tx, id)))
    })

    it('are refused on every route that changes something: a token that was revoked', async () => {
      const { deps } = waybill
      const revoke = ({ id }: Staff) => deps.db.transaction(SYSTEM, (tx) => accessTokens.revokeAll(tx, byTest(deps), id, deps.clock()))
      await tryOn(inTurn(closed().filter(takesTokens), 0, OTHER_WAYS), revoke, { byToken: true })
    })

    it('are refused on every route that changes something: an account that was deactivated or got a lesser role', async () => {
      await tryOn(inTurn(closed(), 1, OTHER_WAYS), deactivate)
      const forAdmins = closed().filter((route) => !isFor('warehouse', route))
      await tryOn(inTurn(forAdmins, 2, OTHER_WAYS), (staff) => change(staff, { role: 'warehouse' }), { expected: 403 })
    })
  })

  describe('authority that ends between its last check and the transaction', () => {
    const grant = async (admin: StaffMember, route: Pick<Route, 'method' | 'path'>, body: object): Promise<Answer> =>
      callHeld(route, admin.headers, () => deactivate(admin.staff), { until: 'preHandler', body })
    const keyCount = async () => (await apiKeys.list(waybill.deps.db, tenant.business.id)).length

    it('grants nothing: no account, no role, no key, no token', async () => {
      const { deps } = waybill
      const email = uniqueEmail()
      const created = await grant(
        await signedIn(waybill, 'admin'),
        { method: 'POST', path: '/ops/v1/staff' },
        { email, name: 'Dock', role: 'admin', password: PASSWORD },
      )
      assert.equal(created.status, 401, created.text)
      assert.equal(await staffStore.findByEmail(deps.db, email), null)

      const other = await newStaff(waybill, 'support')
      const path = `/ops/v1/staff/${other.id}`
      assert.equal((await grant(await signedIn(waybill, 'admin'), { method: 'PATCH', path }, { role: 'admin' })).status, 401)
      assert.equal((await staffStore.load(deps.db, other.id)).role, 'support')

      const keysBefore = await keyCount()
      const keys = `/ops/v1/businesses/${tenant.business.id}/keys`
      assert.equal((await grant(await signedIn(waybill, 'admin'), { method: 'POST', path: keys }, { mode: 'live' })).status, 401)
      const [key] = await apiKeys.list(deps.db, tenant.business.id)
      const rotate = `/ops/v1/keys/${key!.id}/rotate`
      assert.equal((await grant(await signedIn(waybill, 'admin'), { method: 'POST', path: rotate }, {})).status, 401)
      assert.equal(await keyCount(), keysBefore)

      const admin = await signedIn(waybill, 'admin')
      assert.equal((await grant(admin, { method: 'POST', path: '/ops/v1/access_tokens' }, { label: 'x' })).status, 401)
      assert.deepEqual(await accessTokens.list(deps.db, admin.staff.id), [])
    })
  })

  it('that ends while a file is being streamed ends the file', async () => {
    const { staff, headers } = await signedIn(waybill, 'support')
    const [parcel] = await storedPackages(tenant, 1)
    const read = async (more: object = {}): Promise<string> =>
      waybill.call('GET', '/ops/v1/packages.csv?mode=test', undefined, { headers: { ...headers, ...more } }).then(
        ({ text }) => text,
        () => 'cut off',
      )
    assert.ok((await read()).includes(parcel!.parcel_number))
    const id = crypto.randomUUID()
    const endSession = () => waybill.deps.db.transaction(SYSTEM, (tx) => sessions.endAll(tx, staff.id))
    held.set(id, { until: 'preHandler', work: endSession })
    const text = await read({ [HELD]: id })
    assert.ok(!text.includes(parcel!.parcel_number), text)
  })

  it('that ends with a revoked key while a statement is being streamed ends the statement', async () => {
    const { deps } = waybill
    await book(tenant, exportAir())
    for (const path of ['/v1/statements', '/v1/statements.csv']) {
      const { key, id } = await deps.db.transaction(SYSTEM, (tx) =>
        issueKey(deps, tx, byTest(deps), { businessId: tenant.business.id, mode: 'test' }),
      )
      const read = (more: object = {}): Promise<string> =>
        waybill.call('GET', path, undefined, { key, headers: { ...more } }).then(
          ({ text }) => text,
          () => 'cut off',
        )
      assert.match(await read(), /charge/)
      const request = crypto.randomUUID()
      const revoke = () => deps.db.transaction(SYSTEM, (tx) => apiKeys.revoke(tx, byTest(deps), id, deps.clock()))
      held.set(request, { until: 'preHandler', work: revoke })
      assert.doesNotMatch(await read({ [HELD]: request }), /charge/, path)
    }
  })

  describe('a password that is reset while it is being used', () => {
    const account = () =>
      createStaff(waybill.deps, byTest(waybill.deps), { email: uniqueEmail(), name: 'Sample', role: 'admin', password: PASSWORD })
    const reset = (id: string) => changeStaff(waybill.deps, byTest(waybill.deps), id, { password: 'another one altogether' })
    const openSessions = (id: string) => sessions.list(waybill.deps.db, id, waybill.deps.clock())

    it('leaves no session of the old one, however the two interleave', async () => {
      const { db } = waybill.deps
      const staff = await account()
      // The sign-in reads the account before the reset, and continues after the reset.
      const read = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      const heldDb = Object.assign(Object.create(db), {
        query: async (sql: string, params: never) => {
          const rows = await db.query(sql, params)
          read.resolve()
          await goOn.promise
          return rows
        },
        transaction: db.transaction,
      })
      const signing = signIn(
        { ...waybill.deps, db: heldDb },
        { email: staff.email, password: PASSWORD, userAgent: null, address: '', requestId: '' },
      )
      await read.promise
      await reset(staff.id)
      goOn.resolve()
      await assert.rejects(signing, { code: 'UNAUTHORIZED' })
      assert.deepEqual(await openSessions(staff.id), [])
    })

    it('leaves no session of the old one when both are requested at once', async () => {
      const staff = await account()
      const enter = () => waybill.call('POST', '/ops/v1/session', { email: staff.email, password: PASSWORD })
      await Promise.all([enter(), reset(staff.id), enter()])
      assert.deepEqual(await openSessions(staff.id), [])
    })

    it('is not changed by a user who only knew the old one', async () => {
      const staff = await account()
      const session = await waybill.call('POST', '/ops/v1/session', { email: staff.email, password: PASSWORD })
      const cookie = session.headers.get('set-cookie')!.split(';')[0]!
      const write = () => change(staff, { passwordHash: `${staff.passwordHash}A` })
      const body = { current_password: PASSWORD, new_password: 'mine all the same' }
      const route = { method: 'POST', path: '/ops/v1/password' }
      const answer = await callHeld(route, { cookie, 'x-waybill-csrf': '1' }, write, { until: 'preHandler', body })
      assert.equal(answer.status, 422, answer.text)
      assert.equal((await staffStore.load(waybill.deps.db, staff.id)).passwordHash, `${staff.passwordHash}A`)
    })
  })
}, postgres)
