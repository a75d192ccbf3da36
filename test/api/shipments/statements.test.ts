// The number of SQL statements in a step of a shipment does not depend on the number of packages.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Deps } from '../../../src/flows/deps.ts'
import { attachPackages } from '../../../src/flows/shipments/attach-packages.ts'
import { deliverShipment } from '../../../src/flows/shipments/deliver-shipment.ts'
import { arriveShipment, createShipment, departShipment } from '../../../src/flows/shipments/shipment-steps.ts'
import { storedPackages } from '../../support/calls/shipment-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { countingStatements } from '../../support/engine/told-statements.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const DAY_MS = 24 * 60 * 60 * 1000

forEachEngine((engine) => {
  let waybill: Waybill
  let tenant: Tenant
  before(async () => {
    waybill = await startWaybill(engine)
    tenant = await waybill.newTenant()
  })
  after(() => waybill.close())

  describe('statements of a shipment', () => {
    type Steps = Record<'attach' | 'depart' | 'arrive' | 'deliver', number>

    /**
     * Counts the SQL statements of each step for `count` packages. The packages have been stored for 30 days, so that storage is charged.
     */
    const statementsFor = async (count: number): Promise<Steps> => {
      const packages = Array.from({ length: count }, () => ({ weight: 2.5, length: 60, width: 50, height: 40 }))
      const stored = await storedPackages(tenant, count, { packages })
      waybill.time.advance(30 * DAY_MS)
      const { db, statements } = countingStatements(waybill.deps.db)
      const deps: Deps = { ...waybill.deps, db }
      const author = byTest(deps)
      const { id } = await createShipment(deps, author, { mode: 'test', transportMode: 'air', details: {} })
      const counted = async (step: () => Promise<unknown>): Promise<number> => {
        const earlier = statements()
        await step()
        return statements() - earlier
      }
      const pointers = stored.map(({ parcel_number: code }) => ({ code }))
      return {
        attach: await counted(() => attachPackages(deps, author, id, pointers)),
        depart: await counted(() => departShipment(deps, author, id)),
        arrive: await counted(() => arriveShipment(deps, author, id)),
        deliver: await counted(() => deliverShipment(deps, author, id)),
      }
    }

    it('are as many for twelve packages as for three, with a storage charge for each', async () => {
      const few = await statementsFor(3)
      const charges = async () => (await waybill.deps.db.query(`select id from charges where kind = 'storage'`)).length
      assert.equal(await charges(), 3)
      assert.deepEqual(await statementsFor(12), few)
      assert.equal(await charges(), 15)
    })
  })
})
