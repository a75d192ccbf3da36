// Each staff member has a limited number of saved views, even when several are saved at once.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as savedViews from '../../../src/store/staff/saved-views.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const VIEWS_MAX = 100
const AT_ONCE = 10

forEachEngine((engine) => {
  describe('saved views', () => {
    let waybill: Waybill
    let staff: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      staff = await signedIn(waybill, 'support')
    })
    after(() => waybill.close())

    it(`are at most ${VIEWS_MAX}, even when several are saved at once`, async () => {
      const { db, newId, clock } = waybill.deps
      const [{ id: staffId }] = (await db.query<{ id: string }>('select id from staff')) as [{ id: string }]
      await db.transaction(SYSTEM, async (tx) => {
        for (let made = 1; made < VIEWS_MAX; made++)
          await savedViews.save(tx, { id: newId('view'), staffId, page: '/packages', name: `View ${made}`, query: '', createdAt: clock() })
      })
      const save = (name: string) => staff.call('POST', '/ops/v1/saved_views', { page: '/packages', name, query: 'status=warehouse' })
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => save(`At once ${index}`)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: AT_ONCE - 1 }, () => 422)])
      assert.equal((await staff.call('GET', '/ops/v1/saved_views')).json.length, VIEWS_MAX)
      assert.equal((await save('View 1')).status, 201, 'in place of the one before')
    })
  })
})
