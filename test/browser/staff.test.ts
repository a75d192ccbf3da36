// Accounts in a real browser: an admin makes and closes them; everyone minds their own password, sessions and tokens.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signedIn, tokenHeaders, uniqueEmail } from '../support/calls/staff-calls.ts'
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

  it('come in with the account an admin made, see what their role offers, and are out once it is closed', async () => {
    const email = uniqueEmail()
    const admin = await stage.newPage({ as: 'admin' })
    await admin.goto('/console/staff')
    await admin.getByRole('button', { name: 'New account' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Dock Two')
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await admin.getByRole('option', { name: 'Warehouse' }).click()
    await dialog.getByLabel('First password').fill(PASSWORD)
    await assertAccessible(admin)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await admin.getByText('Dock Two can sign in now.').waitFor()

    const page = await signedInBy(email, PASSWORD)
    await page.getByText(`${email}, Warehouse`).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Staff' }).count(), 0)

    await admin.getByRole('row', { name: 'Dock Two' }).getByRole('button', { name: 'Deactivate' }).click()
    await assertAccessible(admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await admin.getByRole('row', { name: 'Dock Two' }).getByText('Inactive').waitFor()

    await page.getByRole('link', { name: 'Businesses' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/console/businesses')
  })

  it('have sessions and tokens that an admin can end', async () => {
    const dock = await signedIn(stage.waybill, 'warehouse')
    await tokenHeaders(stage.waybill, dock.staff)
    await stage.waybill.deps.db.execute('update staff set name = $2 where id = $1', [dock.staff.id, 'Dock Nine'])
    const admin = await stage.newPage({ as: 'admin' })
    await admin.goto('/console/staff')
    await admin.getByRole('row', { name: 'Dock Nine' }).getByRole('button', { name: 'Sessions and tokens' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Sessions and tokens of Dock Nine' })
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

  it('make an access token that works until they revoke it', async () => {
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
