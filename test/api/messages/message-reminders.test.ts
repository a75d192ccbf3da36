// Reminders that a daily check sends: free storage days that end soon, and overdue invoices. Also the notice that an admin set a new password.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { draftInvoice } from '../../../src/flows/billing/draft-invoice.ts'
import { issueInvoice } from '../../../src/flows/billing/issue-invoice.ts'
import { takePayment } from '../../../src/flows/billing/take-payment.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { remindStorage } from '../../../src/flows/storage/remind-storage.ts'
import { bookPackage } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { bookedQuote } from '../../support/calls/quote-calls.ts'
import type { OpsCaller } from '../../support/calls/staff-calls.ts'
import { newStaff, opsCaller } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_SECONDS = 86_400
const MORNING = Date.parse('2027-03-01T09:00:00Z')
const PURPOSES = ['free_days_end', 'invoice_overdue']
const DESK = { name: 'Desk', channel: 'email', address: 'desk@example.com', language: 'en', purposes: PURPOSES }

describe('a reminder by message', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let admin: OpsCaller
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(MORNING)
      admin = await opsCaller(waybill, 'admin')
    })
    after(() => waybill.close())
    beforeEach(async () => {
      tenant = await waybill.newTenant()
    })

    const configure = async (more: object): Promise<Json> => {
      const settings = { customers: [], contacts: [DESK], channel: null, language: 'en', ...more }
      const answer = await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, settings)
      return answer.json
    }
    const jump = (count: number): Promise<unknown> => tenant.post('/v1/test_clock', { advance_seconds: count * DAY_SECONDS })
    /** Lets `count` days pass, one at a time. Returns the purposes of each day's messages. */
    const days = async (count: number): Promise<string[][]> => {
      const told: string[][] = []
      let known = (await listed()).length
      for (let day = 0; day < count; day++) {
        await jump(1)
        await remindStorage(waybill.deps)
        const all = await listed()
        told.push(all.slice(0, all.length - known).map(({ purpose }) => purpose))
        known = all.length
      }
      return told
    }
    const listed = async (): Promise<Json[]> => (await tenant.get('/v1/messages')).json
    const invoice = async (): Promise<{ pay: () => Promise<unknown>; id: string }> => {
      const { deps } = waybill
      await bookedQuote(tenant, exportAir())
      const caller = await callerFor(deps.db, { businessId: tenant.business.id, mode: 'test' }, byTest(deps))
      const { invoice: draft } = await draftInvoice(deps, caller, null, {})
      const { totalKobo, id } = await issueInvoice(deps, caller, draft.id)
      const paid = {
        payerId: null,
        method: 'cash',
        amountKobo: totalKobo,
        reference: null,
        note: null,
        invoiceIds: null,
        mayExceed: false,
      } as const
      return { id, pay: () => takePayment(deps, caller, paid) }
    }

    it('tells of the last free day as many days before as the business has set, once, and again on that day', async () => {
      assert.equal((await configure({ free_days_notice: 2 })).free_days_notice, 2)
      const { parcel_id } = await bookPackage(tenant, importAir())
      await tenant.post(`/v1/test_helpers/packages/${parcel_id}/receive`)
      await jump(2)
      assert.deepEqual(await days(4), [[], ['free_days_end'], [], ['free_days_end']])
      const [onTheDay, before] = await waybill.deps.db.query<{ facts: string }>(
        'select facts from messages where package_id = $1 order by id desc',
        [parcel_id],
      )
      assert.deepEqual([JSON.parse(before!.facts).days, JSON.parse(onTheDay!.facts).days], [2, 0])
      assert.equal(JSON.parse(before!.facts).date, '2027-03-07')
    })

    it('is sent on the last free day only, unless the business has set more', async () => {
      assert.equal((await configure({})).free_days_notice, 0)
      const { parcel_id } = await bookPackage(tenant, importAir())
      await tenant.post(`/v1/test_helpers/packages/${parcel_id}/receive`)
      await jump(2)
      assert.deepEqual(await days(4), [[], [], [], ['free_days_end']])
      const refused = await admin.call('PUT', `/ops/v1/businesses/${tenant.business.id}/message_settings`, {
        customers: [],
        contacts: [],
        language: 'en',
        free_days_notice: 31,
      })
      assert.equal(refused.status, 422)
    })

    it('tells of an invoice the day after it was due, once, and is withdrawn by its payment', async () => {
      await configure({})
      const { id, pay } = await invoice()
      const { due_date } = (await tenant.get(`/v1/invoices/${id}`)).json
      const until = (Date.parse(due_date) - Date.parse('2027-03-01')) / 1000 / DAY_SECONDS
      await jump(until - 1)
      assert.deepEqual(await days(4), [[], ['invoice_overdue'], [], []])
      await pay()
      const [message] = await listed()
      assert.deepEqual([message!.invoice_id, message!.status], [id, 'withdrawn'])
    })

    it('tells a colleague that an admin set a new password', async () => {
      const mail = createProvider('email')
      waybill.deps.channels = { email: mail.channel }
      const staff = await newStaff(waybill, 'support')
      const change = async (body: object) => assert.equal((await admin.call('PATCH', `/ops/v1/staff/${staff.id}`, body)).status, 200)
      await change({ name: 'Sample Support' })
      await change({ password: 'quiet-harbour-lantern-42' })
      const rows = await waybill.deps.db.query<{ purpose: string }>('select purpose from messages where address = $1', [staff.email])
      assert.deepEqual(
        rows.map(({ purpose }) => purpose),
        ['password_reset'],
      )
    })
  })
})
