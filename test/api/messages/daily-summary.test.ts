// Staff who choose the daily summary get one email per day of the operator's time zone. It lists yesterday's events and the open tasks.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { queueSummaries } from '../../../src/flows/staff/daily-summary.ts'
import { sendNotice } from '../../support/calls/package-calls.ts'
import { atDock, book, live } from '../../support/calls/receiving-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { opsCaller, signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const HOUR_MS = 3_600_000
/** Noon in Lagos. */
const NOON = Date.parse('2027-03-01T11:00:00Z')

describe('the daily summary', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let mail: ReturnType<typeof createProvider>
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(NOON)
      mail = createProvider('email')
      waybill.deps.channels = { email: mail.channel }
    })
    after(() => waybill.close())

    const choose = async (person: StaffMember, is_wanted: boolean) => {
      const answer = await person.call('PUT', '/ops/v1/daily_summary', { is_wanted })
      assert.deepEqual([answer.status, answer.json], [200, { is_wanted, is_possible: true }])
    }
    /** Advances the clock, queues the summaries twice at the same time, as two servers would, and sends the messages that are due. */
    const pass = async (ms: number): Promise<void> => {
      waybill.time.advance(ms)
      await Promise.all([queueSummaries(waybill.deps), queueSummaries(waybill.deps)])
      await sendDueMessages(waybill.deps, { baseUrl: 'https://waybill.example' })
    }

    const deactivate = async ({ staff }: StaffMember): Promise<void> => {
      const admin = await opsCaller(waybill, 'admin')
      const answer = await admin.call('PATCH', `/ops/v1/staff/${staff.id}`, { status: 'inactive' })
      assert.equal(answer.status, 200, answer.text)
    }

    it('goes once a day to those who want it, and says what is unpaid to those who see money', async () => {
      const admin = await opsCaller(waybill, 'admin')
      await admin.call('PUT', '/ops/v1/operator', { name: 'Sample Forwarders', address: {}, time_zone: 'Africa/Lagos' })
      const [boss, packer, other] = [
        await signedIn(waybill, 'admin'),
        await signedIn(waybill, 'warehouse'),
        await signedIn(waybill, 'support'),
      ]
      for (const person of [boss, packer, other]) await choose(person, true)
      await choose(other, false)
      const tenant = await waybill.newTenant()
      const dock = await atDock(waybill)
      const { ids } = await book(tenant, importAir({ packages: [{ weight: 1 }, { weight: 1 }] }), live(tenant))
      for (const id of ids) await dock.done('/receipts', { package_id: id, weight: 1 })
      await sendNotice(tenant, ids[0]!, { action: 'hold' }, live(tenant))
      await pass(0)
      assert.equal(mail.got.length, 0, 'none on the day of the choice')
      await pass(18 * HOUR_MS)
      assert.equal(mail.got.length, 0, 'none before seven in the morning')
      await pass(HOUR_MS)
      const lines = (to: StaffMember): string[] => mail.got.find((each) => each.to === to.staff.email)!.text.split('\n')
      assert.equal(mail.got.length, 2)
      assert.equal(mail.got[0]!.subject, 'Sample Forwarders on 1 March 2027')
      for (const line of ['Arrived in the warehouse: 2', 'Departed: 0', 'On hold now: 1', 'Invoices overdue: 0'])
        assert.ok(lines(boss).includes(line), lines(boss).join('\n'))
      assert.ok(!lines(packer).some((line) => line.startsWith('Invoices')), 'the warehouse sees no money')
      await pass(HOUR_MS)
      assert.equal(mail.got.length, 2, 'once a day')
      await deactivate(packer)
      await pass(24 * HOUR_MS)
      assert.deepEqual(
        mail.got.slice(2).map(({ to }) => to),
        [boss.staff.email],
      )
    })
  }, postgres)
})
