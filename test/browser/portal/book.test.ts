// A newcomer to the portal gets a price, books and prints the label. Also tested: wrong fields, and a price that is too old.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { atDesk } from '../../support/calls/billing-calls.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { assertAccessible } from '../support/axe.ts'
import { atPortal, SMALL } from '../support/portal-visit.ts'
import { describeInBrowser } from '../support/stage.ts'

const HOUR_MS = 3_600_000

const fill = async (page: Page, section: string, values: Record<string, string>): Promise<void> => {
  const part = page.locator('section', { has: page.getByRole('heading', { name: section, exact: true }) })
  for (const [label, value] of Object.entries(values)) {
    const field = part.getByLabel(label)
    if (label === 'Country') await field.selectOption(value)
    else await field.fill(value)
  }
}

const askForExport = async (page: Page): Promise<void> => {
  await page.getByText('Export from Nigeria').click()
  await page.getByText('Somebody else').click()
  await fill(page, 'Sender', { Name: 'Sample Shop', Phone: '+2348012345678', 'Street and number': '1 Marina', City: 'Lagos' })
  await fill(page, 'Recipient', {
    Name: 'Sample Buyer',
    Phone: '+442071234567',
    'Street and number': '2 High Street',
    City: 'London',
    Country: 'GB',
  })
  await page.getByLabel('Weight, kg').fill('3')
  await page.getByRole('button', { name: 'See prices' }).click()
  await page.getByRole('button', { name: /^Book for/ }).waitFor()
}

describeInBrowser('quote and book in the portal', (stage) => {
  it('compares prices, books one, and offers its label', async () => {
    const { page, tenant, address } = await atPortal(stage, 'clerk')
    await page.goto(address(''))
    await page.getByRole('link', { name: 'Get a price' }).click()
    await page.getByRole('heading', { name: 'Get a price', level: 1 }).waitFor()
    await assertAccessible(page)
    await askForExport(page)
    await assertAccessible(page)
    const rates = page.getByRole('radio')
    const choices = await rates.count()
    assert.ok(choices > 1, 'there are rates to compare')
    await rates.nth(1).check()
    await page.locator('summary', { hasText: 'How it is calculated' }).click()
    const button = page.getByRole('button', { name: /^Book for/ })
    const amount = (await button.textContent())!.replace('Book for ', '')
    await page.getByText(amount, { exact: true }).first().waitFor()
    await button.evaluate((shown) => shown.scrollIntoView({ block: 'start' }))
    await button.click()
    await page.getByText('Tracking code').waitFor()
    // The page was scrolled down for the booking. The link to the label is nevertheless visible on a phone, without further scrolling.
    const printed = await page.getByRole('link', { name: 'Print the label' }).boundingBox()
    assert.ok(printed !== null && printed.y > 0 && printed.y + printed.height < SMALL.height, JSON.stringify(printed))
    const [context, href] = [page.context(), await page.getByRole('link', { name: 'Print the label' }).getAttribute('href')]
    const label = await context.request.get(href!)
    assert.equal(label.headers()['content-type'], 'application/pdf')
    const [quote] = (await tenant.get('/v1/parcel_quotes?status=booked')).json
    assert.equal(new URL(quote.label_url).pathname, new URL(href!).pathname)
    assert.equal(quote.source, 'api')
    await assertAccessible(page)
    await page.getByRole('link', { name: /Booked$/ }).click()
    await page.getByRole('heading', { name: 'Where it is' }).waitFor()
  })

  it('shows what is wrong at the fields, and the person only corrects them', async () => {
    const { page, tenant, address } = await atPortal(stage, 'owner')
    const customer = await newCustomer(tenant)
    page.faults.allow(/422/)
    await page.goto(address('/quotes/new'))
    await page.getByRole('button', { name: 'See prices' }).click()
    await page.getByText('Choose the customer whose parcel this is.').waitFor()
    const weight = page.getByLabel('Weight, kg')
    await weight.and(page.locator('[aria-invalid]')).waitFor()
    await page
      .getByLabel(/^Customer:/)
      .and(page.locator(':focus'))
      .waitFor()
    await weight.fill('a lot')
    await page.getByRole('button', { name: new RegExp(customer.address_suffix) }).click()
    await page.getByRole('button', { name: 'See prices' }).click()
    await page
      .getByText(/number/i)
      .first()
      .waitFor()
    await weight.fill('12,5')
    await page.getByRole('button', { name: 'See prices' }).click()
    await page.getByRole('button', { name: /^Book for/ }).waitFor()
    await page.getByText('12.5 kg').first().waitFor()
  })

  it('says what is wrong with the customer that is chosen', IN_SOAK, async () => {
    const { page, tenant, address } = await atPortal(stage, 'clerk')
    const customer = await newCustomer(tenant)
    page.faults.allow(/422/)
    await page.goto(address('/quotes/new'))
    await page.getByRole('button', { name: new RegExp(customer.address_suffix) }).click()
    await page.getByLabel('Weight, kg').fill('2')
    await page.getByLabel('Your reference').fill('rehearse:customer_inactive')
    await page.getByRole('button', { name: 'See prices' }).click()
    await page.getByRole('alert').getByText('Names an inactive parcel customer').waitFor()
  })

  it('asks again when the price is more than an hour old: nothing is booked by the first press', async () => {
    const { page, tenant, address } = await atPortal(stage, 'clerk')
    page.faults.allow(/422/)
    await page.goto(address('/quotes/new'))
    await askForExport(page)
    await tenant.post('/v1/test_clock', { advance_seconds: (2 * HOUR_MS) / 1_000 })
    const button = page.getByRole('button', { name: /^Book for/ })
    await button.click()
    await page.getByText('so nothing was booked').waitFor()
    assert.deepEqual((await tenant.get('/v1/parcel_quotes?status=booked')).json, [])
    await button.click()
    await page.getByText('Tracking code').waitFor()
    assert.equal((await tenant.get('/v1/parcel_quotes?status=booked')).json.length, 1)
  })

  it('books an export by ocean from the own address of the business, and its tax is part of the price', async () => {
    const desk = await atDesk(stage.waybill)
    await desk.done('/tax_rates', { kind: 'freight', direction: 'export', percent: '7.5' })
    const ownAddress = {
      name: 'Own Goods Ltd',
      phone: '+2348012345678',
      address: { street: '3 Broad Street', city: 'Lagos', country: 'NG' },
    }
    const { page, tenant, address } = await atPortal(stage, 'owner', { tenant: await stage.waybill.newTenant({ ownAddress }) })
    await page.goto(address('/quotes/new?direction=export'))
    await page.getByText('By ocean').click()
    await page.getByText('Somebody else').click()
    await page.getByRole('button', { name: 'Fill in our own address' }).click()
    await fill(page, 'Recipient', {
      Name: 'Sample Buyer',
      Phone: '+442071234567',
      'Street and number': '2 High Street',
      City: 'London',
      Country: 'GB',
    })
    await page.getByLabel('Total volume, CBM').fill('2')
    await page.getByRole('button', { name: 'See prices' }).click()
    const button = page.getByRole('button', { name: /^Book for/ })
    await button.waitFor()
    await page.locator('summary', { hasText: 'How it is calculated' }).click()
    await page.getByText('Tax, 7.5 %').waitFor()
    await assertAccessible(page)
    const [quote] = (await tenant.get('/v1/parcel_quotes')).json
    assert.deepEqual([quote.sender.name, quote.sender.address.street], ['Own Goods Ltd', '3 Broad Street'])
    const { total } = quote.rates[0].breakdown.tax
    const shown = (await button.textContent())!.replace(/[^\d.]/g, '')
    assert.equal(shown, total)
    await button.click()
    await page.getByText('Booked.', { exact: true }).waitFor()
    // If the sender of an export is abroad, the page says so next to the price.
    await page.goto(address('/quotes/new?direction=export'))
    await page.getByText('Somebody else').click()
    const abroad = { Name: 'Sample Supplier', Phone: '+8613000000000', 'Street and number': '1 Road', City: 'Guangzhou', Country: 'CN' }
    await fill(page, 'Sender', abroad)
    await fill(page, 'Recipient', { ...abroad, Name: 'Sample Buyer' })
    await page.getByLabel('Weight, kg').fill('2')
    await page.getByRole('button', { name: 'See prices' }).click()
    await page.getByText('Priced as an export from Nigeria; the sender is in China.').waitFor()
  })

  it('asks for the whole recipient with last mile, and for a customer where only customers may send', IN_SOAK, async () => {
    const terms = { lastMile: true, parcelCustomerAccount: true }
    const { page, tenant, address } = await atPortal(stage, 'clerk', { tenant: await stage.waybill.newTenant(terms) })
    page.faults.allow(/422/)
    const customer = await newCustomer(tenant)
    await page.goto(address('/quotes/new'))
    await page.getByRole('button', { name: new RegExp(customer.address_suffix) }).waitFor()
    assert.equal(await page.getByText('Somebody else').count(), 0)
    assert.equal(await page.getByLabel('Deliver to another address in Nigeria').count(), 0)
    await page.getByLabel('Weight, kg').fill('5')
    await page.getByRole('button', { name: 'See prices' }).click()
    await page.getByText('Choose the customer whose parcel this is.').waitFor()
    await page.getByRole('button', { name: new RegExp(customer.address_suffix) }).click()
    await page.getByRole('button', { name: 'See prices' }).click()
    const wrong = page.locator('section', { has: page.getByRole('heading', { name: 'Recipient', exact: true }) }).locator('[aria-invalid]')
    await wrong.first().waitFor()
    await fill(page, 'Recipient', {
      Name: 'Sample Buyer',
      Phone: '+2348012345678',
      Email: 'buyer@example.com',
      'Street and number': '2 Broad Street',
      City: 'Ibadan',
      'State or province': 'Oyo',
      'Postal code': '200001',
      Country: 'NG',
    })
    await page.getByRole('button', { name: 'See prices' }).click()
    await page.getByRole('button', { name: /^Book for/ }).click()
    await page.getByText('Booked.', { exact: true }).waitFor()
    const [{ recipient }] = (await tenant.get('/v1/parcel_quotes?status=booked')).json
    assert.deepEqual([recipient.address.city, recipient.email], ['Ibadan', 'buyer@example.com'])
  })

  it('books import by air and ocean by their only price, and cancels a quote with a reason', IN_SOAK, async () => {
    const { page, tenant, address } = await atPortal(stage, 'clerk')
    const customer = await newCustomer(tenant)
    for (const [isOcean, field, value] of [
      [false, 'Weight, kg', '7'],
      [true, 'Total volume, CBM', '2.5'],
    ] as const) {
      await page.goto(address('/quotes/new'))
      if (isOcean) await page.getByText('By ocean').click()
      await page.getByRole('button', { name: new RegExp(customer.address_suffix) }).click()
      await page.getByLabel(field).fill(value)
      await page.getByRole('button', { name: 'See prices' }).click()
      await page.getByRole('button', { name: /^Book for/ }).click()
      await page.getByText('Booked.', { exact: true }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Addresses for suppliers' }).count(), isOcean ? 0 : 1)
    }
    assert.equal((await tenant.get('/v1/packages')).json.length, 2)
    await page.goto(address('/quotes/new'))
    await page.getByRole('button', { name: new RegExp(customer.address_suffix) }).click()
    await page.getByLabel('Weight, kg').fill('1')
    await page.getByRole('button', { name: 'See prices' }).click()
    await page.getByRole('button', { name: 'Cancel this quote' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The customer changed their mind')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel this quote' }).click()
    await page.getByText('The customer changed their mind').waitFor()
    const [cancelled] = (await tenant.get('/v1/parcel_quotes?cancelled=true')).json
    assert.equal(cancelled.comment, 'The customer changed their mind')
  })
})
