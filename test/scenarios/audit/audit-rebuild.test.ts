// Rebuilds quotes, packages and customers from their audit records after random actions, and compares them with the stored rows. SOAK=1 runs longer.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { applied } from '../../../src/domain/audit/audit.ts'
import { sealAudit } from '../../../src/flows/audit/seal-audit.ts'
import type { Columns } from '../../../src/platform/engine/rows.ts'
import { listRecords } from '../../../src/store/audit/audit-trail.ts'
import * as customers from '../../../src/store/customers/customers.ts'
import * as packages from '../../../src/store/packages/packages.ts'
import * as quotes from '../../../src/store/quotes/quotes.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { cancelPackage, sendNotice, tryStep } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const IS_SOAK = process.env.SOAK === '1'
const STORIES = IS_SOAK ? 200 : 4
const ACTIONS_MAX = IS_SOAK ? 60 : 15
const TRAIL_MAX = 1_000

const ACTIONS = [
  'quote',
  'customer',
  'read',
  'book',
  'cancel',
  'hold',
  'release',
  'receive',
  'depart',
  'deliver',
  'drop',
  'later',
  'seal',
] as const
type Action = { do: (typeof ACTIONS)[number]; pick: number }

const story = fc.array(fc.record({ do: fc.constantFrom(...ACTIONS), pick: fc.nat(100) }), { minLength: 5, maxLength: ACTIONS_MAX })

describe('the audit trail', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    before(async () => {
      waybill = await startWaybill(engine)
    })
    after(() => waybill.close())

    const rebuilt = async (id: string): Promise<{ version: number; columns: Columns }> => {
      const records = (await listRecords(waybill.deps.db, { objectId: id }, { number: 1, size: TRAIL_MAX })).toSorted(
        (a, b) => a.version - b.version,
      )
      const columns = records.reduce<Readonly<Record<string, unknown>>>((state, { changes }) => applied(state, JSON.parse(changes)), {})
      return { version: records.at(-1)!.version, columns: columns as Columns }
    }

    /** Adds the null columns of the row, because audit records leave them out. */
    const filled = (row: object, columns: Columns): Columns => ({
      ...Object.fromEntries(Object.keys(row).map((name) => [name, null])),
      ...columns,
    })

    const assertRebuilt = async (tenant: Tenant): Promise<void> => {
      const scope = { businessId: tenant.business.id, mode: 'test' } as const
      const { db } = waybill.deps
      for (const [table, store] of Object.entries({ quotes, packages, customers })) {
        const rows = await db.query<{ id: string; updated_at: number | null }>(`select * from ${table} where business_id = $1`, [
          tenant.business.id,
        ])
        for (const row of rows) {
          const { version, columns } = await rebuilt(row.id)
          assert.deepEqual(
            store.fromColumns({ ...filled(row, { ...columns, updated_at: row.updated_at }), id: row.id, version }),
            await store.load(db, scope, row.id),
          )
        }
      }
    }

    const act = async (tenant: Tenant, { do: what, pick }: Action): Promise<void> => {
      const at = (items: Json[]): Json => items[pick % items.length]
      const pending: Json[] = (await tenant.get('/v1/parcel_quotes?status=pending')).json
      const listed: Json[] = (await tenant.get('/v1/packages')).json
      if (what === 'quote') await tenant.post('/v1/parcel_quotes', { parcel: [exportAir, importAir, importOcean][pick % 3]!() })
      else if (what === 'customer')
        await tenant.post('/v1/parcel-customers', { parcel_customer: pick % 2 === 0 ? {} : { address_suffix: `S${pick}` } })
      else if (what === 'later') await tenant.post('/v1/test_clock', { advance_seconds: 4_000 })
      else if (what === 'seal') await sealAudit(waybill.deps)
      else if (['read', 'book', 'cancel'].includes(what)) {
        if (pending.length === 0) return
        const { parcel_quote_id: id } = at(pending)
        if (what === 'cancel') await tenant.post(`/v1/parcel_quotes/${id}/cancel`)
        const { rates = [] } = (await tenant.get(`/v1/parcel_quotes/${id}`)).json
        if (what === 'book') await tenant.post(`/v1/packages/${id}/create_shipment`, rates.length > 0 ? { rate_id: at(rates).id } : {})
      } else if (listed.length > 0) {
        const { parcel_id: id } = at(listed)
        if (what === 'hold' || what === 'release') await sendNotice(tenant, id, { action: what })
        else if (what === 'drop') await cancelPackage(tenant, id)
        else await tryStep(tenant, id, what as 'receive', what === 'receive' ? { weight: 1 + pick } : undefined)
      }
    }

    it('rebuilds quotes, packages and customers as they are stored, after random actions', async () => {
      await fc.assert(
        fc.asyncProperty(story, async (actions) => {
          const tenant = await waybill.newTenant()
          for (const action of [{ do: 'quote', pick: 1 } as Action, { do: 'book', pick: 0 } as Action, ...actions])
            await act(tenant, action)
          await assertRebuilt(tenant)
        }),
        { numRuns: STORIES },
      )
      await assertAuditTrailValid(waybill)
    })
  })
})
