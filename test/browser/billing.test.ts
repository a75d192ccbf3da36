// Billing in a real browser: from the charges of a booking to a paid invoice and its receipt, for each role.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import type { Desk } from '../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../support/calls/package-calls.ts'
import { book } from '../support/calls/receiving-calls.ts'
import { attachAll, newShipment, storedPackages } from '../support/calls/shipment-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { exportAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { scan } from './support/dock.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }
const FIND = 'Invoice, parcel or customer'

describeInBrowser('billing', (stage) => {
  const payments = async (desk: Desk, businessId: string): Promise<number> =>
    (await desk.get(`/payments?mode=test&business=${businessId}`)).length
  const find = async (page: Page, code: string): Promise<void> => {
    await page.getByLabel(FIND).fill(code)
    await page.keyboard.press('Enter')
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  it('leads from the charges of a booking to a draft and an issued invoice, which is credited', async () => {
    const tenant = await stage.waybill.newTenant()
    const { business } = tenant
    await book(tenant, exportAir())
    const page = await stage.newPage({ as: 'admin' })
    await page.goto(`/console/businesses/${business.id}/account?mode=test`)
    await page.getByRole('button', { name: 'Draft invoice' }).waitFor()
    await assertAccessible(page)
    await press(page, 'Draft invoice')

    await page.getByRole('heading', { name: 'Draft invoice', level: 1 }).waitFor()
    await press(page, 'Issue')
    await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
    const heading = page.getByRole('heading', { name: /^TEST-INV-\d{4}-000001$/, level: 1 })
    await heading.waitFor()
    const number = (await heading.textContent())!
    await page.getByText('No payments yet.').waitFor()
    await assertAccessible(page)
    const paper = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'PDF' }).click()
    await (await paper).close()

    await press(page, 'Credit')
    await page.getByRole('dialog').getByLabel('Reason').fill('Wrong customer')
    await page.getByRole('dialog').getByRole('button', { name: 'Credit' }).click()
    await page.getByText('Wrong customer').first().waitFor()
    await page.getByText('Void', { exact: true }).first().waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await page.visit(`/console/invoices?mode=test&business=${business.id}&status=void`)
    await page.getByRole('link', { name: number }).waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
  })

  it('takes a payment once, even if its answer was lost and it was sent again, and gives a receipt', async () => {
    const tenant = await stage.waybill.newTenant()
    const { business } = tenant
    await book(tenant, exportAir())
    const desk = await atDesk(stage.waybill)
    const { invoice_id, number, total } = await issueAll(desk, business.id)
    const page = await stage.newPage({ as: 'admin' })
    await page.goto(`/console/invoices/${invoice_id}`)
    await page.getByRole('main').getByRole('link', { name: 'Take payment', exact: true }).click()
    const amount = page.getByLabel('Amount, NGN')
    await amount.waitFor()
    assert.equal(await amount.inputValue(), total)
    await page.getByText('Transfer', { exact: true }).click()
    await amount.press('Enter')
    await page.getByText('is required for a transfer or a card').waitFor()
    await page.getByLabel('Reference').fill('FT26320-778812')
    await assertAccessible(page)
    // The server carries out the first attempt, but its answer is lost.
    await page.route('**/ops/v1/payments', async (route) => void (await route.fetch().then(() => route.abort())), { times: 1 })
    page.faults.allow(/ERR_FAILED|400|422/)
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByRole('alert').waitFor()
    await page.getByLabel('Reference').press('Enter')
    await page.getByRole('heading', { name: / taken from / }).waitFor()
    assert.equal(await payments(desk, business.id), 1, 'what was tried again was taken once')
    await page.evaluate('window.print = () => {}')
    await page.keyboard.press('Enter')
    await page.locator('.printing-label .label-to-print[data-sheet=a6]').waitFor({ state: 'attached' })
    await page.evaluate('window.dispatchEvent(new Event("afterprint"))')
    const receipt = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Receipt, A4' }).click()
    await (await receipt).close()
    await assertAccessible(page)

    await page.getByRole('main').getByRole('link', { name: number }).click()
    await page.getByText('Paid', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: /RCT-/ }).waitFor()
    await page.getByRole('row', { name: /^paid ₦0\.00 → ₦/ }).waitFor()
    await assertAccessible(page)
  })

  it('finds open amounts by invoice, parcel or name, keeps overpayments as credit, and lists the rest by age', async () => {
    const tenant = await stage.waybill.newTenant({ name: 'Harbour Traders' })
    const { business } = tenant
    const { numbers, ids } = await book(tenant, exportAir())
    const desk = await atDesk(stage.waybill)
    const issued = await issueAll(desk, business.id)
    await newCustomer(tenant, { first_name: 'Zainab', last_name: 'Payer', ...pickup })
    const page = await stage.newPage({ as: 'warehouse' })
    await page.goto('/console/payments/new?mode=test')
    await find(page, 'zainab')
    await page.getByText('Several match zainab:').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Zainab Payer owes nothing$/ }).waitFor()
    await press(page, 'Next payment')
    await find(page, 'XX-NOTHING')
    await page.getByText('Nothing found for XX-NOTHING.').waitFor()
    // In test mode every business has its own invoice numbers, so the business has to be chosen.
    await find(page, issued.number)
    await page.getByRole('button', { name: business.name }).click()
    await page.getByLabel('Amount, NGN').waitFor()
    await page.visit(`/console/packages/${ids[0]}`)
    await page.getByRole('main').getByRole('link', { name: 'Take payment', exact: true }).click()
    await page.getByLabel('Amount, NGN').waitFor()
    assert.equal(await page.getByRole('checkbox', { name: issued.number }).isChecked(), true)
    await press(page, 'Next payment')
    await find(page, numbers[0]!)
    await page.getByLabel('Amount, NGN').waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await page.getByLabel('Search or scan a code').focus()
    await scan(page, issued.number)
    await page.waitForURL(/\/invoices\?/)
    await page.getByRole('link', { name: issued.number }).first().waitFor()
    await page.goto(`/console/debt?mode=test&business=${business.id}`)
    await page.getByRole('link', { name: business.name }).waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)

    await page.goto(`/console/payments/new?mode=test&code=${business.prefix}`)
    const more = (Number(issued.total) + 1000).toFixed(2)
    await page.getByLabel('Amount, NGN').fill(more)
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Take / })
      .click()
    await page.getByText('Kept as credit').waitFor()
    await page.goto(`/console/businesses/${business.id}/account?mode=test`)
    await page.getByText('₦1,000.00 in credit').waitFor()
    await fitsPhone(page)
    const [paid] = await desk.get(`/invoices?mode=test&business=${business.id}`)
    assert.deepEqual([paid.status, paid.paid], ['paid', issued.total])
  })

  it(
    'adds an extra of the price list to a customer, a package and a shipment, with its tax, and shows waiting charges',
    IN_SOAK,
    async () => {
      const tenant = await stage.waybill.newTenant()
      const desk = await atDesk(stage.waybill)
      await desk.done('/price_list', { code: 'repack', name: 'Repacking', kind: 'repacking', amount: '2000' })
      await desk.done('/tax_rates', { kind: 'repacking', percent: '7.5' })
      const { parcel_customer_id: customer } = await newCustomer(tenant, { first_name: 'Ada', ...pickup })
      const parcels = await storedPackages(tenant, 2, { parcel_customer_token: customer })
      const { parcel_id: id, parcel_number: number } = parcels[0]!
      const dock = await signedIn(stage.waybill, 'warehouse')
      const shipment = await newShipment(dock)
      await attachAll(dock, shipment, parcels)
      const page = await stage.newPage({ as: 'warehouse' })
      const dialog = page.getByRole('dialog')
      const add = async (amount: string) => {
        await dialog.getByRole('button', { name: 'Add extra' }).click()
        await page.getByText(`Repacking is charged: ₦${amount} with tax.`).first().waitFor()
        await dialog.waitFor({ state: 'hidden' })
      }

      await page.visit(`/console/packages/${id}`)
      await press(page, 'Add extra')
      await dialog.getByRole('option', { name: 'Repacking · ₦2,000.00 +\u00a07.5\u00a0% tax' }).waitFor({ state: 'attached' })
      await dialog.getByLabel('Quantity').fill('0')
      await assertAccessible(page)
      page.faults.allow(/422/)
      await dialog.getByRole('button', { name: 'Add extra' }).click()
      await dialog.getByText('must be at least 1').waitFor()
      await dialog.getByLabel('Quantity').fill('3')
      await dialog.getByLabel('Note').fill('Glass')
      await add('6,450.00')
      await page.getByText(`Repacking, package ${number}: Glass`).waitFor()

      await page.visit(`/console/shipments/${shipment.shipment_id}?mode=test`)
      await press(page, 'Add extra')
      await dialog.getByText('shared by the 2 packages on board').waitFor()
      await dialog.getByLabel('Price of one, NGN').fill('1000.01')
      await add('1,075.01')

      await page.visit(`/console/customers/${customer}`)
      await press(page, 'Add extra')
      await add('2,150.00')
      await page.getByRole('heading', { name: 'Not invoiced yet' }).waitFor()
      await page.getByText(/^Repacking, customer /).waitFor()
      await assertAccessible(page)
      await fitsPhone(page)
    },
  )

  it('shows support everything, and no button that changes anything', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    await book(tenant, exportAir())
    const desk = await atDesk(stage.waybill)
    const page = await stage.newPage({ as: 'support' })
    await page.goto(`/console/businesses/${tenant.business.id}/account?mode=test`)
    await page.getByRole('heading', { name: 'Not invoiced yet' }).waitFor()
    await page.getByRole('heading', { name: 'Statement' }).waitFor()
    const isOffered = async (name: string) => (await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()) > 0
    assert.deepEqual([await isOffered('Draft invoice'), await isOffered('Take payment')], [false, false])
    const { invoice_id } = await issueAll(desk, tenant.business.id)
    await page.goto(`/console/invoices/${invoice_id}`)
    await page.getByRole('link', { name: 'UBL' }).waitFor()
    assert.deepEqual([await isOffered('Credit'), await isOffered('Take payment')], [false, false])
  })
})
