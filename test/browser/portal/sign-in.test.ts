// Signing in to the portal: by a code, by a link, and for two businesses in two tabs. A removed person is signed out.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeMember } from '../../../src/flows/members/change-members.ts'
import { makeSignInLink } from '../../../src/flows/members/sign-in-link.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { invite, signedInPerson, withMail } from '../../support/calls/member-calls.ts'
import { bookPackage } from '../../support/calls/package-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import { assertAccessible } from '../support/axe.ts'
import { atPortal, SMALL, signInto } from '../support/portal-visit.ts'
import { describeInBrowser } from '../support/stage.ts'

describeInBrowser('signing in to the portal', (stage) => {
  it('asks for a code by email, refuses a wrong one, and opens the page that was asked for', async () => {
    const tenant = await stage.waybill.newTenant()
    const mail = withMail(stage.waybill)
    const { user } = await invite(stage.waybill, tenant, 'clerk')
    const page = await stage.newPage({ viewport: SMALL, isSingleUse: true })
    page.faults.allow(/401/)
    await page.goto(`/portal/${tenant.business.prefix}/test/packages`)
    await page.getByLabel('Email').fill(user.email)
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
    await assertAccessible(page)
    await page.getByLabel('Code').fill('0000 0000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('This code is wrong or has expired.').waitFor()
    await page.getByLabel('Code').fill(await mail.codeTo(user.email))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Packages', level: 1 }).waitFor()
    await page.getByText('Test mode.').waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('sends a code to a phone that was confirmed in the account, by SMS or WhatsApp', async () => {
    const { waybill } = stage
    const [sms, whatsapp] = [createProvider('sms'), createProvider('whatsapp')]
    const { channels } = waybill.deps
    withMail(waybill)
    waybill.deps.channels = { ...waybill.deps.channels, sms: sms.channel, whatsapp: whatsapp.channel }
    const { page, person, address } = await atPortal(stage, 'clerk')
    const codeBy = async ({ got }: typeof sms): Promise<string> => {
      const before = got.length
      while (got.length === before) {
        await sendDueMessages(waybill.deps, { baseUrl: waybill.url })
        await sleep(10)
      }
      return /\d{4} ?\d{4}/.exec(got.at(-1)!.text)![0]
    }
    await page.goto(address('/account'))
    await page.getByRole('button', { name: 'Confirm a phone' }).click()
    const dialog = page.getByRole('dialog')
    page.faults.allow(/4(01|22)/)
    await dialog.getByLabel('Phone').fill('12')
    await page.keyboard.press('Enter')
    await dialog.locator('[aria-invalid]').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Phone').fill('0803 123 4567')
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByText('A code is on its way to 0803 123 4567').waitFor()
    await dialog.getByLabel('Code').fill(await codeBy(sms))
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Confirm a phone' }).click()
    await page.getByText('Confirmed', { exact: true }).waitFor()
    assert.ok((await person.call('GET', '/portal/v1/session')).json.user.phone_confirmed_at)

    await page.context().clearCookies()
    await page.goto(address('/quotes'))
    await page.getByRole('button', { name: 'Use my phone instead' }).click()
    await page.getByLabel('Phone').fill('+234 803 123 4567')
    await page.getByRole('radio', { name: 'WhatsApp' }).check()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
    await page.getByText('You can also use your email, SMS,').waitFor()
    await page.getByLabel('Code').fill(await codeBy(whatsapp))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Quotes', level: 1 }).waitFor()
    waybill.deps.channels = channels
  })

  it('uses a link once, after a click, and keeps its secret out of the address', async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    const { member } = await invite(waybill, tenant, 'owner')
    const { secret } = await makeSignInLink(waybill.deps, byTest(waybill.deps), tenant.business.id, member.id)
    const page = await stage.newPage({ viewport: SMALL, isSingleUse: true })
    page.faults.allow(/401/)
    await page.goto(`/portal/link#${secret}`)
    await page.getByRole('heading', { name: 'Sign-in link' }).waitFor()
    assert.ok(!page.url().includes(secret))
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: tenant.business.name, level: 1 }).waitFor()
    const other = await stage.newPage({ viewport: SMALL, isSingleUse: true })
    other.faults.allow(/401/)
    await other.goto(`/portal/link#${secret}`)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByText('was used already, or has expired').waitFor()
  })

  it('lets two tabs work for two businesses, and make changes in both', IN_SOAK, async () => {
    const { waybill } = stage
    const [one, two] = [await waybill.newTenant({ name: 'First Imports' }), await waybill.newTenant({ name: 'Second Imports' })]
    const person = await signedInPerson(waybill, one, 'owner')
    const again = await signedInPerson(waybill, two, 'clerk', person.email)
    const parcels = [await bookPackage(one, importAir()), await bookPackage(two, importAir())]
    const page = await stage.newPage({ viewport: SMALL, isSingleUse: true })
    await signInto(page, waybill.url, again.cookie)
    await page.goto('/portal')
    await page.getByRole('heading', { name: 'Choose a business' }).waitFor()
    await assertAccessible(page)
    const second = await page.context().newPage()
    for (const [tab, tenant, parcel] of [
      [page, one, parcels[0]],
      [second, two, parcels[1]],
    ] as const) {
      await tab.goto(`/portal/${tenant.business.prefix}/test/packages`)
      await tab.getByRole('link', { name: parcel.parcel_number }).waitFor()
    }
    await page.reload()
    await page.getByRole('link', { name: parcels[0]!.parcel_number }).waitFor()
    assert.equal(await page.getByRole('link', { name: parcels[1]!.parcel_number }).count(), 0)
    // Both dialogs are open before either is confirmed.
    const tabs = [page, second]
    for (const [index, tab] of tabs.entries()) {
      await tab.getByRole('link', { name: parcels[index]!.parcel_number }).click()
      await tab.getByRole('button', { name: 'Hold', exact: true }).click()
      await tab.getByRole('dialog').getByLabel('Reason').fill(`Held in tab ${index}`)
    }
    for (const tab of tabs) {
      await tab.getByRole('dialog').getByRole('button', { name: 'Hold', exact: true }).click()
      await tab.getByText('This package is on hold.').waitFor()
    }
    for (const [index, tenant] of [one, two].entries()) {
      const { json } = await tenant.get(`/v1/packages/${parcels[index]!.parcel_id}`)
      assert.deepEqual([json.hold_instruction, json.notices.map(({ body }: { body: string }) => body)], ['hold', [`Held in tab ${index}`]])
    }
    await second.close()
  })

  it('says so when the person is removed, at the next read', async () => {
    const { waybill } = stage
    const { page, person, tenant, address } = await atPortal(stage, 'clerk')
    page.faults.allow(/40[134]/)
    await page.goto(address('/packages'))
    await page.getByRole('heading', { name: 'Packages', level: 1 }).waitFor()
    await removeMember(waybill.deps, byTest(waybill.deps), tenant.business.id, person.memberId)
    await page.getByRole('link', { name: 'Quotes' }).click()
    await page
      .getByText(/Not one of your businesses|Sign in/)
      .first()
      .waitFor()
  })
})
