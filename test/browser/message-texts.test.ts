// Message texts in a real browser: checked while typing, previewed on a parcel, saved as versions, restored, and tried with a test message.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleMessages } from '../support/calls/message-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { createProvider } from '../support/server/message-provider.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('texts of messages', (stage) => {
  it('are written with mistakes shown while typing, previewed on a parcel, saved as a version, and taken back', async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant({ name: 'Sample Imports' })
    const [ada] = await sampleMessages(waybill, tenant)
    const page = await stage.newPage({ as: 'admin' })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await page.goto('/console/messages')
    await page.getByRole('link', { name: 'Texts' }).click()
    await page.getByRole('heading', { name: 'Texts', level: 1 }).waitFor()
    await page.getByRole('link', { name: /SMS/ }).first().click()
    await page.getByRole('heading', { name: 'Parcel received, SMS' }).waitFor()
    const text = page.getByLabel('Text', { exact: true })
    await text.fill('{{sender}}: {{parcel_nummer}} is here.')
    await page.getByText(/has no value for \{\{parcel_nummer\}\}/).waitFor()
    await page.getByText('It cannot be sent like this').waitFor()
    await assertAccessible(page)
    await text.fill('{{sender}}: is here. ')
    await page.getByRole('group', { name: 'Variables of Text', exact: true }).getByRole('button', { name: 'Parcel number *' }).click()
    await page.getByTestId('bubble').first().getByText('is here. SMP-8ZKQ-4M7T').waitFor()
    await page.getByLabel('With the values of a parcel').fill('PQ0000000000')
    await page.getByText('No such package.').waitFor()
    await page.getByLabel('With the values of a parcel').fill(ada!.number)
    await page.getByTestId('bubble').first().getByText(`is here. ${ada!.number}`).waitFor()
    await page
      .getByText(/^1 segment · \d+ of 160 characters · GSM-7$/)
      .first()
      .waitFor()
    await text.fill('{{sender}}: ₦ {{parcel_number}} is here.')
    await page
      .getByText(/^1 segment · \d+ of 70 characters · UCS-2$/)
      .first()
      .waitFor()
    await page.getByText('Chinese', { exact: true }).click()
    await text.fill('')
    await page.getByText('is required').first().waitFor()
    await page.getByText('English', { exact: true }).click()
    await page.getByText('Chinese, Text: is required').waitFor()
    await page.getByText('Chinese !').click()
    await text.fill('{{sender}}：{{parcel_number}} 到了')
    await press('Save')
    await page.getByText('Saved as version 1, which is in use now.').waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await press('Put in use: The text of Waybill')
    await page.getByRole('dialog').getByRole('button', { name: 'Put in use' }).click()
    await page.getByText('In use now: The text of Waybill').waitFor()

    await page.goto('/console/messages/texts/arrived/whatsapp')
    await page.getByText('WhatsApp delivers only texts that Meta has approved.').waitFor()
    await text.fill('A message from {{sender}}: parcel {{parcel_number}} has landed. Reply STOP to end this.')
    await press('Save')
    await page.getByText('Saved as version 1. It is in use after Meta has approved it.').waitFor()
    await press('Put in use: Version 1')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^arrived_[0-9a-f]{8} · en$/).waitFor()
    await dialog.getByRole('button', { name: 'Put in use' }).click()
    await dialog.getByText(/must contain arrived_/).waitFor()
    await dialog.getByRole('checkbox', { name: 'Meta has approved all of them' }).check()
    await dialog.getByRole('button', { name: 'Put in use' }).click()
    await page.getByText('In use now: Version 1').waitFor()

    const support = await stage.newPage({ as: 'support' })
    await support.goto('/console/messages/texts/arrived/sms')
    await support.getByText('Only an admin can change this.').waitFor()
    assert.equal(await support.getByRole('button', { name: 'Save' }).count(), 0)
  })

  it('are tried by a test message, and counted by month with their costs', IN_SOAK, async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    await sampleMessages(waybill, tenant)
    const sms = createProvider('sms')
    waybill.deps.channels = { sms: sms.channel }
    sms.answers.push({ kind: 'refused', reason: 'Insufficient balance.', isPermanent: true })
    const page = await stage.newPage({ as: 'admin' })
    await page.goto('/console/messages/channels')
    await page.getByText('Not set up').first().waitFor()
    await page.getByRole('button', { name: 'Send a test by SMS' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Phone number').fill('12345')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('must be a phone number').waitFor()
    await dialog.getByLabel('Phone number').fill('08031234567')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('Refused by the provider').waitFor()
    await dialog.getByText('Insufficient balance.').waitFor()
    await assertAccessible(page)

    await page.goto(`/console/messages/costs?mode=live&business=${tenant.business.id}`)
    await page.getByRole('row', { name: /Parcel received.*Email.*Delivered.*1.*4\.00/ }).waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await page.getByLabel('Month').fill('2020-01')
    await page.getByText('No message was written in this month.').waitFor()

    await page.goto('/console/account')
    await page.getByRole('checkbox', { name: 'Send me the daily summary' }).check()
    await page.getByText('The first summary comes tomorrow morning.').waitFor()
    await page.getByText('Email is not set up on this server').waitFor()
  })
})
