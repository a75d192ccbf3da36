// A package and its notices are read in one snapshot.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { bookPackage, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import type { Engine } from '../../support/engine/engines.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Runs `meanwhile` after each read of a package that happens outside a transaction. */
const interrupted = (engine: Engine, meanwhile: () => Promise<unknown>): Engine => ({
  ...engine,
  freshDb: async (migrations) => {
    const store = await engine.freshDb(migrations)
    const query = store.db.query.bind(store.db)
    store.db.query = async <R extends object>(...read: Parameters<typeof query>): Promise<R[]> => {
      const rows = await query<R>(...read)
      if (rows.some((row) => 'hold_instruction' in row)) await meanwhile()
      return rows
    }
    return store
  },
})

describe('a package that is held or released while it is read', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let staff: StaffMember
    let tenant: Tenant
    let meanwhile: (() => Promise<unknown>) | null = null
    before(async () => {
      const once = async (): Promise<void> => {
        const now = meanwhile
        meanwhile = null
        await now?.()
      }
      waybill = await startWaybill(interrupted(engine, once))
      staff = await signedIn(waybill, 'admin')
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const READS: [what: string, read: (id: string) => Promise<Json>][] = [
      ['the list', async () => (await tenant.get('/v1/packages')).json[0]],
      ['the staff’s page', async (id) => (await staff.call('GET', `/ops/v1/packages/${id}`)).json],
      ['the staff’s list', async () => (await staff.call('GET', '/ops/v1/packages?mode=test')).json[0]],
    ]

    for (const [what, read] of READS) {
      it(`shows in ${what} the instruction of its last notice`, async () => {
        const { parcel_id } = await bookPackage(tenant, importAir())
        await sendNotice(tenant, parcel_id, { action: 'hold' })
        meanwhile = () => sendNotice(tenant, parcel_id, { action: 'release' })
        const { hold_instruction, notices } = await read(parcel_id)
        assert.equal(meanwhile, null, 'it was read')
        assert.equal(notices.at(-1).level, hold_instruction === 'hold' ? 'warning' : 'info')
        assert.equal(notices.filter(({ active }: Json) => active).length, 1)
      })
    }
  })
})
