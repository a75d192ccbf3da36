// Messages in a real browser: found, shown as they were sent, sent again and dismissed.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { recordStop } from '../../src/flows/messages/consent.ts'
import { atDesk } from '../support/calls/billing-calls.ts'
import { sampleMessages } from '../support/calls/message-calls.ts'
import { opsCaller } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('messages', (stage) => {
  const rows = (page: Page) => page.locator('tbody tr')
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const choose = async (page: Page, filter: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: filter }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('are listed, opened as they looked, and decided', async () => {
    const tenant = await stage.waybill.newTenant()
    const [ada, bola, chen] = await sampleMessages(stage.waybill, tenant)
    const page = await stage.newPage({ as: 'admin' })
    await page.goto(`/console/messages?mode=live&business=${tenant.business.id}`)
    await page.getByText('2 messages need a decision').waitFor()
    assert.equal(await rows(page).count(), 3)
    await choose(page, 'Channel', 'Email')
    await rows(page).nth(1).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: ada!.number }).waitFor()
    await page.getByRole('button', { name: 'Clear Channel' }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('BOLA')
    await page.getByRole('link', { name: bola!.number }).waitFor()
    await rows(page).nth(1).waitFor({ state: 'hidden' })
    await assertAccessible(page)
    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
    await page.getByText('Nothing matches').waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)

    await page.getByRole('searchbox', { name: 'Search' }).fill('ada@example')
    await page.getByRole('link', { name: 'Parcel received' }).click()
    const email = page.frameLocator('iframe[title="The email"]')
    await email.getByText('Dear Ada').waitFor()
    for (const [colorScheme, card] of [
      ['dark', 'rgb(31, 37, 43)'],
      ['light', 'rgb(255, 255, 255)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      const frame = page.frames().at(-1)!
      const shown = await frame.evaluate<string>(`getComputedStyle(document.querySelector('.card')).backgroundColor`)
      assert.equal(shown, card)
    }
    assert.equal(await email.locator('a[href]').count(), 0)
    await page.getByText(/^Accepted as p-msg_/).waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)

    await page.goto(`/console/messages?mode=live&business=${tenant.business.id}&status=attention`)
    await page.getByRole('link', { name: 'Parcel received' }).first().click()
    await page.getByTestId('bubble').getByText(chen!.number).waitFor()
    await page.getByText(/^\d segments? · \d+ of (70|134|201) characters · UCS-2$/).waitFor()
    await page.getByText('Outcome unknown: No answer in 20 s.').waitFor()
    await press(page, 'Send again')
    await page.getByText('The recipient may get it twice.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await page.getByText('It is sent again, as a new message.').waitFor()
    await page.getByText('Unknown · Dismissed').first().waitFor()

    await page.visit(`/console/messages?mode=live&business=${tenant.business.id}&status=attention`)
    await page.getByRole('checkbox', { name: /^Select Parcel received, Bola/ }).check()
    await press(page, 'Dismiss')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why it is not sent again').fill('Told by phone')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Nothing to decide').waitFor()
  })

  it('are read by support, who decide nothing', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    await sampleMessages(stage.waybill, tenant)
    const page = await stage.newPage({ as: 'support' })
    await page.goto(`/console/messages?mode=live&business=${tenant.business.id}&status=attention`)
    await page.getByRole('link', { name: 'Parcel received' }).first().click()
    await page.getByTestId('bubble').waitFor()
    assert.equal(await page.getByRole('button', { name: /Send again|Dismiss/ }).count(), 0)
  })

  it('are on the pages of package and customer, and an invoice is sent from its page', IN_SOAK, async () => {
    const { waybill } = stage
    const desk = await atDesk(waybill)
    const tenant = await waybill.newTenant()
    await desk.done(`/businesses/${tenant.business.id}/terms`, { bill_to: 'customer', invoicing: 'manual' })
    const [ada] = await sampleMessages(waybill, tenant)
    const { parcel_customer_id: customer_id } = ada!.customer
    const { invoice } = await desk.done('/invoices', { mode: 'live', business: tenant.business.id, customer_id })
    await desk.done(`/invoices/${invoice.invoice_id}/issue`)
    const page = await stage.newPage({ as: 'admin' })
    for (const path of [`packages/${ada!.id}`, `customers/${customer_id}`]) {
      await page.goto(`/console/${path}?mode=live`)
      const panel = page.getByRole('region', { name: 'Messages' })
      await panel.getByRole('link', { name: /^Parcel received/ }).waitFor()
      await panel.getByRole('button', { name: 'Send again' }).waitFor()
    }
    await page.goto(`/console/invoices/${invoice.invoice_id}?mode=live`)
    await page.getByText('No message was sent.').waitFor()
    await press(page, 'Send invoice')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What will be sent to ada@example.com').waitFor()
    await page.frameLocator('iframe[title="The email"]').getByText('Dear Ada').waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await dialog.getByRole('combobox', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'WhatsApp' }).click()
    await dialog.getByText('The customer has no mobile number.').waitFor()
    await dialog.getByRole('combobox', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'Email' }).click()
    await dialog.getByLabel('Another email address').fill('books')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('must be an email address').first().waitFor()
    await dialog.getByLabel('Another email address').fill('books@example.com')
    await dialog.getByText('What will be sent to books@example.com').waitFor()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('It is sent to books@example.com.').waitFor()
    await page.getByRole('region', { name: 'Messages' }).getByText('books@example.com').waitFor()
  })

  it('go to those whom an admin ticks, and as a customer wants them', IN_SOAK, async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    const [, bola] = await sampleMessages(waybill, tenant)
    await recordStop(waybill.deps, 'sms', '+2348031234567', 'answer: STOP')
    const page = await stage.newPage({ as: 'admin' })
    await page.goto(`/console/businesses/${tenant.business.id}`)
    await page.getByRole('main').getByRole('link', { name: 'Messages', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Arrived to Parcel customers' }).check()
    await page.getByLabel('In whose name').fill('Sample "Line"')
    await press(page, 'Add a contact')
    await page.getByLabel('Name', { exact: true }).fill('Import desk')
    await page.getByLabel('Email address or phone number').fill('desk')
    await page.getByRole('checkbox', { name: 'Departed to Import desk' }).check()
    await press(page, 'Save')
    await page.getByText('must be an email address').waitFor()
    await page.getByText('must not contain line breaks, quotes').waitFor()
    await page.getByLabel('In whose name').fill('Sample Line')
    await page.getByLabel('Email address or phone number').fill('desk@example.com')
    await assertAccessible(page)
    await press(page, 'Save')
    await page.getByText('It applies to what happens from now on.').waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    const settings = await (await opsCaller(waybill, 'admin')).get(`/businesses/${tenant.business.id}/message_settings`)
    assert.deepEqual([settings.customers, settings.contacts[0].purposes], [['parcel_received', 'arrived'], ['departed']])

    await page.goto(`/console/customers/${bola!.customer.parcel_customer_id}?mode=live`)
    await page.getByText(/^Asked for no more messages .* \(answer: STOP\)$/).waitFor()
    await press(page, 'Change preferences')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'The customer agrees to SMS' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('is required').waitFor()
    await dialog.getByLabel('How the customer agreed').fill('By phone')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/^Given .*, By phone/)
      .first()
      .waitFor()
    await page.getByText(/^Asked for no more messages .*, and agreed again later$/).waitFor()

    const support = await stage.newPage({ as: 'support' })
    await support.goto(`/console/businesses/${tenant.business.id}/messages`)
    await support.getByText('Only an admin can change this.').waitFor()
    assert.equal(await support.getByRole('button', { name: 'Save' }).count(), 0)
  })
})
