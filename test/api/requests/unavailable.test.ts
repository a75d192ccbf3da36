// If the store fails during a request, the answer never says wrongly that nothing was changed.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Db, Query, Tx } from '../../../src/platform/engine/db.ts'
import { StoreUnavailable } from '../../../src/platform/engine/db.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import type { Engine } from '../../support/engine/engines.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/**
 * `before`: the store fails before a statement that begins with this text. `after`: the store fails after the commit of a transaction in
 * which a statement begins with this text.
 */
type Fault = { before?: string; after?: string }

const faulty = (engine: Engine) => {
  let fault: Fault = {}
  let isDown = false
  const requireUp = (): void => {
    if (isDown) throw new StoreUnavailable('for a test')
  }
  const wrapped = (db: Db): Db => ({
    ...db,
    query: async (sql, params) => {
      requireUp()
      return db.query(sql, params)
    },
    transaction: async (by, fn, options) => {
      requireUp()
      let isMeant = false
      const reach = (sql: string): void => {
        if (fault.before !== undefined && sql.startsWith(fault.before)) isDown = true
        if (fault.after !== undefined && sql.startsWith(fault.after)) isMeant = true
        requireUp()
      }
      const result = await db.transaction(
        by,
        (tx) => {
          const query: Query['query'] = async (sql, params) => {
            reach(sql)
            return tx.query(sql, params)
          }
          const execute: Query['execute'] = async (sql, params) => {
            reach(sql)
            return tx.execute(sql, params)
          }
          const write: Tx['write'] = async (sql, params, subject) => {
            reach(sql)
            return tx.write(sql, params, subject)
          }
          return fn({ ...tx, query, execute, write })
        },
        options,
      )
      if (isMeant) isDown = true
      return result
    },
  })
  return {
    engine: {
      name: engine.name,
      freshDb: async (migrations) => {
        const store = await engine.freshDb(migrations)
        return { ...store, db: wrapped(store.db) }
      },
    } satisfies Engine,
    fail: (next: Fault): void => {
      fault = next
    },
    mend: (): void => {
      fault = {}
      isDown = false
    },
  }
}

forEachEngine((engine) => {
  describe('a store that fails', () => {
    const store = faulty(engine)
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(store.engine)
      desk = await atDesk(waybill)
      tenant = await waybill.newTenant()
      await desk.done('/price_list', { code: 'X1', name: 'Extra', kind: 'other', amount: '100' })
    })
    afterEach(() => store.mend())
    after(() => waybill.close())

    const assertAnswered = ({ status, json, text }: Answer, code: string): void => assert.deepEqual([status, json.code], [503, code], text)
    const issue = async (fault: Fault): Promise<Answer> => {
      await desk.done('/charges', { business: tenant.business.id, mode: 'test', code: 'X1' })
      const { invoice } = await desk.done('/invoices', { business: tenant.business.id, mode: 'test' })
      store.fail(fault)
      return desk.post(`/invoices/${invoice.invoice_id}/issue`)
    }

    it('before any write has changed nothing', async () => {
      assertAnswered(await issue({ before: 'update invoices' }), 'UNAVAILABLE')
      store.mend()
      const headers = { 'idempotency-key': `unavailable-${engine.name}` }
      store.fail({ before: 'select' })
      assertAnswered(
        await tenant.post('/v1/inbound_parcels', { inbound_parcel: { customer_id: 'X', courier_numbers: ['YT1234567890'] } }, { headers }),
        'UNAVAILABLE',
      )
    })

    it('after a write, while the answer is read, leaves the outcome unknown', async () => {
      assertAnswered(await issue({ after: 'update invoices' }), 'OUTCOME_UNKNOWN')
    })

    it('between two writes of one request leaves the outcome unknown', async () => {
      const csv = 'Date,Amount,Reference\n2026-11-01,100.00,FT-1\n2026-11-02,200.00,FT-2\n'
      const mapping = {
        date: 'Date',
        amount: 'Amount',
        reference: 'Reference',
        description: 'Reference',
        date_format: 'YYYY-MM-DD',
        decimal: 'point',
      }
      const lines = [2, 3].map((row) => ({ row, business: tenant.business.id }))
      store.fail({ after: 'insert into bank_lines' })
      assertAnswered(await desk.post('/bank_statements/import', { mode: 'test', csv, mapping, lines }), 'OUTCOME_UNKNOWN')
      store.mend()
      const { results } = await desk.done('/bank_statements/import', { mode: 'test', csv, mapping, lines })
      assert.deepEqual(
        results.map(({ outcome }: { outcome: string }) => outcome),
        ['imported_before', 'taken'],
      )
    })
  })
})
