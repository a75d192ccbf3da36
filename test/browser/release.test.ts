// The release-when-paid rule in a real browser: agreed in the terms of a business, shown before a departure, and overridden by an admin.

import { it } from 'node:test'
import { attachAll, newShipment, storedPackages } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser } from './support/stage.ts'

describeInBrowser('release when paid', (stage) => {
  it('is agreed in the terms, stops a shipment and shows what is owed, and is overridden with a reason', async () => {
    const tenant = await stage.waybill.newTenant()
    const [parcel] = await storedPackages(tenant, 1)
    const number: string = parcel!.parcel_number
    const dock = await signedIn(stage.waybill, 'warehouse')
    const shipment = await newShipment(dock)
    await attachAll(dock, shipment, [parcel!])

    const page = await stage.newPage({ as: 'admin' })
    await page.visit(`/console/businesses/${tenant.business.id}`)
    await page.getByRole('button', { name: 'Change terms' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Must be paid').selectOption('Before departure')
    await dialog.getByLabel('Credit limit, NGN').fill('1,5')
    await assertAccessible(page)
    page.faults.allow(/422/)
    await dialog.getByRole('button', { name: 'Change terms' }).click()
    await dialog.getByText('has a decimal comma').waitFor()
    await dialog.getByLabel('Credit limit, NGN').fill('1.5')
    await dialog.getByRole('button', { name: 'Change terms' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('cell', { name: /Before departure, credit up to/ }).waitFor()

    await page.visit(`/console/shipments/${shipment.shipment_id}?mode=test`)
    await page.getByText('Must be paid before departure: 1').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Mark as departed', exact: true }).click()
    await dialog.getByRole('button', { name: 'Mark as departed' }).click()
    await page
      .getByRole('alert')
      .getByText(/owes ₦[\d,.]+: not invoiced: Air freight/)
      .waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'Take payment' }).waitFor()
    await page.getByRole('button', { name: `Release unpaid: ${number}` }).click()
    await dialog.getByLabel('Reason').fill('Pays on collection')
    await dialog.getByRole('button', { name: 'Release unpaid' }).click()
    await page.getByText('Must be paid before departure: 1').waitFor({ state: 'hidden' })
    await page.getByRole('status').getByText('Nothing is blocking it any more. It can depart.').waitFor()
    await page.getByRole('button', { name: 'Mark as departed', exact: true }).click()
    await dialog.getByRole('button', { name: 'Mark as departed' }).click()
    await page.getByText('Departed', { exact: true }).first().waitFor()

    await page.visit(`/console/packages/${parcel!.parcel_id}`)
    await page.getByText(/^Released unpaid by .*: Pays on collection$/).waitFor()
    await page.getByText(/ unpaid$/).waitFor()
    await assertAccessible(page)
  })
})
