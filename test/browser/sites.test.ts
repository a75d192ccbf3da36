// The sites page in a real browser: an admin creates, changes and closes a site.

import { it } from 'node:test'
import { IN_SOAK } from '../support/in-soak.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

describeInBrowser('the sites', (stage) => {
  it('are created with an address in two languages, changed, closed and opened again', async () => {
    const page = await stage.newPage({ as: 'admin', isSingleUse: true })
    await page.visit('/console/sites')
    await page.getByText('MAIN · Main warehouse').waitFor()
    await page.getByRole('button', { name: 'New site' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code', { exact: true }).fill('can')
    await dialog.getByLabel('Name').fill('Guangzhou warehouse')
    await dialog.getByLabel('Country').fill('China')
    await dialog.getByLabel('Time zone').fill('Asia/Shanghai')
    await dialog.getByLabel('Phone').fill('+86 20 5555 0100')
    await dialog.getByLabel('What it does').selectOption('takes_in')
    const english = dialog.getByRole('group', { name: 'Address in English' })
    await english.getByLabel('Street').fill('88 Huangshi West Road')
    const local = dialog.getByRole('group', { name: 'Address in the local language' })
    await local.getByLabel('Street').fill('黄石西路88号')
    await local.getByLabel('City').fill('广州市')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('is required').first().waitFor()
    await english.getByLabel('City').fill('Guangzhou')
    await local.getByLabel('Language').fill('zh')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Site CAN is created.').waitFor()
    await page.getByText('88 Huangshi West Road, Guangzhou, China').waitFor()
    await assertAccessible(page)
    await fitsPhone(page)

    const row = page.getByRole('row', { name: /CAN/ })
    await row.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Baiyun warehouse')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('CAN · Baiyun warehouse').waitFor()
    await row.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText('Site CAN is closed.').waitFor()
    await row.getByRole('button', { name: 'Open again' }).click()
    await page.getByText('Site CAN is open again.').waitFor()
  })

  it('have addresses for suppliers on the page of a customer, to copy and to scan', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const { json } = await tenant.post('/v1/parcel-customers', { parcel_customer: { address_suffix: '4242' } })
    const page = await stage.newPage({ as: 'warehouse', isSingleUse: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.visit(`/console/customers/${json.data.parcel_customer_id}`)
    const card = page.getByRole('region', { name: 'Baiyun warehouse' })
    await card.getByText('88 Huangshi West Road').waitFor()
    await card.getByText('中文').click()
    await card.getByText('广州市黄石西路88号').waitFor()
    await card.getByRole('img', { name: 'QR code of the address' }).waitFor()
    await assertAccessible(page)
    await card.getByRole('button', { name: 'Copy the address' }).click()
    await card.getByRole('button', { name: 'Copied' }).waitFor()
    await fitsPhone(page)
    await page.visit(`/console/businesses/${tenant.business.id}`)
    await page.getByRole('region', { name: 'Baiyun warehouse' }).getByText(`(${tenant.business.prefix})`).waitFor()
  })

  it('are read by the warehouse, which cannot change them', async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit('/console/sites')
    await page.getByText('MAIN · Main warehouse').waitFor()
    if ((await page.getByRole('button', { name: 'New site' }).count()) > 0) throw new Error('the warehouse may create sites')
  })
})
