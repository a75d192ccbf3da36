// Long statements are streamed as JSON and CSV in little memory, and drawn as PDF up to a limit.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as ledger from '../../../src/store/billing/ledger.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LINES = process.env.SOAK ? 10_000 : 1_100
const AT_ONCE = 500
const MIB = 1024 * 1024

forOneEngine((engine) => {
  describe(`a statement of ${LINES} lines`, () => {
    let waybill: Waybill
    let tenant: Tenant
    let desk: Desk
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      desk = await atDesk(waybill)
      const { deps } = waybill
      const scope = { businessId: tenant.business.id, mode: 'test', ...byTest(deps) } as const
      for (let made = 0; made < LINES; made += AT_ONCE) {
        const entries = Array.from({ length: Math.min(AT_ONCE, LINES - made) }, () => ({
          id: deps.newId('led'),
          payerId: null,
          sourceType: 'charge' as const,
          sourceId: deps.newId('chg'),
          position: 0,
          debit: 'receivable' as const,
          credit: 'revenue:other' as const,
          amountKobo: 125,
          occurredAt: deps.clock(),
          recordedAt: deps.clock(),
        }))
        await deps.db.transaction(SYSTEM, (tx) => ledger.append(tx, scope, entries))
      }
    })
    after(() => waybill.close())

    /** Reads the stream to its end. `mib` is the peak growth of the process's memory, in MiB. */
    const stream = async (path: string): Promise<{ text: string; mib: number }> => {
      globalThis.gc?.()
      const before = process.memoryUsage().rss
      let most = before
      const response = await fetch(waybill.url + path, { headers: { 'x-api-key': tenant.testKey } })
      assert.equal(response.status, 200)
      const chunks: Uint8Array[] = []
      for await (const chunk of response.body!) {
        chunks.push(chunk)
        most = Math.max(most, process.memoryUsage().rss)
      }
      return { text: Buffer.concat(chunks).toString(), mib: Math.round((most - before) / MIB) }
    }
    const total = ((LINES * 125) / 100).toFixed(2)

    it('is complete as JSON and as CSV, for the business and for staff', async (t) => {
      const json = await stream('/v1/statements')
      const { lines, opening_balance, closing_balance } = JSON.parse(json.text)
      assert.deepEqual([lines.length, opening_balance, closing_balance], [LINES, '0.00', total])
      assert.deepEqual([lines[0].balance, lines.at(-1).balance], ['1.25', total])
      const csv = await stream('/v1/statements.csv')
      assert.equal(csv.text.trimEnd().split('\n').length, LINES + 2, 'a header and the opening balance')
      assert.equal((await desk.get(`/businesses/${tenant.business.id}/statement?mode=test`)).lines.length, LINES)
      t.diagnostic(`JSON of ${Math.round(json.text.length / 1024)} KiB took ${json.mib} MiB more, CSV ${csv.mib} MiB`)
    })

    it('is drawn as PDF', async (t) => {
      const { text, mib } = await stream('/v1/statements.pdf')
      assert.ok(text.startsWith('%PDF-'))
      t.diagnostic(`PDF of ${Math.round(text.length / 1024)} KiB took ${mib} MiB more`)
      assert.ok((await desk.text(`/businesses/${tenant.business.id}/statement.pdf?mode=test`)).startsWith('%PDF-'))
    })
  })
})
