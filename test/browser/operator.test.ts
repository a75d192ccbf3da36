// The operator's settings in a real browser: name and logo, the pages that show them, and printed pages.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import { bookedQuote } from '../support/calls/quote-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { exportAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

/**
 * The printable part of A4 portrait at 96 dpi. A screen of this width hides some columns of tables, but printed pages must show all
 * columns.
 */
const PAPER = { width: 620, height: 900 }

describeInBrowser('the operator', (stage) => {
  it('sets its name and logo, which then appear in the header and on the tracking page', async () => {
    const page = await stage.newPage({ as: 'admin', isSingleUse: true })
    await page.goto('/console/operator')
    await page.getByText('Save a name before you add a logo.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Sample Freight')
    await page.getByLabel('Time zone').fill('Lagos')
    await page.getByLabel('Bank', { exact: true }).fill('Sample Bank')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('is required').first().waitFor()
    assert.equal(await page.getByText('is required').count(), 2, 'half an account')
    await page.getByLabel('Bank', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be a time zone such as Africa/Lagos').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Time zone').fill('Africa/Lagos')
    await page.getByLabel('City').fill('Lagos')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('banner').getByText('Sample Freight').waitFor()

    const buffer = await sharp({ create: { width: 300, height: 90, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a logo' }).click()
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await page.getByRole('img', { name: 'Logo of Sample Freight' }).waitFor()
    await page.getByRole('banner').getByRole('img', { name: 'Sample Freight' }).waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    assert.equal((await stage.waybill.call('GET', '/ops/v1/operator')).status, 401)

    await page.goto('/track')
    await page.getByRole('img', { name: 'Sample Freight' }).waitFor()
    assert.equal(await page.getByText('Sample Freight, Lagos').count(), 1)
    await assertAccessible(page)
    await fitsPhone(page)
    // A client opens the tracking page with the code from its booking.
    const { tracking_code: code, parcel_details: booked } = await bookedQuote(await stage.waybill.newTenant(), exportAir())
    await page.goto(`/track/${code}`)
    await page.getByRole('heading', { name: `Parcel ${booked.parcels[0].parcel_number}` }).waitFor()
    await page.getByRole('textbox', { name: 'Parcel number' }).fill(code)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Parcel ${booked.parcels[0].parcel_number}` }).waitFor()
  })

  it('sees on the overview why live invoices wait, until its details are complete, and that live prices are samples', IN_SOAK, async () => {
    const page = await stage.newPage({ as: 'admin', isSingleUse: true })
    await page.goto('/console/operator')
    for (const [label, text] of [
      ['Name', 'Sample Freight'],
      ['Time zone', 'Africa/Lagos'],
      ['Street', '12 Sample Close'],
      ['City', 'Lagos'],
      ['Country', 'NG'],
      ['Tax number', '1-2'],
    ])
      await page.getByLabel(label!, { exact: true }).fill(text!)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.visit('/console/?mode=live')
    await page.getByText('until the operator has set: bank account, or that there is none.').waitFor()
    await page.getByText('These sample cards still price live quotes').waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.visit('/console/operator')
    await page.getByRole('checkbox', { name: 'We have no bank account' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.visit('/console/cards?mode=live')
    await page.getByText('These sample cards still price live quotes').waitFor()
    await page.visit('/console/invoices')
    await page
      .getByRole('button', { name: 'Take payment' })
      .or(page.getByRole('link', { name: 'Take payment' }))
      .waitFor()
    assert.equal(await page.getByText('No invoices are issued').count(), 0)
  })

  it('prints pages without the navigation, with all columns, black on white', async () => {
    const page = await stage.newPage({ as: 'admin', isSingleUse: true })
    await page.goto('/console/staff')
    await page.getByRole('row').nth(1).waitFor()
    await page.setViewportSize(PAPER)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('columnheader', { name: 'Email' }).waitFor({ state: 'hidden' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const name of ['Name', 'Email', 'Role', 'Status', 'Since']) await page.getByRole('columnheader', { name, exact: true }).waitFor()
    await page.getByRole('banner').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Invite a colleague' }).waitFor({ state: 'hidden' })
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)
    assert.equal(await styleOf('#content', 'padding'), '0px')
    assert.equal(await styleOf('td', 'color'), 'rgb(0, 0, 0)')
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= PAPER.width)
  })
})
