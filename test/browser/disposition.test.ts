// The disposition of a cancelled package that is still in the warehouse, in a real browser: recorded, shown and undone.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import { cancelPackage } from '../support/calls/package-calls.ts'
import { receivedPackages } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('a disposition', (stage) => {
  it('is recorded with courier, reason and photo, shown with them, and undone', async () => {
    const tenant = await stage.waybill.newTenant()
    const [parcel] = await receivedPackages(tenant, await signedIn(stage.waybill, 'warehouse'), 1)
    const page = await stage.newPage({ as: 'warehouse' })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.goto(`/console/packages/${parcel!.parcel_id}?mode=test`)
    await page.getByRole('button', { name: 'Hold', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'What became of it' }).count(), 0)
    await cancelPackage(tenant, parcel!.parcel_id)
    await page.getByText(/^In the warehouse, cancelled since/).waitFor()

    // The overview counts the package, and links to the list of packages that wait for a decision.
    await page.goto(`/console/?mode=test&business=${tenant.business.id}`)
    await page.getByRole('link', { name: 'Cancelled, still here 1' }).click()
    await page.waitForURL(/packages\?awaiting_disposition=true/)
    const link = page.getByRole('link', { name: parcel!.parcel_number })
    await link.waitFor()
    await assertAccessible(page)
    await link.click()
    await press('What became of it')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'What happened' }).click()
    await page.getByRole('option', { name: 'Returned to the supplier' }).click()
    await dialog.getByLabel('Courier', { exact: true }).fill('SF Express')
    await dialog.getByLabel('Reason').fill('The customer refused the goods')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await dialog.getByText(/is required for a package that is returned/).waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Courier number').fill('SF1234567890123')
    const chosen = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Add photo' }).click()
    const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    await (await chosen).setFiles({ name: 'parcel.png', mimeType: 'image/png', buffer })
    await dialog.getByRole('img', { name: 'Photo', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Record' }).click()
    await page.getByText(`${parcel!.parcel_number}: recorded what became of it.`).waitFor()
    await page.getByText(/^Returned to the supplier on/).waitFor()
    await page.getByText('SF1234567890123', { exact: true }).waitFor()
    await page.getByText('What became of it was recorded; its storage ends.').waitFor()
    await page.getByRole('link', { name: /^Photo/ }).waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)

    await press('Undo')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/^In the warehouse, cancelled since/).waitFor()
    await press('Charge storage until today')
    await page.getByRole('dialog').getByRole('button', { name: 'Charge storage until today' }).click()
    await page.getByText(`The storage of ${parcel!.parcel_number} is charged until today.`).waitFor()
  })
})
