// Files are imported in the background. Good rows are imported once, even after an interruption, and bad rows are reported.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { workTasks } from '../../../src/flows/tasks/work-tasks.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('an import in the background', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    it('takes good rows once, names bad ones, and goes on in the next turn', async () => {
      const tenant = await waybill.newTenant()
      const rows: string[] = []
      for (let index = 0; index < 60; index++) {
        const { address_suffix: suffix } = await newCustomer(tenant, { ...pickup, first_name: 'Payer', last_name: `${index}` })
        rows.push(`${suffix},${100 + index}.00,2026-10-31`)
      }
      rows[3] = 'NOBODY1,5.00,2026-10-31'
      rows[57] = rows[0]!
      const csv = `customer_id,amount,as_of\n${rows.join('\n')}\n`
      const desk = await atDesk(waybill)
      const asked = { business_id: tenant.business.id, mode: 'test', csv }
      const first = await desk.post('/imports/opening_balances', asked)
      const again = await desk.post('/imports/opening_balances', asked)
      assert.deepEqual([first.status, again.status, first.json.task_id], [202, 200, again.json.task_id])
      const { task_id: id } = first.json
      let ms = 0
      const inShortTurns: Deps = { ...waybill.deps, monotonic: () => (ms += 600) }
      await workTasks(inShortTurns)
      const halfway = (await desk.get(`/tasks/${id}`)).task
      assert.deepEqual([halfway.state, halfway.done, halfway.position, halfway.failed], ['running', 49, 50, 1])
      await workTasks(waybill.deps)
      const { task, failures } = await desk.get(`/tasks/${id}`)
      assert.deepEqual([task.state, task.done, task.position, task.failed, task.total], ['done', 58, 60, 2, 60])
      assert.deepEqual(
        failures.map(({ row, name }: Json) => [row, name]),
        [
          [5, 'customer_id'],
          [59, 'customer_id'],
        ],
      )
      const bad = await desk.call('GET', `/ops/v1/tasks/${id}/bad_rows.csv`)
      assert.match(bad.text, /customer_id,amount,as_of,mistakes\nNOBODY1,5\.00,2026-10-31,customer_id is no customer/)
      const owing = (await desk.get(`/aged_debt?mode=test&business=${tenant.business.id}`)).debts
      assert.equal(owing.length, 58)
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      // A second import of the same file fails in every row, because each payer already has an opening balance.
      const { task_id: second } = await desk.done('/imports/opening_balances', asked)
      await workTasks(waybill.deps)
      assert.deepEqual([(await desk.get(`/tasks/${second}`)).task.done, (await desk.get(`/tasks/${second}`)).task.failed], [0, 60])
    })

    it('leaves out a row that a rule refuses, and takes the others', async () => {
      const tenant = await waybill.newTenant()
      const suffixes: string[] = []
      for (let index = 0; index < 3; index++)
        suffixes.push((await newCustomer(tenant, { ...pickup, first_name: 'Payer', last_name: `${index}` })).address_suffix)
      const desk = await atDesk(waybill)
      await desk.call('PUT', '/ops/v1/book_closing', { closed_until: '2026-09-30' })
      const days = ['2026-10-31', '2026-09-30', '2026-10-31']
      const csv = `customer_id,amount,as_of\n${suffixes.map((suffix, index) => `${suffix},10,${days[index]}`).join('\n')}\n`
      const { task_id: id } = await desk.done('/imports/opening_balances', { business_id: tenant.business.id, mode: 'test', csv })
      await workTasks(waybill.deps)
      const { task, failures } = await desk.get(`/tasks/${id}`)
      assert.deepEqual([task.state, task.done, failures.map(({ row }: Json) => row)], ['done', 2, [3]])
    })

    it('refuses a file without rows or with a wrong column, and is for those who may do it', async () => {
      const tenant = await waybill.newTenant()
      const dock = await signedIn(waybill, 'warehouse')
      const send = (csv: string) =>
        dock.call('POST', '/ops/v1/imports/announcements', { business_id: tenant.business.id, mode: 'test', csv })
      const empty = await send('customer_id,courier_numbers\n')
      assert.deepEqual([empty.status, empty.json.errors], [422, ['csv has no rows']])
      const unknown = await send('customer_id,amount\nA,B\n')
      assert.equal(unknown.status, 422)
      assert.match(unknown.text, /courier_numbers is missing/)
      const { address_suffix: suffix } = await newCustomer(tenant, pickup)
      const good = await send(`customer_id,courier_numbers,transport_mode\n${suffix},YT1234567890123,air\n`)
      assert.equal(good.status, 202, good.text)
      await workTasks(waybill.deps)
      assert.equal((await dock.call('GET', `/ops/v1/tasks/${good.json.task_id}`)).json.task.done, 1)
      const cashier = await signedIn(waybill, 'cashier')
      assert.equal((await cashier.call('POST', '/ops/v1/imports/announcements', {})).status, 403)
    })
  })
}, postgres)
