// Access to routes under /ops/v1: every route declares its roles, docs/operators.md lists them, and every role has exactly the listed access.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import type { Role } from '../../../src/domain/staff/staff.ts'
import { ROLES } from '../../../src/domain/staff/staff.ts'
import { setMoneyRules } from '../../../src/flows/operator/set-money-rules.ts'
import { admitStaff } from '../../../src/http/staff/auth.ts'
import { StoreUnavailable } from '../../../src/platform/engine/db.ts'
import * as sessions from '../../../src/store/staff/sessions.ts'
import type { OpsRoute } from '../../operators/generate.ts'
import { findOpsRoutes, readTable, renderTable } from '../../operators/generate.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { inSession, newStaff, signedIn, tokenHeaders } from '../../support/calls/staff-calls.ts'
import { documentedOperations } from '../../support/document/operations.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { inTurn } from '../../support/samples/in-turn.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const NO_SUCH_ID = 'xyz_00000000000000000000000000'
const NO_FORMS = ['x', '%00', "x'%20or%20'1'%3D'1", '%F0%9F%A6%8A', 'x'.repeat(90)]
const ENDS_SESSION = /session|password/

describe('the routes of /ops/v1', () => {
  let routes: OpsRoute[]
  before(async () => {
    routes = await findOpsRoutes()
  })

  it('all declare who may call them', () => {
    assert.ok(routes.length >= 20)
    assert.deepEqual(
      routes.filter(({ access }) => access === undefined).map(({ method, path }) => `${method} ${path}`),
      [],
    )
  })

  it('are not served without such a declaration', async () => {
    const app = Fastify()
    admitStaff(app, {} as never)
    assert.throws(() => app.get('/ops/v1/anything', async () => 'open to all'), /does not declare who may call it/)
    await app.close()
  })

  it('are open to anyone only for signing in', () => {
    const open = routes.filter(({ access }) => access === 'anyone').map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(open.sort(), [
      'POST /ops/v1/invitation',
      'POST /ops/v1/session',
      'POST /ops/v1/session/passkey',
      'POST /ops/v1/session/passkey/options',
      'POST /ops/v1/setup',
    ])
  })

  it('change nothing for support, which only reads', () => {
    const own = /^\/ops\/v1\/(sessions?|password|preferences|access_tokens|saved_views|daily_summary|second_factor|passkeys)(\/|$)/
    const changing = routes.filter(
      ({ method, path, access }) =>
        method !== 'GET' && access !== undefined && access !== 'anyone' && access.roles.includes('support') && !own.test(path),
    )
    assert.deepEqual(changing, [])
  })

  it('are in docs/operators.md as they are: npm run docs:operators', async () => {
    assert.equal((await readTable()).text, renderTable(routes))
  })
})

forOneEngine((engine) => {
  describe('every role, on every route of the table in docs/operators.md', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    type Caller = {
      who: string
      seesMoney?: true
      allowedBy: (allowed: Record<string, boolean>) => boolean
      headers: () => Promise<Record<string, string>>
    }

    const inPerson = (role: Role): Caller => ({
      who: role,
      allowedBy: (allowed) => allowed[role]!,
      headers: async () => (await signedIn(waybill, role)).headers,
    })
    const byToken = (role: Role): Caller => ({
      who: `a token of role ${role}`,
      allowedBy: (allowed) => allowed['signed out']! || (allowed['access token']! && allowed[role]!),
      headers: async () => tokenHeaders(waybill, await newStaff(waybill, 'admin'), role),
    })
    const CALLERS: Caller[] = [
      ...ROLES.flatMap((role) => [inPerson(role), byToken(role)]),
      { ...inPerson('warehouse'), who: 'a warehouse that sees money', seesMoney: true },
      { who: 'nobody', allowedBy: (allowed) => allowed['signed out']!, headers: async () => ({}) },
    ]

    /** Returns the error code of a 401 or 403. Any other expected status means that the caller has access. */
    const verdict = ({ status, json }: Answer): string => {
      if (status === 401) return json.code
      if (status === 403) return json.code
      assert.ok([200, 201, 404, 415, 422].includes(status), String(status))
      return 'let in'
    }

    for (const { who, seesMoney = false, allowedBy, headers } of CALLERS) {
      it(`gives ${who} exactly the access in the table`, async () => {
        const { rows } = await readTable(seesMoney)
        assert.ok(rows.length >= 20)
        await setMoneyRules(waybill.deps, byTest(waybill.deps), { warehouseSeesMoney: seesMoney, secondPersonFromKobo: null })
        let opened = await headers()
        for (const { route, allowed } of rows) {
          const [method, path] = route.split(' ') as [string, string]
          const url = path.replace(/\{\w+\}/, NO_SUCH_ID)
          // Advances the clock by a minute. All requests come from one address, and the requests of an address are limited per minute.
          waybill.time.advance(60_000)
          const answer = await waybill.call(method, url, method === 'GET' || method === 'DELETE' ? undefined : {}, {
            headers: opened,
          })
          if (ENDS_SESSION.test(route)) opened = await headers()
          const expected = allowedBy(allowed) ? 'let in' : who === 'nobody' ? 'UNAUTHORIZED' : 'FORBIDDEN'
          assert.equal(verdict(answer), expected, `${who}: ${route}`)
          assert.equal(answer.headers.get('cache-control'), 'no-store', route)
        }
      })
    }

    it('answers 404 to a malformed id', async () => {
      const admin = await signedIn(waybill, 'admin')
      const { rows } = await readTable()
      const operations = await documentedOperations(waybill)
      const withId = rows.filter(({ route }) => route.includes('{id}'))
      assert.ok(withId.length >= 8)
      for (const [turn, { route }] of withId.entries()) {
        const [method, path] = route.split(' ') as [string, string]
        const { requestBody } = operations.find((each) => each.method === method && each.path === path)!.operation
        const { schema, example, examples = {} } = requestBody?.content['application/json'] ?? {}
        const known = schema?.properties ?? {}
        const whole = example ?? Object.values<Json>(examples)[0]?.value
        const body =
          method === 'GET' || method === 'DELETE'
            ? undefined
            : {
                ...(schema?.required ? whole : {}),
                ...('label' in known ? { label: 'x' } : {}),
                ...('mode' in known ? { mode: 'test' } : {}),
              }
        for (const id of inTurn(NO_FORMS, turn, NO_FORMS.length)) {
          assert.equal((await admin.call(method, path.replace('{id}', id), body)).status, 404, `${route} ${id}`)
        }
      }
    })

    it('ignores an Authorization header that is meant for a proxy', async () => {
      const { headers } = await signedIn(waybill, 'support')
      const behindProxy = { ...headers, authorization: 'Basic c2FtcGxlOnNhbXBsZQ==' }
      assert.equal((await waybill.call('GET', '/ops/v1/session', undefined, { headers: behindProxy })).status, 200)
    })

    it('lets staff read while nothing can be written, and records their last use later', async () => {
      const staff = await signedIn(waybill, 'support')
      const { deps } = waybill
      const { db } = deps
      const full = async () => {
        throw new StoreUnavailable('database or disk is full')
      }
      const seenAt = async () => (await sessions.list(db, staff.staff.id, deps.clock()))[0]!.seenAt
      waybill.time.advance(60_000)
      const now = deps.clock()
      Object.assign(deps, { db: { ...db, transaction: full } })
      const { status } = await staff.call('GET', '/ops/v1/packages').finally(() => Object.assign(deps, { db }))
      assert.equal(status, 200)
      assert.equal((await staff.call('GET', '/ops/v1/packages')).status, 200)
      while ((await seenAt()) < now) await nextTurn()
    })

    it('refuses requests that name another person than the one in the session', async () => {
      const [one, other] = [await signedIn(waybill, 'admin'), await signedIn(waybill, 'admin')]
      const statusAs = async (staffId: string) =>
        (await waybill.call('POST', '/ops/v1/businesses', {}, { headers: { ...one.headers, 'x-waybill-staff': staffId } })).status
      assert.deepEqual([await statusAs(one.staff.id), await statusAs(other.staff.id), await statusAs('')], [422, 401, 401])
    })

    it('does not accept the API key of a business', async () => {
      const { testKey, liveKey } = await waybill.newTenant()
      for (const key of [testKey, liveKey]) {
        assert.equal((await waybill.call('GET', '/ops/v1/businesses', undefined, { key })).status, 401)
        assert.equal(
          (await waybill.call('GET', '/ops/v1/businesses', undefined, { headers: { authorization: `Bearer ${key}` } })).status,
          401,
        )
      }
    })

    it('gives staff no access to /v1', async () => {
      const admin = await signedIn(waybill, 'admin')
      assert.equal((await admin.call('GET', '/v1/packages')).status, 401)
      const headers = await tokenHeaders(waybill, admin.staff)
      assert.equal((await waybill.call('GET', '/v1/packages', undefined, { headers })).status, 401)
      const key = headers.authorization!.replace('Bearer ', '')
      assert.equal((await waybill.call('GET', '/v1/packages', undefined, { key })).status, 401)
    })

    it('refuses changes in a session without the header that no other site can send', async () => {
      const staff = await newStaff(waybill, 'admin')
      const { cookie } = await inSession(waybill, staff)
      const body = { name: 'Sample Imports', prefix: 'CSR' }
      const without = await waybill.call('POST', '/ops/v1/businesses', body, { headers: { cookie } })
      assert.deepEqual([without.status, without.json.code], [403, 'FORBIDDEN'])
      assert.equal(
        (await waybill.call('GET', '/ops/v1/businesses/CSR', undefined, { headers: { cookie } })).status,
        404,
        'nothing was made',
      )
      const preflight = await waybill.call('OPTIONS', '/ops/v1/businesses', undefined, { headers: { origin: 'https://elsewhere.example' } })
      assert.equal(preflight.headers.get('access-control-allow-origin'), null)
      const withIt = await waybill.call('POST', '/ops/v1/businesses', body, { headers: { cookie, 'x-waybill-csrf': '1' } })
      assert.equal(withIt.status, 201)
    })
  })
})
