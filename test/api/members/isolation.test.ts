// A portal user gets the same /v1 answers as an API key, 404 for records of another business or mode, and 403 if the role forbids the request.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MEMBER_ROLES } from '../../../src/domain/members/member.ts'
import type { PortalRole } from '../../../src/domain/members/roles.ts'
import { mayCall, ROUTES_OF_ROLES } from '../../../src/domain/members/roles.ts'
import type { Mode } from '../../../src/domain/values/scope.ts'
import { personAs } from '../../support/calls/member-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { inTurn } from '../../support/samples/in-turn.ts'
import type { RecordKind } from '../../support/samples/records.ts'
import { RECORD_ROUTES, recordsOf } from '../../support/samples/records.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000
const visible = ({ status, text }: Answer) => [status, text.replace(/"request_id":"\w+"/, '')]

const ROLES: readonly PortalRole[] = [...MEMBER_ROLES, 'viewer']

forEachEngine((engine) => {
  describe('a record in a session', () => {
    let waybill: Waybill
    let [own, other]: Tenant[] = []
    let records: { test: Record<RecordKind, string>; live: Record<RecordKind, string>; theirs: Record<RecordKind, string> }
    before(async () => {
      waybill = await startWaybill(engine)
      own = await waybill.newTenant()
      other = await waybill.newTenant()
      records = {
        test: await recordsOf(waybill, own),
        live: await recordsOf(waybill, own, { key: own.liveKey }),
        theirs: await recordsOf(waybill, other),
      }
    })
    after(() => waybill.close())

    for (const [turn, role] of ROLES.entries())
      it(`is open to the role ${role} as far as the table says, and closed in another mode and business`, async () => {
        const person = await personAs(waybill, own!, role)
        let opened = 0
        for (const [route, kind, body] of inTurn(RECORD_ROUTES, turn, ROLES.length)) {
          const [method, path] = route.split(' ') as [string, string]
          const pattern = path.replace('{id}', ':id')
          const call = async (id: string, { tenant = own!, mode = 'test' }: { tenant?: Tenant; mode?: Mode } = {}): Promise<Answer> => {
            // Advances the clock, so that no rate limit is reached.
            waybill.time.advance(1000)
            return person.call(method, path.replace('{id}', id), body, { tenant, mode })
          }
          const strangers: [string, Answer][] = [
            ['of the other mode', await call(records.live[kind])],
            ['of the other mode, by its own', await call(records.test[kind], { mode: 'live' })],
            ['of another business', await call(records.theirs[kind])],
          ]
          const expected = mayCall(role, method, pattern) ? 404 : 403
          for (const [what, { status }] of strangers) assert.equal(status, expected, `${role} ${route} ${what}`)
          const foreign = await call(records.theirs[kind], { tenant: other! })
          assert.deepEqual([foreign.status, foreign.json.error], [404, 'No such business.'], `${role} ${route} for another business`)
          if (method !== 'GET') continue
          const asKey = await waybill.call(method, path.replace('{id}', records.test[kind]), undefined, { key: own!.testKey })
          const mine = await call(records.test[kind])
          if (expected === 403) assert.equal(mine.status, 403, `${role} ${route}`)
          else assert.deepEqual(visible(mine), visible(asKey), `${role} ${route}`)
          if (mine.status === 200) opened++
        }
        if (role === 'owner' || role === 'viewer') assert.ok(opened > 0)
      })

    it('is in the lists of its own business and mode, which are those of a key', async () => {
      waybill.time.freeze()
      const lists = ROUTES_OF_ROLES.filter((route) => route.startsWith('GET /v1/') && !route.includes(':id')).map((route) => route.slice(4))
      assert.ok(lists.length > 10)
      const shown = { test: '', live: '' }
      for (const role of ['owner', 'viewer'] as const) {
        const person = await personAs(waybill, own!, role)
        // Leaves out answers that differ with each call: the request log, which grows, and PDFs, which contain the time.
        for (const path of lists.filter((each) => each !== '/v1/requests' && !each.endsWith('.pdf')))
          for (const mode of ['test', 'live'] as const) {
            waybill.time.advance(1000)
            const answer = await person.call('GET', path, undefined, { mode })
            const key = mode === 'test' ? own!.testKey : own!.liveKey
            assert.deepEqual(visible(answer), visible(await waybill.call('GET', path, undefined, { key })), `${role} ${mode} ${path}`)
            shown[mode] += answer.text
          }
      }
      for (const [kind, id] of Object.entries(records.test).filter(([kind]) => kind !== 'photo' && kind !== 'request')) {
        const apart = kind as RecordKind
        assert.ok(shown.test.includes(id) && shown.live.includes(records.live[apart]), kind)
        assert.ok(!shown.test.includes(records.live[apart]) && !shown.live.includes(id), `${kind} of the other mode`)
        assert.ok(![shown.test, shown.live].some((text) => text.includes(records.theirs[apart])), `${kind} of another business`)
      }
    })

    it('is unchanged by all of this', async () => {
      const path = `/v1/packages/${records.live.package}`
      const [{ json }, theirs] = [await own!.get(path, { key: own!.liveKey }), await other!.get(`/v1/packages/${records.theirs.package}`)]
      for (const parcel of [json, theirs.json]) assert.deepEqual([parcel.status, parcel.notices], ['booked', []])
      waybill.time.advance(MINUTE_MS)
      assert.equal((await other!.get(`/v1/webhook_endpoints/${records.theirs.endpoint}`)).json.description ?? null, null)
    })
  })
})
