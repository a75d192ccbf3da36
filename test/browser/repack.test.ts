// Repacking in a real browser: three parcels become one, and the repack is undone.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newCustomer } from '../support/calls/package-calls.ts'
import type { Json } from '../support/calls/quote-calls.ts'
import type { Dock } from '../support/calls/receiving-calls.ts'
import { atDock, live } from '../support/calls/receiving-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import type { Tenant } from '../support/server/waybill.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser } from './support/stage.ts'

const received = async (dock: Dock, tenant: Tenant, weights: readonly number[]): Promise<Json[]> => {
  const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
  const parcels: Json[] = []
  for (const weight of weights) parcels.push((await dock.done('/receipts', { customer_id: suffix, transport_mode: 'air', weight })).package)
  return parcels
}

describeInBrowser('repacking', (stage) => {
  it('makes one of three parcels by keyboard, and undoes it', async () => {
    const tenant = await stage.waybill.newTenant()
    const parcels = await received(await atDock(stage.waybill), tenant, [2, 3, 4])
    const shown = async ({ parcel_id: id }: Json): Promise<Json> => (await tenant.get(`/v1/packages/${id}`, live(tenant))).json
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit(`/console/packages?customer_id=${parcels[0]!.customer.parcel_customer_id}`)
    for (const { parcel_number: number } of parcels) await page.getByRole('checkbox', { name: new RegExp(number) }).check()
    await page.getByRole('button', { name: 'Repack', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Repack into one package' })
    await dialog.getByLabel('Weight, kg').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Weight, kg').fill('8.5')
    await page.keyboard.press('Enter')
    const done = page.getByRole('dialog', { name: 'New packages: 1' })
    await done.getByRole('link', { name: 'Print labels' }).waitFor()
    const [{ parcel_id: made, parcel_number: number }] = (await shown(parcels[0]!)).repacked_into
    assert.match((await done.getByRole('link', { name: 'Print labels' }).getAttribute('href')) ?? '', new RegExp(made))
    await done.getByRole('link', { name: number }).click()
    await page.getByRole('heading', { name: number }).waitFor()
    await page.getByText('Made from').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('dialog', { name: 'Undo this repack' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The repack is undone.').waitFor()
    for (const parcel of parcels) assert.partialDeepStrictEqual(await shown(parcel), { status: 'warehouse', repacked_into: null })
  })

  it('splits a parcel once its weights are corrected', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const [parcel] = await received(await atDock(stage.waybill), tenant, [6])
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit(`/console/packages/${parcel!.parcel_id}`)
    await page.getByRole('button', { name: 'Split', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Split ${parcel!.parcel_number}` })
    await dialog.getByLabel('Weight, kg').first().fill('2')
    await dialog.getByRole('button', { name: 'Split' }).click()
    await dialog.getByText('is required: repacked goods are measured anew').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Weight, kg').last().fill('3.8')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New packages: 2' }).getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText(/^Repacked into P/).waitFor()
  })
})
