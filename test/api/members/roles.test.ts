// The table of portal roles contains every route of /v1 and /portal/v1, and each route admits exactly the roles in the table.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MEMBER_ROLES } from '../../../src/domain/members/member.ts'
import type { PortalRole } from '../../../src/domain/members/roles.ts'
import { accessTo, mayCall, ROUTES_OF_ROLES } from '../../../src/domain/members/roles.ts'
import type { Mode } from '../../../src/domain/values/scope.ts'
import { personAs, signedInPerson } from '../../support/calls/member-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Whether a route concerns one business. Routes of a person's own account need no role. */
const isOfBusiness = (route: string): boolean => typeof accessTo(...(route.split(' ') as [string, string])) !== 'string'

const NO_SUCH_ID = 'xyz_00000000000000000000000000'

forOneEngine((engine) => {
  describe('the table of roles in the portal', () => {
    let waybill: Waybill
    let [own, other]: Tenant[] = []
    const routes: string[] = []
    before(async () => {
      waybill = await startWaybill(engine, {
        watch: (app) =>
          app.addHook('onRoute', ({ method, url }) => {
            for (const each of [method].flat())
              if (each !== 'HEAD' && each !== 'OPTIONS' && /^\/(portal\/)?v1\//.test(url)) routes.push(`${each} ${url}`)
          }),
      })
      own = await waybill.newTenant()
      other = await waybill.newTenant()
    })
    after(() => waybill.close())

    it('has every route of /v1 and /portal/v1, and no other', () => {
      assert.ok(routes.length > 60)
      assert.deepEqual([...new Set(ROUTES_OF_ROLES)].sort(), routes.toSorted())
    })

    const roles: readonly PortalRole[] = [...MEMBER_ROLES, 'viewer']
    for (const role of roles) {
      it(`gives the role ${role} exactly the access in the table, in both modes, and none to another business`, async () => {
        let person = await personAs(waybill, own!, role)
        for (const route of routes.filter(isOfBusiness)) {
          // Each call advances the clock, and an admin's view of the portal ends after half an hour. The view is therefore opened again for
          // every route.
          if (role === 'viewer') person = await personAs(waybill, own!, role)
          const [method, pattern] = route.split(' ') as [string, string]
          const url = pattern.replace(':id', NO_SUCH_ID)
          const body = method === 'GET' || method === 'DELETE' ? undefined : {}
          const statusIn = async (tenant: Tenant, mode: Mode) => {
            // A minute passes, so that the limit on failed requests per address does not refuse the call.
            waybill.time.advance(60_000)
            return waybill.call(method, url, body, { headers: person.headers(tenant, mode) })
          }
          for (const mode of ['test', 'live'] as const) {
            const answer = await statusIn(own!, mode)
            if (mayCall(role, method, pattern) && !pattern.startsWith('/v1/'))
              assert.ok([200, 201, 404, 422].includes(answer.status), `${role} ${mode} ${route} ${answer.status}`)
            else if (mayCall(role, method, pattern)) {
              const asKey = await waybill.call(method, url, body, { key: mode === 'test' ? own!.testKey : own!.liveKey })
              assert.deepEqual([answer.status, answer.json?.code], [asKey.status, asKey.json?.code], `${role} ${mode} ${route}`)
            } else assert.deepEqual([answer.status, answer.json.code], [403, 'FORBIDDEN'], `${role} ${mode} ${route}`)
            const foreign = await statusIn(other!, mode)
            assert.deepEqual(
              [foreign.status, foreign.json.error],
              [404, 'No such business.'],
              `${role} ${mode} ${route} of another business`,
            )
          }
        }
      })
    }

    it('asks for a session, a business of the person and a mode', async () => {
      const person = await signedInPerson(waybill, own!, 'owner')
      const get = (headers: Record<string, string>) => waybill.call('GET', '/v1/packages', undefined, { headers })
      const all = person.headers(own!)
      assert.equal((await get(all)).status, 200)
      const { 'x-waybill-business': _business, ...noBusiness } = all
      const { 'x-waybill-mode': _mode, ...noMode } = all
      const unknown = await get({ ...all, 'x-waybill-business': 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w' })
      const foreign = await get({ ...all, 'x-waybill-business': other!.business.id })
      assert.deepEqual([(await get(noBusiness)).status, unknown.status, foreign.status], [404, 404, 404])
      assert.equal(unknown.json.error, foreign.json.error)
      assert.deepEqual([(await get(noMode)).status, (await get({ ...all, 'x-waybill-mode': 'both' })).status], [422, 422])
      assert.equal((await get({ ...all, cookie: '__Host-waybill-portal=unknown' })).status, 401)
      assert.equal((await get({ ...all, 'x-api-key': 'wrong' })).status, 401, 'a key wins over a session')
      assert.equal((await get({ ...all, 'x-api-key': other!.testKey })).status, 200)
      assert.equal(accessTo('HEAD', '/v1/packages'), accessTo('GET', '/v1/packages'))
    })

    const accessOf = (route: string) => accessTo(...(route.split(' ') as [string, string]))

    it('refuses every change without the header that no other site can send', async () => {
      const person = await signedInPerson(waybill, own!, 'owner')
      const { 'x-waybill-csrf': _none, ...headers } = person.headers(own!)
      const changes = routes.filter((route) => !route.startsWith('GET ') && accessOf(route) !== 'open')
      assert.ok(changes.length > 40)
      for (const route of changes) {
        waybill.time.advance(1000)
        const [method, pattern] = route.split(' ') as [string, string]
        const body = method === 'DELETE' ? undefined : {}
        const { status, json } = await waybill.call(method, pattern.replace(':id', NO_SUCH_ID), body, { headers })
        assert.deepEqual([status, json.error], [403, 'Send the header X-Waybill-CSRF: 1 with every change made in a session.'], route)
      }
      assert.equal((await person.call('GET', '/portal/v1/session')).status, 200)
    })

    it('takes no sign-in from a page of another site, which can send forms and plain text only', async () => {
      const opening = routes.filter((route) => route.startsWith('POST ') && accessOf(route) === 'open' && !route.endsWith('_challenges'))
      assert.equal(opening.length, 3)
      const rawBody = JSON.stringify({ email: 'nobody@example.com', code: '00000000' })
      for (const route of opening) {
        const [, path] = route.split(' ') as [string, string]
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
          waybill.time.advance(60_000)
          const { status } = await waybill.call('POST', path, undefined, { rawBody, headers: { 'content-type': type } })
          assert.equal(status, 415, `${route} ${type}`)
        }
        const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
        const { headers } = await waybill.call('OPTIONS', path, undefined, { headers: asked })
        assert.equal(headers.get('access-control-allow-origin'), null, route)
      }
    })
  })
})
