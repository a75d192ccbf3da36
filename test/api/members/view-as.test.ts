// An admin of the operator views the portal as a business sees it: read-only, for half an hour, with every request recorded.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { VIEW_AS_LINK_VALID_MS, VIEW_AS_VALID_MS } from '../../../src/domain/members/member.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { personEmail, personOf, signedInPerson } from '../../support/calls/member-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PATIENCE_MS = 30_000

forOneEngine((engine) => {
  describe('an admin who sees the portal as the business', () => {
    let waybill: Waybill
    let tenant: Tenant
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
    })
    beforeEach(async () => {
      admin = await signedIn(waybill, 'admin')
    })
    after(() => waybill.close())

    const pathOf = ({ business }: Tenant) => `/ops/v1/businesses/${business.id}`
    const codeOf = ({ status, json }: Answer) => [status, json.code]
    const view = async (of: Tenant): Promise<Person> => {
      const { json } = await admin.call('POST', `${pathOf(of)}/view_as`)
      const answer = await waybill.call('POST', '/portal/v1/session', { link: json.url.split('#')[1] })
      return personOf(waybill, of, answer)
    }

    it('reads what an owner reads, for half an hour, and changes nothing', async () => {
      const viewer = await view(tenant)
      const owner = await signedInPerson(waybill, tenant, 'owner')
      const { json } = await viewer.call('GET', '/portal/v1/session')
      assert.deepEqual([json.view_as, json.businesses.length, json.businesses[0].role], [{ staff_name: 'Sample admin' }, 1, 'owner'])
      for (const path of ['/v1/packages', '/v1/invoices', '/v1/webhook_endpoints', '/portal/v1/members', '/portal/v1/api_keys'])
        assert.equal((await viewer.call('GET', path)).status, 200, path)
      for (const [method, path, body] of [
        ['POST', '/v1/parcel-customers', {}],
        ['POST', '/v1/estimates', {}],
        ['POST', '/portal/v1/api_keys', {}],
        ['POST', '/portal/v1/members', { email: personEmail(), name: 'x', role: 'owner' }],
        ['PATCH', '/portal/v1/user', { name: 'x' }],
        ['DELETE', `/portal/v1/members/${owner.memberId}`, undefined],
      ] as const)
        assert.deepEqual(codeOf(await viewer.call(method, path, body)), [403, 'FORBIDDEN'], `${method} ${path}`)
      const other = await waybill.newTenant()
      assert.equal((await viewer.call('GET', '/v1/packages', undefined, { tenant: other })).status, 404)
      waybill.time.advance(VIEW_AS_VALID_MS)
      assert.equal((await viewer.call('GET', '/v1/packages')).status, 401)
    })

    it('signs out, and is out when the account is deactivated or the portal is turned off', async () => {
      const viewer = await view(tenant)
      assert.equal((await viewer.call('DELETE', '/portal/v1/session')).status, 200)
      assert.equal((await viewer.call('GET', '/portal/v1/session')).status, 401)
      const colleague = await signedIn(waybill, 'admin')
      const { json } = await colleague.call('POST', `${pathOf(tenant)}/view_as`)
      const theirs = personOf(waybill, tenant, await waybill.call('POST', '/portal/v1/session', { link: json.url.split('#')[1] }))
      assert.equal((await admin.call('PATCH', `/ops/v1/staff/${colleague.staff.id}`, { status: 'inactive' })).status, 200)
      assert.equal((await theirs.call('GET', '/v1/packages')).status, 401)
      const off = await waybill.newTenant()
      const last = await view(off)
      const unused = (await admin.call('POST', `${pathOf(off)}/view_as`)).json.url.split('#')[1]
      assert.equal((await admin.call('PATCH', pathOf(off), { portal_enabled: false })).json.portal_enabled, false)
      assert.equal((await last.call('GET', '/v1/packages')).status, 404)
      assert.deepEqual(codeOf(await admin.call('POST', `${pathOf(off)}/view_as`)), [422, 'INVALID_TRANSITION'])
      assert.deepEqual(codeOf(await waybill.call('POST', '/portal/v1/session', { link: unused })), [422, 'INVALID_TRANSITION'])
    })

    it('is on record: the link, its use, and every request', async () => {
      const viewer = await view(tenant)
      const trail = await waybill.deps.db.query<{ changes: string }>(
        `select changes from audit_records where object_type = 'sign_in_link' and actor = $1 order by version`,
        [admin.staff.id],
      )
      assert.equal(trail.length, 2)
      assert.match(trail[0]!.changes, new RegExp(tenant.business.id))
      assert.match(trail[1]!.changes, /used_at/)
      const answer = await viewer.call('GET', '/v1/packages')
      const logged = () => tenant.get(`/v1/requests/${answer.headers.get('x-request-id')}`)
      await until('the request is in the log', async () => (await logged()).status === 200, PATIENCE_MS)
      assert.deepEqual([(await logged()).json.actor, (await logged()).json.path], [admin.staff.id, '/v1/packages'])
    })

    it('is out when the account is no longer that of an admin, and the link opens nothing', async () => {
      const colleague = await signedIn(waybill, 'admin')
      const made = () => colleague.call('POST', `${pathOf(tenant)}/view_as`)
      const enter = ({ json }: Answer) => waybill.call('POST', '/portal/v1/session', { link: json.url.split('#')[1] })
      const viewer = personOf(waybill, tenant, await enter(await made()))
      const unused = await made()
      assert.equal((await viewer.call('GET', '/v1/packages')).status, 200)
      assert.equal((await admin.call('PATCH', `/ops/v1/staff/${colleague.staff.id}`, { role: 'support' })).status, 200)
      assert.deepEqual([(await viewer.call('GET', '/v1/packages')).status, (await enter(unused)).status], [401, 401])
    })

    it('opens the link within five minutes, and is an admin', async () => {
      const { json } = await admin.call('POST', `${pathOf(tenant)}/view_as`)
      waybill.time.advance(VIEW_AS_LINK_VALID_MS)
      assert.equal((await waybill.call('POST', '/portal/v1/session', { link: json.url.split('#')[1] })).status, 401)
      const support = await signedIn(waybill, 'support')
      assert.equal((await support.call('POST', `${pathOf(tenant)}/view_as`)).status, 403)
    })
  })
}, postgres)
