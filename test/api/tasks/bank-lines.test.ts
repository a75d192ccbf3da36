// The lines of a bank statement are imported in the background. Each line is imported once, even after an interruption. Refused lines are reported.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { workTasks } from '../../../src/flows/tasks/work-tasks.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MAPPING = {
  date: 'Date',
  amount: null,
  credit: 'Credit',
  reference: 'Reference',
  description: 'Narration',
  date_format: 'DD/MM/YYYY',
  decimal: 'point',
}

forEachEngine((engine) => {
  describe('lines of a bank statement in the background', () => {
    let waybill: Waybill
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
    })
    after(async () => {
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
      await waybill.close()
    })

    const statement = async (name: string, count: number) => {
      const { business, get } = await waybill.newTenant({ name })
      const body = Array.from({ length: count }, (_, index) => `16/11/2026,TRF,${name} ${index} ${engine.name},${index + 1}.00`)
      const csv = `Date,Narration,Reference,Credit\n${body.join('\n')}\n`
      const lines = body.map((_, index) => ({ row: index + 2, business: business.id }))
      return { business, get, asked: { mode: 'test', csv, mapping: MAPPING, lines } }
    }
    const paid = async (get: (path: string) => Promise<{ json: Json[] }>): Promise<number> =>
      (await get('/v1/payments?per_page=100')).json.length
    const ofTask = (id: string) => desk.get(`/tasks/${id}`)

    it('are taken once each, go on in the next turn, and name what was refused', async () => {
      const { business, get, asked } = await statement('Many', 60)
      const reference = `Many 3 ${engine.name}`
      await desk.done('/payments', { mode: 'test', business: business.id, method: 'transfer', amount: '4', reference })
      asked.lines.push({ row: 999, business: business.id })
      const first = await desk.post('/imports/bank_lines', asked)
      const again = await desk.post('/imports/bank_lines', asked)
      assert.deepEqual([first.status, again.status, again.json.task_id], [202, 200, first.json.task_id])
      const { task_id: id } = first.json
      let ms = 0
      const inShortTurns: Deps = { ...waybill.deps, monotonic: () => (ms += 600) }
      await workTasks(inShortTurns)
      const halfway = (await ofTask(id)).task
      assert.deepEqual([halfway.state, halfway.done, halfway.position, halfway.failed], ['running', 24, 25, 1])
      assert.equal(await paid(get), 25)
      await workTasks(waybill.deps)
      const { task, failures } = await ofTask(id)
      assert.deepEqual([task.state, task.done, task.position, task.failed, task.total], ['done', 59, 61, 2, 61])
      assert.deepEqual([task.kind, task.business_id], ['bank_lines', null])
      assert.deepEqual(
        failures.map(({ row }: Json) => row),
        [5, 999],
      )
      assert.match(failures[0].message, /already has the reference/)
      assert.match(failures[1].message, /no readable payment/)
      const refused = (await desk.call('GET', `/ops/v1/tasks/${id}/bad_rows.csv`)).text
      assert.match(refused, new RegExp(`date,amount,reference,description,mistakes\\r?\\n2026-11-16,4.00,${reference},TRF,`))
      // The file of refused lines can be uploaded again. A second import of the original lines imports nothing.
      assert.equal((await desk.done('/bank_statements/preview', { mode: 'test', csv: refused })).lines[0].reference, reference)
      const { task_id: second } = await desk.done('/imports/bank_lines', asked)
      await workTasks(waybill.deps)
      assert.deepEqual([(await ofTask(second)).task.done, (await ofTask(second)).task.failed], [0, 2])
      assert.equal(await paid(get), 60)
    })

    it('count once when the same lines are imported in the background and at once', async () => {
      const { get, asked } = await statement('Both', 30)
      await desk.done('/imports/bank_lines', asked)
      await Promise.all([workTasks(waybill.deps), desk.done('/bank_statements/import', asked), workTasks(waybill.deps)])
      await workTasks(waybill.deps)
      assert.equal(await paid(get), 30)
    })

    it('are for those who may import them, and are checked before they start', async () => {
      const { asked } = await statement('Whose', 1)
      const cashier = await signedIn(waybill, 'cashier')
      assert.equal((await cashier.call('POST', '/ops/v1/imports/bank_lines', asked)).status, 403)
      const [line] = asked.lines
      assert.equal((await desk.post('/imports/bank_lines', { ...asked, lines: [{ ...line, invoices: ['INV-2026-999999'] }] })).status, 404)
      const { task_id: id } = await desk.done('/imports/bank_lines', asked)
      assert.equal((await cashier.call('GET', `/ops/v1/tasks/${id}`)).status, 404)
      await workTasks(waybill.deps)
      assert.equal((await ofTask(id)).task.state, 'done')
    })
  })
})
