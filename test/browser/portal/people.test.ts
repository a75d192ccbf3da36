// In the portal, an owner manages people and chooses who gets which messages. Each person manages their own account.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { makeSignInLink } from '../../../src/flows/members/sign-in-link.ts'
import { totpCode } from '../../support/calls/authenticator.ts'
import { cookieOf, signedInPerson, signInByLink } from '../../support/calls/member-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { byTest } from '../../support/samples/authors.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'
import { signInto } from '../support/portal-visit.ts'

describeInPortal('people', (stage) => {
  it('are invited, change roles and are removed; the last owner stays', async () => {
    const { tenant, page } = await stage.person('owner')
    const clerk = await signedInPerson(stage.waybill, tenant, 'clerk')
    await page.open('/people')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Sample Booker')
    await dialog.getByLabel('Email').fill('nonsense')
    await dialog.getByRole('radio', { name: /^Accountant/ }).check()
    await page.keyboard.press('Enter')
    await dialog.locator('[aria-invalid]').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Email').fill('booker@example.com')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText('booker@example.com is invited.').waitFor()
    await page.getByRole('row', { name: /Sample Booker.*Accountant.*Invited/ }).waitFor()
    await assertAccessible(page)

    const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
    await rowOf(clerk.email).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The person is removed.').waitFor()
    await rowOf(clerk.email).waitFor({ state: 'detached' })
    assert.equal((await clerk.call('GET', '/v1/packages')).status, 404)

    await rowOf('You').getByRole('button', { name: 'Change role' }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Clerk/ })
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
    await page
      .getByRole('dialog')
      .getByText(/last owner/)
      .waitFor()
  })

  it('change their name, and see where they are signed in', async () => {
    const { page } = await stage.person('clerk')
    await page.open('/account')
    await page.getByText('This one').waitFor()
    await page.getByLabel('Name').fill('Another Name')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByText('Another Name · Clerk').first().waitFor()
    await assertAccessible(page)
    await page.follow('/people')
    await page.getByText('Open to these roles: Owner.').waitFor()
  })

  it('set up an authenticator app, which a link then asks for; an owner removes it for a person who has lost it', async () => {
    const { waybill } = stage
    const { tenant, person, page } = await stage.person('clerk')
    page.faults.allow(/401/)
    await page.open('/account')
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Show the QR code' }).click()
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Code that the app shows').fill('000000')
    await page.keyboard.press('Enter')
    await dialog.getByText('Is not the code that the app shows now').waitFor()
    const secret = (await dialog.locator('figure pre').textContent())!
    await dialog.getByLabel('Code that the app shows').fill(totpCode(secret, waybill.deps.clock()))
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    const [recovery] = (await dialog.locator('figure pre').textContent())!.split('\n')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'I have stored them' }).click()
    await page.getByText('Recovery codes left: 10.').waitFor()
    await assertAccessible(page)

    const { secret: link } = await makeSignInLink(waybill.deps, byTest(waybill.deps), tenant.business.id, person.memberId)
    await page.goto(`/portal/link#${link}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('is wrong or was used before').waitFor()
    await page.getByLabel('Code from your authenticator app').fill(recovery!)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: tenant.business.name, level: 1 }).waitFor()

    const owner = await signedInPerson(waybill, tenant, 'owner')
    await signInto(page, waybill.url, owner.cookie)
    await page.open('/people')
    await page.getByRole('row').filter({ hasText: person.email }).getByRole('button', { name: 'Remove authenticator' }).click()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove authenticator' }).click()
    await page.getByText('The authenticator app is removed.').waitFor()
    const again = await signInByLink(waybill, tenant, person.memberId)
    await signInto(page, waybill.url, cookieOf(again))
    await page.open('/account')
    await page.getByText('Not set up.').waitFor()
  })

  it('remove their authenticator app with a code', IN_SOAK, async () => {
    const { waybill } = stage
    const { person, page } = await stage.person('owner')
    const { secret } = (await person.call('POST', '/portal/v1/second_factor/totp')).json
    const code = { second_factor_code: totpCode(secret, waybill.deps.clock()) }
    const { recovery_codes: codes } = (await person.call('POST', '/portal/v1/second_factor/totp/confirm', code)).json
    await page.open('/account')
    await page.getByRole('button', { name: 'Remove the app' }).click()
    await page.getByRole('dialog').getByLabel('Code from the app, or a recovery code').fill(codes[0])
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the app' }).click()
    await page.getByText('The app is removed.').waitFor()
    await page.getByText('Not set up.').waitFor()
  })

  it('add a passkey, and remove it', async () => {
    const { person, page } = await stage.person('clerk', { isSingleUse: true })
    // Uses `localhost`, because passkeys work with host names and not with IP addresses.
    await page.open('/account')
    const address = page.url().replace('127.0.0.1', 'localhost')
    await signInto(page, address, person.cookie)
    await page.goto(address)
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const
    await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } })
    await page.getByText('No passkeys yet.').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey is added.').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Remove Phone' }).click()
    await page.getByText('No passkeys yet.').waitFor()
    assert.deepEqual((await person.call('GET', '/portal/v1/passkeys')).json, [])
  })
})

describeInPortal('message settings', (stage) => {
  it('are changed by an owner, with mistakes at their fields', async () => {
    const { person, page } = await stage.person('owner')
    await page.open('/messages/settings')
    await page.getByRole('checkbox', { name: 'Arrived' }).first().check()
    await page.getByLabel('Channel for customers').selectOption('Email')
    await page.getByRole('button', { name: 'Add a contact' }).click()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await assertAccessible(page)
    const contact = page.getByRole('group', { name: 'the new contact' })
    await contact.getByLabel('Address or phone').fill('desk@example.com')
    await contact.getByLabel('Name').fill('Import desk')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('The message settings are saved.').waitFor()
    const { json } = await person.call('GET', '/portal/v1/message_settings')
    assert.deepEqual([json.customers, json.channel, json.contacts[0].name], [['arrived'], 'email', 'Import desk'])
  })
})
