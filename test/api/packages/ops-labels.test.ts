// Each piece has its own warehouse label, numbered “n of m”. The labels of several parcels can be in one file.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { book } from '../../support/calls/receiving-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('warehouse labels', () => {
    let waybill: Waybill
    let staff: StaffMember
    let tenant: Tenant
    let [three, one]: [string, string] = ['', '']
    before(async () => {
      waybill = await startWaybill(engine)
      staff = await signedIn(waybill, 'warehouse')
      tenant = await waybill.newTenant()
      three = (await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 3, volume: 1 }] }))).ids[0]!
      one = (await book(tenant, importAir())).ids[0]!
    })
    after(() => waybill.close())

    const pagesAt = async (path: string): Promise<number | undefined> => {
      const { status, text } = await staff.call('GET', `/ops/v1/packages/${path}`)
      return status === 200 ? text.match(/\/Type \/Page\b/g)?.length : undefined
    }

    it('are one for each piece, all together or a part of them', async () => {
      assert.equal(await pagesAt(`${three}/label.pdf`), 3)
      assert.equal(await pagesAt(`${three}/label.pdf?from=2`), 2)
      assert.equal(await pagesAt(`${three}/label.pdf?from=2&to=2`), 1)
      assert.equal(await pagesAt(`${one}/label.pdf`), 1)
      assert.equal((await staff.call('GET', `/ops/v1/packages/${three}/label.png?piece=3`)).status, 200)
    })

    it('are one file for several parcels', async () => assert.equal(await pagesAt(`labels.pdf?ids=${three},${one}`), 4))

    it('are refused together if they are more than 100', async () => {
      const [parcel] = (await book(tenant, importOcean({ packages: [{ container_size: 'LCL', quantity: 101, volume: 1 }] }))).ids
      assert.equal(await pagesAt(`labels.pdf?ids=${parcel}`), undefined)
      assert.equal(await pagesAt(`${parcel}/label.pdf?from=2`), 100)
    })

    it('are refused for a piece that does not exist', async () => {
      for (const path of [
        `${three}/label.pdf?to=4`,
        `${three}/label.pdf?from=3&to=2`,
        `${three}/label.png?piece=4`,
        `${three}/label.pdf?from=0`,
      ])
        assert.equal((await staff.call('GET', `/ops/v1/packages/${path}`)).status, 422, path)
      assert.equal((await staff.call('GET', `/ops/v1/packages/labels.pdf?ids=${one},pkg_nothing`)).status, 404)
    })
  })
})
