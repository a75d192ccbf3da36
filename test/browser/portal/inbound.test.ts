// A business announces parcels in the portal: many from a file with mistakes, and one by form.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newCustomer } from '../../support/calls/package-calls.ts'
import type { Tenant } from '../../support/server/waybill.ts'
import { assertAccessible } from '../support/axe.ts'
import type { PortalPage } from '../support/portal-stage.ts'
import { describeInPortal } from '../support/portal-stage.ts'

const ROWS = 200
const HEADER = 'customer_id,courier_numbers,description,quantity,transport_mode'
/** For each row number of the spreadsheet, a function that puts a mistake into that row. */
const MISTAKES: Readonly<Record<number, (cells: string[]) => void>> = {
  3: (cells) => cells.splice(3, 1, 'many'),
  40: (cells) => cells.splice(4, 1, 'train'),
  77: (cells) => cells.splice(0, 1, 'NOBODY9'),
  120: (cells) => cells.splice(1, 1, ''),
  201: (cells) => cells.splice(3, 1, '0'),
}

const fileFor = (suffix: string): string => {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const cells = [suffix, `PT77${String(at).padStart(8, '0')}`, 'Shoes', '2', 'air']
    MISTAKES[at + 2]?.(cells)
    return cells.join(',')
  })
  return [HEADER, ...rows, ''].join('\n')
}

/** Simulates dropping a file on the page with the mouse. */
const drop = async (page: PortalPage, csv: string): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(csv)}], 'parcels.csv', { type: 'text/csv' }))
    return data
  })()`)
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer })
}

const announced = async (tenant: Tenant): Promise<number> => {
  let count = 0
  for (let page = 1; ; page++) {
    const { json } = await tenant.get(`/v1/inbound_parcels?per_page=100&page=${page}`)
    if (json.length === 0) return count
    count += json.length
  }
}

describeInPortal('announcing parcels', (stage) => {
  it('takes 200 rows of a file with five mistakes: the good ones at once, the others after a correction on the page', async () => {
    const { tenant, page } = await stage.person('clerk')
    const { address_suffix: suffix } = await newCustomer(tenant)
    await page.open('/inbound')
    await page.getByRole('link', { name: 'Announce from a file' }).click()
    await drop(page, fileFor(suffix))
    await page.getByText('195 rows are right').waitFor()
    await page.getByText('5 rows need a correction').waitFor()
    assert.equal(await announced(tenant), 0)
    await assertAccessible(page)

    const row = (number: number) => page.getByRole('region', { name: `Row ${number}`, exact: true })
    const quantity = row(3).getByLabel('quantity')
    assert.equal(await quantity.getAttribute('aria-invalid'), 'true')
    await row(3).getByText('Must be a whole number from 1 to 10000').waitFor()
    await row(3).getByText(`${suffix} · PT7700000001`).waitFor()
    assert.equal(await row(3).getByLabel('description').isVisible(), false)
    await row(3).getByText('Other columns').click()
    await row(3).getByLabel('description').waitFor()
    assert.equal(await row(3).getByLabel('description').getAttribute('aria-invalid'), null)

    await page.getByRole('button', { name: 'Announce 195 parcels' }).first().click()
    await page.getByText('195 parcels are announced').waitFor()
    assert.equal(await announced(tenant), 195)

    // With the keyboard: typing replaces the wrong value, and Enter moves to the next mistake.
    const isAt = (number: number, column: string) => row(number).getByLabel(column).and(page.locator(':focus')).waitFor()
    await row(3).getByLabel('quantity').focus()
    await page.keyboard.type('3')
    await row(3).getByText('Changed').waitFor()
    await page.keyboard.press('Enter')
    await isAt(40, 'transport_mode')
    assert.equal(await row(40).getByLabel('transport_mode').inputValue(), 'train')
    await row(40).getByLabel('transport_mode').selectOption('ocean')
    await row(201).getByRole('button', { name: 'Leave out row 201' }).click()
    await row(77).getByLabel('customer_id').focus()
    await page.keyboard.type(suffix)
    await page.keyboard.press('Enter')
    await isAt(120, 'courier_numbers')
    await page.keyboard.type('PT7799999999')
    assert.equal(await row(120).getByLabel('courier_numbers').inputValue(), 'PT7799999999')
    await page.keyboard.press('Enter')
    await page.locator('.button.primary:focus').waitFor()
    await page.getByText('4 rows are changed').waitFor()
    // The focus is on the button below the last row, so Enter announces the corrected rows.
    await page.keyboard.press('Enter')
    await page.getByText('199 parcels are announced').waitFor()
    assert.equal(await announced(tenant), 199)
    await page.getByRole('link', { name: 'See announced parcels' }).click()
    await page.getByRole('link', { name: 'PT7700000199' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Announced', level: 1 }).waitFor()
  })

  it('says what is wrong with a file that has other columns, and takes the next file', async () => {
    const { tenant, page } = await stage.person('clerk')
    const { address_suffix: suffix } = await newCustomer(tenant)
    await page.open('/inbound/import')
    await drop(page, 'name,number\nAda,12\n')
    await page.getByText('This file cannot be read').waitFor()
    await page.getByText('customer_id is missing').waitFor()
    await drop(page, `customer_id,courier_numbers\n${suffix},PT66000001\n`)
    await page.getByRole('button', { name: 'Announce 1 parcel' }).click()
    await page.getByText('1 parcel is announced').waitFor()
    assert.equal(await announced(tenant), 1)
  })

  it('takes a parcel of the business itself by form, and keeps it so when it is changed', async () => {
    const { tenant, page } = await stage.person('clerk')
    await page.open('/inbound/new')
    await page.getByRole('radio', { name: 'Our own' }).check()
    await page.getByLabel('Courier numbers').fill('PT2000000001')
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'PT2000000001' }).waitFor()
    await page.getByText('Our own', { exact: true }).waitFor()
    const [{ inbound_parcel_id: id, parcel_customer_id: customer }] = (await tenant.get('/v1/inbound_parcels')).json
    assert.equal(customer, null)
    await page.open(`/inbound/${id}/change`)
    assert.ok(await page.getByRole('radio', { name: 'Our own' }).isChecked())
  })

  it('takes one parcel by form and keyboard, shows mistakes at their fields, and cancels it', async () => {
    const { tenant, page } = await stage.person('clerk')
    const { address_suffix: suffix } = await newCustomer(tenant)
    await page.open('/inbound/new')
    await page.getByRole('button', { name: 'Announce a parcel' }).click()
    await page.getByText('Choose the customer whose parcel this is.').waitFor()
    await page.getByLabel('Customer: name, email, phone or ID').fill(suffix)
    await page.getByRole('button', { name: new RegExp(`^${suffix}`) }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Choose another' }).waitFor()
    await page.getByLabel('Courier numbers').focus()
    await page.keyboard.type('PT1000000001 PT1000000002')
    await page.getByLabel('Contents', { exact: true }).fill('Shoes')
    await page.getByLabel('Quantity').fill('none')
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid]').waitFor()
    assert.equal(await page.getByLabel('Quantity').getAttribute('aria-invalid'), 'true')
    await assertAccessible(page)
    await page.getByLabel('Quantity').fill('4')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'PT1000000001, PT1000000002' }).waitFor()
    await page.getByRole('cell', { name: 'Shoes' }).waitFor()
    await page.getByRole('button', { name: 'Cancel announcement' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel announcement' }).click()
    await page.getByText('The announcement is cancelled.').waitFor()
    const [{ status, courier_numbers: numbers }] = (await tenant.get('/v1/inbound_parcels')).json
    assert.deepEqual([status, numbers], ['cancelled', ['PT1000000001', 'PT1000000002']])
  })
})
