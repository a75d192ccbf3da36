// A newcomer in a real browser: from the set-up link to a key that works.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { makeSetupLink } from '../../src/flows/staff/create-staff.ts'
import { uniqueEmail } from '../support/calls/staff-calls.ts'
import { byTest } from '../support/samples/authors.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser } from './support/stage.ts'

const PASSWORD = 'correct horse battery'

describeInBrowser('first steps', (stage) => {
  it('lead from the set-up link to an admin, a business and a key that the API accepts', async () => {
    const { waybill } = stage
    const email = uniqueEmail()
    const page = await stage.newPage()
    await page.goto(`/console/setup#${await makeSetupLink(waybill.deps, byTest(waybill.deps))}`)
    await page.getByLabel('Name').fill('First Admin')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account and sign in' }).click()
    await page.getByRole('heading', { name: 'Welcome, First Admin' }).waitFor()
    assert.equal(new URL(page.url()).hash, '')

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.visit('/console/businesses')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByRole('button', { name: 'New business' }).click()
    await page.getByLabel('Name').fill('Sample Imports')
    await page.getByLabel('Prefix').fill('smp')
    await page.getByRole('button', { name: 'Create business' }).click()
    await page.getByRole('heading', { name: 'Sample Imports' }).waitFor()

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Street').fill('1 Sample Street')
    await page.getByLabel('City').fill('Ikeja')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 Sample Street, Ikeja').waitFor()

    await page.getByRole('button', { name: 'Issue key' }).click()
    await page.getByRole('textbox', { name: 'Label' }).fill('web shop')
    await page.getByRole('dialog').getByRole('button', { name: 'Issue key' }).click()
    const key = (await page.getByTestId('secret').textContent())!
    const { status } = await waybill.call('GET', '/v1/parcel_quotes', undefined, { key })
    assert.equal(status, 200)

    await page.getByRole('button', { name: 'Done' }).click()
    assert.equal((await page.content()).includes(key), false)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The key is revoked.').waitFor()
    assert.equal((await waybill.call('GET', '/v1/parcel_quotes', undefined, { key })).status, 401)
  })

  it('mark mistakes at the field, and give one message for any wrong password', async () => {
    const page = await stage.newPage()
    await page.goto(`/console/setup#${await makeSetupLink(stage.waybill.deps, byTest(stage.waybill.deps))}`)
    await page.getByLabel('Name').fill('First Admin')
    await page.getByLabel('Email').fill('nobody')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account and sign in' }).click()
    await page.getByText('must be an email address').waitFor()
    await page.getByText('must have 12 to 128 characters').waitFor()
    await assertAccessible(page)
    await page.visit('/console/')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Wrong email or password.').waitFor()
    await assertAccessible(page)
  })
})
