// Lists of invoices of a thousand lines each, and of the events that hold them: nobody else waits until a page is written.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Invoice } from '../../../src/domain/billing/invoice.ts'
import { invoiceEvent } from '../../../src/domain/events/event.ts'
import { beginTrail } from '../../../src/flows/audit/begin-trail.ts'
import { INVOICE_LINES_MAX } from '../../../src/flows/billing/draft-invoice.ts'
import { createBusiness } from '../../../src/flows/businesses/create-business.ts'
import { issueKey } from '../../../src/flows/businesses/issue-key.ts'
import { callerFor } from '../../../src/flows/caller-for.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { recordEvents } from '../../../src/flows/events/record-events.ts'
import * as invoices from '../../../src/store/billing/invoices.ts'
import { systemDeps } from '../../../src/system.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

/** As many as a page has. */
const INVOICES = 25
/** While a page was converted in one go, hardly anybody else was answered for seconds. */
const OTHERS_MIN = 8

const longInvoice = ({ newId, clock }: Deps, index: number): Invoice => {
  const line = {
    kind: 'freight' as const,
    description: 'Air freight (standard) CN to NG, quote Q-7K2M-9XQP-4',
    quantity: 1,
    unitKobo: 12_345_600,
    netKobo: 12_345_600,
    taxPercent: '7.5',
    taxKobo: 925_920,
    quoteId: newId('pq'),
    packageId: newId('pkg'),
    firstDay: null,
    lastDay: null,
  }
  return {
    id: newId('inv'),
    version: 1,
    payerId: null,
    number: `TEST-INV-2026-${String(index).padStart(6, '0')}`,
    paper: {
      seller: { name: 'Sample Freight', lines: [], taxNumber: null, payTo: [] },
      buyer: { id: 'SMP', name: 'Sample Imports', lines: [] },
      lines: Array.from({ length: INVOICE_LINES_MAX }, () => ({ ...line, chargeId: newId('chg') })),
    },
    issuedAt: clock(),
    issueDate: '2026-11-16',
    dueDate: '2026-11-30',
    netKobo: line.netKobo * INVOICE_LINES_MAX,
    taxKobo: line.taxKobo * INVOICE_LINES_MAX,
    totalKobo: (line.netKobo + line.taxKobo) * INVOICE_LINES_MAX,
    paidKobo: 0,
    creditedKobo: 0,
    discardedAt: null,
    createdBy: 'test',
    createdAt: clock(),
  }
}

forOneEngine((engine) => {
  describe(`a page of ${INVOICES} invoices of ${INVOICE_LINES_MAX} lines`, () => {
    let store: FreshDb
    let server: ServerProcess
    let key: string
    before(async () => {
      store = await engine.freshDb()
      const deps: Deps = { ...systemDeps(), db: store.db }
      await beginTrail(deps)
      const { id: businessId } = await createBusiness(deps, byTest(deps), { name: 'Sample Imports', prefix: 'SMP' })
      const scope = { businessId, mode: 'test' } as const
      key = (await deps.db.transaction((tx) => issueKey(deps, tx, byTest(deps), scope))).key
      const caller = await callerFor(deps.db, scope, byTest(deps))
      for (let index = 1; index <= INVOICES; index++)
        await deps.db.transaction(async (tx) => {
          const invoice = longInvoice(deps, index)
          await invoices.insert(tx, caller, invoice)
          await recordEvents(deps, tx, caller, [invoiceEvent('invoice.issued', invoice)])
        })
      server = await startServerProcess(store.env)
    })
    after(async () => {
      await server.kill('SIGTERM')
      await store.drop()
    })

    const get = (path: string): Promise<Response> =>
      fetch(server.url + path, { headers: { 'x-api-key': key, 'accept-encoding': 'identity' } })

    /** What was answered, and how many requests of somebody else were answered before it. */
    const besideOthers = async (path: string): Promise<{ bytes: Uint8Array; others: number }> => {
      let isAnswered = false
      let others = 0
      const neighbour = async (): Promise<void> => {
        for (; !isAnswered; others++) assert.equal((await get('/v1/balance')).status, 200)
      }
      const asked = get(path)
      const neighbours = neighbour()
      const answer = await asked
      isAnswered = true
      await neighbours
      assert.equal(answer.status, 200)
      return { bytes: new Uint8Array(await answer.arrayBuffer()), others }
    }

    for (const path of ['/v1/invoices', '/v1/events'])
      it(`is written while others are answered: ${path}`, async (t) => {
        const { bytes, others } = await besideOthers(`${path}?per_page=${INVOICES}`)
        t.diagnostic(`${others} requests of others were answered meanwhile`)
        assert.ok(others >= OTHERS_MIN, `only ${others} requests of others were answered meanwhile`)
        const listed = JSON.parse(Buffer.from(bytes).toString())
        assert.equal(listed.length, INVOICES)
        assert.equal((listed.at(-1).lines ?? listed.at(-1).data.lines).length, INVOICE_LINES_MAX)
      })
  })
})
