// The page of sites in a real browser: an admin creates, changes and closes a site.

import { it } from 'node:test'
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

  it('are read by the warehouse, which cannot change them', async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit('/console/sites')
    await page.getByText('MAIN · Main warehouse').waitFor()
    if ((await page.getByRole('button', { name: 'New site' }).count()) > 0) throw new Error('the warehouse may create sites')
  })
})
