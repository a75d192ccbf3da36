// A business adds a customer in the portal, and records by which channels the customer agrees to get messages.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'
import { SMALL } from '../support/portal-visit.ts'

describeInPortal('customers', (stage) => {
  it('are added, changed, and agree to messages', async () => {
    const { tenant, page } = await stage.person('clerk', { viewport: SMALL })
    await page.open('/customers')
    await page.getByText('No customers yet').waitFor()
    await page.getByRole('link', { name: 'New customer' }).first().click()
    await page.getByRole('button', { name: 'New customer' }).click()
    await page.getByText('Give a name, so that you recognise the customer.').waitFor()
    assert.deepEqual((await tenant.get('/v1/parcel-customers')).json.data, [])
    await page.getByLabel('First name').fill('Sample')
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid]').first().waitFor()
    assert.equal(await page.getByLabel('Street').getAttribute('aria-invalid'), 'true')
    await page.getByText('Is required', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('first_name').count(), 0)
    await assertAccessible(page)
    for (const [label, text] of Object.entries({ Street: '1 Sample Road', City: 'Lagos', 'State or province': 'Lagos' }))
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByLabel('Country').selectOption('Nigeria')
    await page.getByLabel('Last name').fill('Trader')
    await page.getByLabel('Email').fill('trader@example.com')
    await page.getByLabel('Phone').fill('+2348030000001')
    await page.keyboard.press('Enter')
    await page.getByText('The customer is added.').waitFor()
    await page.getByRole('heading', { name: 'Sample Trader' }).waitFor()

    await page.getByRole('button', { name: 'Change' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('By').selectOption('WhatsApp')
    await dialog.getByRole('checkbox', { name: 'Agrees to WhatsApp' }).check()
    await dialog.getByRole('button', { name: 'Change' }).click()
    await dialog.locator('[aria-invalid], [role=alert]').first().waitFor()
    await dialog.getByLabel('How the customer agreed').fill('Ticked on the order form')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await page.getByText('Messages to this customer are changed.').waitFor()
    await page.getByText(/^Since .*: Ticked on the order form$/).waitFor()
    const [customer] = (await tenant.get('/v1/parcel-customers')).json.data
    assert.deepEqual(
      [customer.message_channel, customer.message_consents.map(({ channel, how }: { channel: string; how: string }) => [channel, how])],
      ['whatsapp', [['whatsapp', 'Ticked on the order form']]],
    )
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390)
  })
})
