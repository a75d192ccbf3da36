// Staff accounts in a real browser: admins create and close them; everyone manages their own password, sessions and tokens.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { totpCode } from '../support/calls/authenticator.ts'
import { newStaff, signedIn, tokenHeaders, uniqueEmail } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { assertAccessible } from './support/axe.ts'
import type { Stage } from './support/stage.ts'
import { describeInBrowser } from './support/stage.ts'

const PASSWORD = 'pallets before noon'
const NEXT_PASSWORD = 'crates after midnight'

describeInBrowser('staff', (stage) => {
  const signedInBy = async (email: string, password: string): ReturnType<Stage['newPage']> => {
    const page = await stage.newPage()
    await page.goto('/console/account')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    return page
  }

  it('are invited, choose their password, set up an app, become an admin, and lose access at once when removed', async () => {
    const email = uniqueEmail()
    const admin = await stage.newPage({ as: 'admin' })
    await admin.visit('/console/staff')
    await admin.getByRole('button', { name: 'Invite a colleague' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByText('Can read everything except accounts, and change nothing').waitFor()
    await dialog.getByRole('radio', { name: 'Warehouse' }).check()
    await assertAccessible(admin)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await admin.getByTestId('secret').textContent()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await admin.getByRole('row', { name: email }).waitFor()

    const page = await stage.newPage()
    await page.goto(link!.slice(link!.indexOf('/console')))
    await page.getByLabel('Name').fill('Dock Two')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Create account and sign in' }).click()
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.getByText(`${email}, Warehouse`).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Staff' }).count(), 0)

    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await assertAccessible(page)
    const secret = (await page.getByRole('dialog').locator('code').textContent())!
    await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(totpCode(secret, stage.waybill.deps.clock()))
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
    const [recovery] = (await page.getByTestId('secret').textContent())!.split('\n')
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await page.getByText('Recovery codes left: 10.').waitFor()

    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code', { exact: true }).fill('nothing')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The recovery code is wrong').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Code', { exact: true }).fill(recovery!)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Recovery codes left: 9.').waitFor()
    await page.getByRole('button', { name: 'Remove the app' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(recovery!)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the app' }).click()
    await page.getByText('must be a current code of the app, or a recovery code').waitFor()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    await admin.visit('/console/staff')
    await admin.getByRole('row', { name: 'Dock Two' }).getByRole('button', { name: 'Edit' }).click()
    await admin.getByRole('dialog').getByRole('radio', { name: 'Admin' }).check()
    await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await admin.getByRole('row', { name: 'Dock Two' }).getByRole('cell', { name: 'Admin', exact: true }).waitFor()
    await page.goto('/console/staff')
    await page.getByRole('row', { name: 'Dock Two' }).waitFor()

    await admin.getByRole('row', { name: 'Dock Two' }).getByRole('button', { name: 'Deactivate' }).click()
    await assertAccessible(admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await admin.getByRole('row', { name: 'Dock Two' }).getByRole('cell', { name: 'Inactive', exact: true }).waitFor()
    // The page of the deactivated person shows the sign-in form without a reload.
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/console/staff')
  })

  it('sign in with a passkey, which they can remove and an admin can reset', async () => {
    const { email, id } = await newStaff(stage.waybill, 'warehouse', PASSWORD)
    await stage.waybill.deps.db.execute('update staff set name = $2 where id = $1', [id, 'Dock Key'])
    const page = await stage.newPage({ isSingleUse: true })
    // Passkeys belong to a host name, not to an IP address.
    await page.goto('/console/account')
    await page.goto(page.url().replace('127.0.0.1', 'localhost'))
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Label').fill('Phone')
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey is added.').waitFor()
    await assertAccessible(page)
    const signOut = async () => {
      await page.getByRole('button', { name: 'Account', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Use a passkey' }).click()
    }
    await signOut()
    await page.getByText(`${email}, Warehouse`).waitFor()

    const admin = await stage.newPage({ as: 'admin' })
    await admin.visit('/console/staff')
    await admin.getByRole('row', { name: 'Dock Key' }).getByRole('button', { name: 'Access' }).click()
    await admin.getByText('Passkeys: Phone').waitFor()
    await admin.getByRole('button', { name: 'Reset second factor' }).click()
    await admin.getByRole('dialog', { name: 'Reset the second factor of Dock Key?' }).getByRole('button', { name: 'Reset' }).click()
    await admin.getByText('The second factor is reset.').waitFor()
    // The reset has ended all sessions of the account, so the user's page shows the sign-in form.
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('This passkey belongs to no account here.').waitFor()
  })

  it('have sessions and tokens that an admin can end', async () => {
    const dock = await signedIn(stage.waybill, 'warehouse')
    await tokenHeaders(stage.waybill, dock.staff)
    await stage.waybill.deps.db.execute('update staff set name = $2 where id = $1', [dock.staff.id, 'Dock Nine'])
    const admin = await stage.newPage({ as: 'admin' })
    await admin.goto('/console/staff')
    await admin.getByRole('row', { name: 'Dock Nine' }).getByRole('button', { name: 'Access' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Access for Dock Nine' })
    await dialog.getByText('sample').waitFor()
    await assertAccessible(admin)
    await dialog.getByRole('button', { name: 'End' }).click()
    await admin.getByText('The session has ended.').waitFor()
    assert.equal((await dock.call('GET', '/ops/v1/session')).status, 401)
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await admin.getByRole('dialog', { name: 'Revoke this token?' }).getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText(/^Revoked /).waitFor()
  })

  it('change their password, which ends their other sessions', async () => {
    const email = uniqueEmail()
    const admin = await signedIn(stage.waybill, 'admin')
    const made = await admin.call('POST', '/ops/v1/staff', { name: 'Desk One', email, role: 'support', password: PASSWORD })
    assert.equal(made.status, 201, made.text)
    const elsewhere = await stage.waybill.call('POST', '/ops/v1/session', { email, password: PASSWORD })
    const headers = { cookie: elsewhere.headers.get('set-cookie')!.split(';')[0]! }
    const statusElsewhere = async () => (await stage.waybill.call('GET', '/ops/v1/session', undefined, { headers })).status
    assert.equal(await statusElsewhere(), 200)
    const here = await signedInBy(email, PASSWORD)
    await here.getByLabel('Current password').fill(PASSWORD)
    await here.getByLabel('New password').fill(NEXT_PASSWORD)
    await here.getByRole('button', { name: 'Change password' }).click()
    await here.getByText('The password is changed.').waitFor()
    assert.equal(await statusElsewhere(), 401)
    await here.reload()
    await here.getByRole('heading', { name: 'Your account' }).waitFor()
  })

  it('create an access token that works until they revoke it', IN_SOAK, async () => {
    const { waybill } = stage
    const page = await stage.newPage({ as: 'support' })
    await page.goto('/console/account')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('textbox', { name: 'Label' }).fill('nightly report')
    await page.getByRole('dialog').getByRole('button', { name: 'New token' }).click()
    const token = await page.getByTestId('secret').textContent()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    const use = async () =>
      (await waybill.call('GET', '/ops/v1/businesses', undefined, { headers: { authorization: `Bearer ${token}` } })).status
    assert.equal(await use(), 200)
    await page.getByRole('row', { name: 'nightly report' }).getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The token is revoked.').waitFor()
    assert.equal(await use(), 401)
  })
})
