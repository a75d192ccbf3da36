// Announced parcels, and prices of parcels without a booking, in a real browser.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { workTasks } from '../../src/flows/tasks/work-tasks.ts'
import { newCustomer } from '../support/calls/package-calls.ts'
import type { Json } from '../support/calls/quote-calls.ts'
import { live } from '../support/calls/receiving-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import type { Tenant } from '../support/server/waybill.ts'
import { assertAccessible } from './support/axe.ts'
import { atField, SCAN_BOX, scan, WEIGHT } from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

const NUMBER = 'YT8812345678901'

const announce = async (tenant: Tenant, customerId: string, number: string, more: object = {}): Promise<Json> => {
  const body = { inbound_parcel: { customer_id: customerId, courier_numbers: [number], transport_mode: 'air', ...more } }
  const answer = await tenant.post('/v1/inbound_parcels', body, live(tenant))
  assert.equal(answer.status, 201, answer.text)
  return answer.json
}

describeInBrowser('announced parcels', (stage) => {
  it('lead from a courier number to a priced parcel by keyboard', async () => {
    const tenant = await stage.waybill.newTenant()
    const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
    const inbound = await announce(tenant, suffix, NUMBER, { items: [{ description: 'Phone cases', quantity: 20, has_battery: true }] })
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit('/console/receive')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    await atField(page, SCAN_BOX)
    await scan(page, 'yt 8812-3456-78901')
    await atField(page, WEIGHT)
    await page.getByText('20 × Phone cases, battery').waitFor()
    await page.keyboard.type('2.5')
    await page.getByTestId('own-price').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('would be stored for free').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^Received P/).waitFor()
    const { json } = await tenant.get(`/v1/inbound_parcels/${inbound.inbound_parcel_id}`, live(tenant))
    assert.equal(json.status, 'received')
    const parcel = (await tenant.get(`/v1/packages/${json.packages[0].parcel_id}`, live(tenant))).json
    assert.ok(parcel.parcel_quote_id)
  })

  it('are proposed for a damaged label that was queued before the announcement', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
    const page = await stage.newPage({ as: 'warehouse' })
    await page.visit('/console/receive')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    await atField(page, SCAN_BOX)
    await scan(page, 'JT5012345678901')
    await page.getByRole('option', { name: 'Receive as unidentified' }).click()
    await atField(page, WEIGHT)
    await scan(page, '3')
    await page.getByText('Received as unidentified: JT5012345678901.').waitFor()
    await atField(page, SCAN_BOX)
    await scan(page, 'jt 5012-3456-78901')
    await page.getByRole('option', { name: 'Receive as unidentified' }).click()
    await atField(page, WEIGHT)
    await scan(page, '3')
    await page
      .getByText(/^Courier number is on a parcel that was received as unidentified at \d+ \w+ \d{4}, \d\d:\d\d and can be assigned\.$/)
      .waitFor()
    await page.getByRole('link', { name: 'Open the unidentified parcel' }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await announce(tenant, suffix, 'JT5012345678901')
    await page.visit('/console/unidentified')
    await page.getByRole('link', { name: /JT5012345678901/ }).click()
    await page.getByText('Its courier number was announced:').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: `Assign to ${suffix}` }).click()
    await page.getByText(`Assigned to ${suffix}.`).waitFor()
  })

  it('are imported from a file: good rows are announced, bad ones come back to be mended, and who leaves finds how far it is', async () => {
    const tenant = await stage.waybill.newTenant()
    const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
    const page = await stage.newPage({ as: 'warehouse' })
    // Uses `goto`, because a reused page may have loaded its list of businesses before the new business was created.
    await page.goto('/console/inbound')
    await page.getByRole('link', { name: 'Import' }).click()
    await page.getByRole('combobox', { name: 'For the customers of' }).fill(tenant.business.prefix)
    await page.getByRole('option', { name: new RegExp(`^${tenant.business.prefix} `) }).click()
    const choose = async (csv: string): Promise<void> => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose a file' }).click()
      await (await chooser).setFiles({ name: 'announced.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await page.getByText('announced.csv').waitFor()
    }
    const saved = async (name: string, role: 'button' | 'link' = 'button'): Promise<string> => {
      const download = page.waitForEvent('download')
      await page.getByRole(role, { name }).click()
      return readFile(await (await download).path(), 'utf8')
    }
    const importIt = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Import the good rows' }).click()
      await page.getByText('You can leave this page: the server goes on.').waitFor()
      await workTasks(stage.waybill.deps)
    }
    page.faults.allow(/422/)

    await choose((await saved('Download a template')).replace('SMP1001', suffix))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('1 row without mistakes. Nothing is announced yet.').waitFor()
    await importIt()
    await page.getByText('1 parcel announced.').waitFor()

    await choose(
      `customer_id,courier_numbers,description,quantity\n${suffix},ZT990011223344,Shoes,2\n${suffix},ZT990011223355,Shoes,none\n`,
    )
    await importIt()
    await page.getByText('1 parcel announced.').waitFor()
    await page.getByText('1 row has mistakes.').waitFor()
    await page.getByRole('cell', { name: 'must be a whole number from 1 to 10000' }).waitFor()
    await assertAccessible(page)
    const bad = await saved('Download the rows to mend', 'link')
    const said = 'quantity must be a whole number from 1 to 10000'
    assert.equal(bad, `\uFEFFcustomer_id,courier_numbers,description,quantity,mistakes\n${suffix},ZT990011223355,Shoes,none,${said}\n`)
    await choose(bad.replace(',none,', ',3,'))
    await importIt()
    await page.getByText('1 parcel announced.').waitFor()

    const rows = Array.from({ length: 350 }, (_, index) => `${suffix},ZT8800000${String(index).padStart(4, '0')}\n`)
    await choose(`customer_id,courier_numbers\n${rows.join('')}`)
    await page.getByRole('button', { name: 'Import the good rows' }).click()
    await page.getByText('0 of 350 done').waitFor()
    // This clock advances by 400 ms each time it is read, so the worker's turn ends after 100 of 350 rows.
    let ms = 0
    await workTasks({ ...stage.waybill.deps, monotonic: () => (ms += 400) })
    await page.getByText('100 of 350 done').waitFor()
    await page.getByRole('link', { name: 'See all background work' }).click()
    await page.getByRole('link', { name: 'Import of announcements' }).first().click()
    await page.getByText('100 of 350 done').waitFor()
    await workTasks(stage.waybill.deps)
    await page.getByText('350 parcels announced.').waitFor()
  })

  it('are announced one by one in a form', async () => {
    const tenant = await stage.waybill.newTenant()
    const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/inbound')
    await page.getByRole('button', { name: 'Announce a parcel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Business' }).fill(tenant.business.prefix)
    await page.getByRole('option', { name: new RegExp(`^${tenant.business.prefix} `) }).click()
    await dialog.getByRole('combobox', { name: 'Customer' }).fill(suffix)
    await page.getByRole('option', { name: new RegExp(`^${suffix} `) }).click()
    await dialog.getByLabel('Courier numbers').fill('SF-77')
    await dialog.getByLabel('Contents').fill('Phone cases')
    page.faults.allow(/422/)
    await dialog.getByRole('button', { name: 'Announce' }).click()
    await dialog.getByText('is not a courier number: 6 to 64 letters and digits').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Courier numbers').fill('SF7700112233445')
    await dialog.getByText('With battery').click()
    await dialog.getByRole('button', { name: 'Announce' }).click()
    await page.getByText('1 parcel announced.').waitFor()
    await page.getByRole('cell', { name: 'SF7700112233445' }).waitFor()
    const [announced] = (await tenant.get('/v1/inbound_parcels', live(tenant))).json
    assert.partialDeepStrictEqual(announced.items, [{ description: 'Phone cases', quantity: 1, has_battery: true }])

    await page.getByRole('button', { name: 'Announce a parcel' }).click()
    await dialog.getByRole('combobox', { name: 'Business' }).fill(tenant.business.prefix)
    await page.getByRole('option', { name: new RegExp(`^${tenant.business.prefix} `) }).click()
    await dialog.getByLabel(`A parcel of the business itself (${tenant.business.prefix})`).check()
    assert.equal(await dialog.getByRole('combobox', { name: 'Customer' }).count(), 0)
    await dialog.getByLabel('Courier numbers').fill('SF7700112233446')
    await dialog.getByRole('button', { name: 'Announce' }).click()
    await page.getByRole('cell', { name: 'SF7700112233446' }).waitFor()
    const [own] = (await tenant.get('/v1/inbound_parcels', live(tenant))).json
    assert.deepEqual([own.courier_numbers, own.parcel_customer_id], [['SF7700112233446'], null])
    const account = await stage.waybill.newTenant({ parcelCustomerAccount: true })
    await page.getByRole('button', { name: 'Announce a parcel' }).click()
    await dialog.getByRole('combobox', { name: 'Business' }).fill(account.business.prefix)
    await page.getByRole('option', { name: new RegExp(`^${account.business.prefix} `) }).click()
    await dialog.getByRole('combobox', { name: 'Customer' }).waitFor()
    assert.equal(await dialog.getByRole('checkbox', { name: /of the business itself/ }).count(), 0)
  })

  it('and parcels without a price wait in a queue until staff add the missing data', async () => {
    const tenant = await stage.waybill.newTenant()
    const { address_suffix: suffix } = await newCustomer(tenant, {}, live(tenant))
    const page = await stage.newPage({ as: 'admin' })
    await page.visit('/console/receive')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    await atField(page, SCAN_BOX)
    await scan(page, suffix)
    await atField(page, WEIGHT)
    await scan(page, '3')
    await page.getByText('would be stored for free').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^Received P/).waitFor()
    const [parcel]: Json[] = (await tenant.get('/v1/packages', live(tenant))).json
    await page.visit('/console/unpriced')
    await page.getByRole('link', { name: parcel!.parcel_number }).click()
    await page.getByText('Missing: Transport mode').waitFor()
    await page.getByRole('button', { name: 'Allow without a price' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('radiogroup', { name: 'Transport mode' }).getByText('Air').click()
    await page.getByRole('button', { name: 'Save and price' }).click()
    await page.getByText(new RegExp(`${parcel!.parcel_number} is priced at`)).waitFor()
    const { json } = await tenant.get(`/v1/packages/${parcel!.parcel_id}`, live(tenant))
    assert.ok(json.parcel_quote_id)
  })
})
