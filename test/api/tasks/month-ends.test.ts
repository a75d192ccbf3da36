// A month end can be previewed, but started only once. Each invoice is issued once, even if the server stops in the middle. Progress is shown.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCharges } from '../../../src/flows/billing/charges/add-charges.ts'
import { setTaxRate } from '../../../src/flows/billing/charges/set-prices.ts'
import { issueDue } from '../../../src/flows/billing/issue-due.ts'
import { issueDueWatched } from '../../../src/flows/billing/month-end/month-end.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { callerFor, withBusiness } from '../../../src/flows/deps.ts'
import { workTasks } from '../../../src/flows/tasks/work-tasks.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine, postgres } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MID_MARCH = Date.UTC(2027, 2, 15, 9)
const APRIL = Date.UTC(2027, 3, 1, 9)

forOneEngine((engine) => {
  describe('a month end', () => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
      const { deps } = waybill
      await setTaxRate(deps, byTest(deps), { kind: 'other', direction: null, percent: '7.5', from: null })
    })
    after(() => waybill.close())

    /** Creates a charge for each payer: the customer with the given id, or the business itself if the id is null. */
    const owe = async ({ business }: Tenant, payers: readonly (string | null)[], kobo = 10_000): Promise<void> => {
      const { deps } = waybill
      const caller = await callerFor(deps.db, { businessId: business.id, mode: 'test' }, byTest(deps))
      const charges = payers.map(
        (customerId) => ({ kind: 'other', description: 'Handling', unitKobo: kobo, direction: null, customerId }) as const,
      )
      await deps.db.transaction(SYSTEM, async (tx) => addCharges(deps, tx, await withBusiness(tx, caller), charges))
    }
    const tenantWith = async (invoicing: string, more: object = {}): Promise<Tenant> => {
      const tenant = await waybill.newTenant()
      await (await atDesk(waybill)).done(`/businesses/${tenant.business.id}/terms`, { invoicing, ...more })
      return tenant
    }
    const customersOf = async (tenant: Tenant, count: number): Promise<string[]> => {
      const made: string[] = []
      for (let index = 0; index < count; index++)
        made.push((await newCustomer(tenant, { ...pickup, first_name: 'Payer', last_name: `${index}` })).parcel_customer_id)
      return made
    }

    /** How many invoices were issued, and how many different numbers they have. */
    const numbersOf = async ({ business }: Tenant): Promise<number[]> => {
      const issued = await waybill.deps.db.query<{ number: string }>(
        'select number from invoices where business_id = $1 and number is not null',
        [business.id],
      )
      return [issued.length, new Set(issued.map(({ number }) => number)).size]
    }

    it('is previewed by payer with net, tax and total; what waits is named with its reason', async () => {
      waybill.time.freeze(MID_MARCH)
      const [monthly, manual] = [await tenantWith('monthly', { bill_to: 'customer' }), await tenantWith('manual')]
      const [ada] = await customersOf(monthly, 1)
      await owe(monthly, [ada!, ada!])
      await owe(manual, [null])
      waybill.time.freeze(APRIL)
      await owe(monthly, [ada!], 50_000)
      const desk = await atDesk(waybill)
      const drafted = await tenantWith('monthly')
      await owe(drafted, [null])
      await desk.done('/invoices', { mode: 'test', business: drafted.business.id })
      const of = (preview: Json, { business }: Tenant, list: 'due' | 'waiting'): Json[] =>
        preview[list]
          .filter((row: Json) => row.business_id === business.id)
          .map(({ parcel_customer_id, customer_name, invoices, reason, charges, net, tax, total }: Json) =>
            list === 'due'
              ? [parcel_customer_id, customer_name, invoices, charges, net, tax, total]
              : [parcel_customer_id, reason, charges, net, tax, total],
          )
      const preview = await desk.get('/month_ends/preview?mode=test')
      assert.deepEqual(of(preview, monthly, 'due'), [[ada, 'Payer 0', 1, 2, '200.00', '15.00', '215.00']])
      assert.deepEqual(of(preview, monthly, 'waiting'), [[ada, 'period', 1, '500.00', '37.50', '537.50']])
      assert.deepEqual(of(preview, manual, 'due'), [])
      assert.deepEqual(of(preview, manual, 'waiting'), [[null, 'manual', 1, '100.00', '7.50', '107.50']])
      assert.deepEqual(of(preview, drafted, 'waiting'), [[null, 'draft', 1, '100.00', '7.50', '107.50']])
      const whole = await desk.get('/month_ends/preview?mode=test&with_manual=true')
      assert.deepEqual(of(whole, manual, 'due'), [[null, null, 1, 1, '100.00', '7.50', '107.50']])
      assert.equal(whole.due_total.total, '322.50')

      const started = await desk.done('/month_ends', { mode: 'test', with_manual: true })
      assert.deepEqual([started.state, started.done, started.total], ['running', 0, 2])
      await workTasks(waybill.deps)
      const { task } = await desk.get(`/tasks/${started.task_id}`)
      assert.deepEqual([task.state, task.done, task.total, task.failed], ['done', 2, 2, 0])
      const issued: Json[] = await desk.get('/invoices?mode=test&status=issued')
      assert.deepEqual(issued.map(({ total }) => total).toSorted(), ['107.50', '215.00'], 'as previewed')
      const { due } = await desk.get('/month_ends/preview?mode=test&with_manual=true')
      assert.deepEqual(due, [])
    })

    it('starts once: the same start joins, another is refused, and each paper is issued once', async () => {
      waybill.time.freeze(MID_MARCH)
      const tenant = await tenantWith('package')
      await owe(
        tenant,
        Array.from({ length: 120 }, () => null),
      )
      const desk = await atDesk(waybill)
      const both = await Promise.all([desk.post('/month_ends', { mode: 'test' }), desk.post('/month_ends', { mode: 'test' })])
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 202])
      assert.equal(both[0]!.json.task_id, both[1]!.json.task_id)
      const other = await desk.post('/month_ends', { mode: 'test', with_manual: true })
      assert.deepEqual([other.status, other.json.code], [422, 'INVALID_TRANSITION'])
      await Promise.all([workTasks(waybill.deps), workTasks(waybill.deps), issueDue(waybill.deps)])
      await workTasks(waybill.deps)
      const { task } = await desk.get(`/tasks/${both[0]!.json.task_id}`)
      assert.equal(task.state, 'done')
      assert.deepEqual(await numbersOf(tenant), [120, 120])
      assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
    })

    it('goes on in the next turn from where it was, also after a server that died holding it', async () => {
      waybill.time.freeze(MID_MARCH)
      const tenant = await tenantWith('package')
      await owe(
        tenant,
        Array.from({ length: 130 }, () => null),
      )
      const desk = await atDesk(waybill)
      const { task_id: id, total } = await desk.done('/month_ends', { mode: 'test', business: tenant.business.id })
      assert.equal(total, 130)
      const progress = async (): Promise<Json> => (await desk.get(`/tasks/${id}`)).task
      // This clock advances by 400 ms at each reading. The turn of the worker therefore ends after one slice of 50 invoices.
      let ms = 0
      const inShortTurns: Deps = { ...waybill.deps, monotonic: () => (ms += 400) }
      await workTasks(inShortTurns)
      assert.deepEqual([(await progress()).state, (await progress()).done], ['running', 50])
      // Simulates a server that died: its lease on the task has not expired yet.
      await waybill.deps.db.execute('update tasks set lease_until = $2, version = version + 1 where id = $1', [
        id,
        waybill.deps.queueClock() + 30_000,
      ])
      await workTasks(waybill.deps)
      assert.equal((await progress()).done, 50, 'another server has it')
      waybill.time.advance(30_001)
      await workTasks(waybill.deps)
      assert.deepEqual([(await progress()).state, (await progress()).done, (await progress()).total], ['done', 130, 130])
      const listed: Json[] = await desk.get('/tasks?mode=test')
      assert.equal(listed[0]!.task_id, id)
      assert.deepEqual(await numbersOf(tenant), [130, 130])
    })

    it('names a business that fails, and issues the others', async () => {
      waybill.time.freeze(MID_MARCH)
      const [broken, whole] = [await tenantWith('monthly'), await tenantWith('monthly')]
      for (const tenant of [broken, whole]) await owe(tenant, [null])
      await waybill.deps.db.execute(`update businesses set time_zone = 'Nowhere' where id = $1`, [broken.business.id])
      waybill.time.freeze(APRIL)
      const desk = await atDesk(waybill)
      const preview = await desk.get(`/month_ends/preview?mode=test&business=${broken.business.id}`)
      assert.deepEqual(
        preview.waiting.map(({ reason }: Json) => reason),
        ['failed'],
      )
      const { task_id: id } = await desk.done('/month_ends', { mode: 'test' })
      await workTasks(waybill.deps)
      const { task, failures } = await desk.get(`/tasks/${id}`)
      assert.deepEqual([task.state, task.failed], ['done', 1])
      assert.deepEqual(
        failures.map(({ name, message }: Json) => [name, message]),
        [[broken.business.name, 'Not issued; the log of the server says why.']],
      )
      assert.equal((await whole.get('/v1/invoices')).json.length, 1)
      await waybill.deps.db.execute(`update businesses set time_zone = 'Africa/Lagos' where id = $1`, [broken.business.id])
    })

    it('stops after several failures and says why; resumed, it goes on', async () => {
      waybill.time.freeze(MID_MARCH)
      const tenant = await tenantWith('package')
      await owe(tenant, [null])
      const desk = await atDesk(waybill)
      const { task_id: id } = await desk.done('/month_ends', { mode: 'test', business: tenant.business.id })
      const { deps } = waybill
      const noReads: Deps = {
        ...deps,
        report: () => {},
        db: {
          ...deps.db,
          query: (sql, params) =>
            sql.includes('distinct business_id') ? Promise.reject(new Error('disk gone')) : deps.db.query(sql, params),
        },
      }
      for (let tried = 0; tried < 5; tried++) {
        await workTasks(noReads)
        waybill.time.advance(2_001)
      }
      const later = await atDesk(waybill)
      const { task } = await later.get(`/tasks/${id}`)
      assert.deepEqual([task.state, task.failure], ['stopped', 'An unexpected error; the log of the server says more.'])
      const fresh = await later.done(`/tasks/${id}/resume`)
      assert.deepEqual([fresh.state, fresh.failure], ['running', null])
      assert.equal((await later.post(`/tasks/${id}/resume`)).status, 422)
      await workTasks(deps)
      assert.equal((await later.get(`/tasks/${id}`)).task.done, 1)
    })

    it('is started by the server when many invoices of one business are due', async () => {
      waybill.time.freeze(MID_MARCH)
      const tenant = await tenantWith('package')
      await owe(
        tenant,
        Array.from({ length: 51 }, () => null),
      )
      await issueDueWatched(waybill.deps)
      const desk = await atDesk(waybill)
      const [task] = await desk.get('/tasks?mode=test&state=running')
      assert.deepEqual([task.kind, task.total, task.started_by, task.started_by_name], ['month_end', 51, 'billing', null])
      await workTasks(waybill.deps)
      assert.equal((await desk.get(`/tasks/${task.task_id}`)).task.done, 51)
    })

    it('is not started in live mode without a seller, and only accountants and admins see it', async () => {
      const bare = await startWaybill(engine)
      const admin = await signedIn(bare, 'admin')
      const refused = await admin.call('POST', '/ops/v1/month_ends', {})
      assert.equal(refused.status, 422)
      assert.match(refused.text, /Nothing is issued in live mode until the operator has set/)
      const preview = await admin.call('GET', '/ops/v1/month_ends/preview')
      assert.deepEqual(preview.json.due, [])
      await bare.close()
      const clerk = await signedIn(waybill, 'warehouse')
      assert.equal((await clerk.call('GET', '/ops/v1/month_ends/preview?mode=test')).status, 403)
      assert.deepEqual((await clerk.call('GET', '/ops/v1/tasks?mode=test')).json, [])
      const [any] = await (await atDesk(waybill)).get('/tasks?mode=test')
      assert.equal((await clerk.call('GET', `/ops/v1/tasks/${any.task_id}`)).status, 404)
    })
  })
}, postgres)
