// A business's portal users in the console: they are invited, get sign-in links and roles, and are removed. An admin views the portal as the business.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inviteMember } from '../../src/flows/members/change-members.ts'
import { totpCode } from '../support/calls/authenticator.ts'
import { personOf } from '../support/calls/member-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { byTest } from '../support/samples/authors.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser } from './support/stage.ts'

describeInBrowser('the portal of a business', (stage) => {
  it('gets people, who are invited, get a link and another role, and are removed', async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    const page = await stage.newPage({ as: 'admin' })
    await page.visit(`/console/businesses/${tenant.business.id}`)
    await page.getByText('Nobody yet').waitFor()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Ada Sample')
    await dialog.getByLabel('Email').fill('nobody')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await assertAccessible(page)
    await dialog.getByLabel('Email').fill('ada@example.com')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const row = page.getByRole('row', { name: 'Ada Sample' })
    await row.getByText(/Invited until/).waitFor()
    await row.getByText('Never').waitFor()
    await assertAccessible(page)

    await row.getByRole('button', { name: 'Sign-in link' }).click()
    const link = (await page.getByTestId('secret').textContent())!
    const signedIn = await waybill.call('POST', '/portal/v1/session', { link: link.split('#')[1] })
    const person = personOf(waybill, tenant, signedIn)
    await page.getByRole('button', { name: 'Done' }).click()
    await row.getByText('Active').waitFor()

    await row.getByRole('button', { name: 'Change role' }).click()
    await page.getByRole('dialog').getByLabel('Clerk').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
    await row.getByText('Clerk').waitFor()
    assert.equal((await person.call('GET', '/v1/invoices')).status, 403)

    const { secret } = (await person.call('POST', '/portal/v1/second_factor/totp')).json
    const code = { second_factor_code: totpCode(secret, waybill.deps.clock()) }
    assert.equal((await person.call('POST', '/portal/v1/second_factor/totp/confirm', code)).status, 200)
    await row.getByRole('button', { name: 'Remove authenticator' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove authenticator' }).click()
    await page.getByText('The authenticator app of Ada Sample is removed.').waitFor()
    assert.equal((await person.call('GET', '/portal/v1/session')).status, 401)

    await row.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nobody yet').waitFor()
  })

  it('is seen by an admin as the business sees it, and turned off and on', IN_SOAK, async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    const { deps } = waybill
    await inviteMember(deps, byTest(deps), tenant.business.id, { email: 'bola@example.com', name: 'Bola Sample', role: 'owner' })
    const page = await stage.newPage({ as: 'admin' })
    await page.visit(`/console/businesses/${tenant.business.id}`)
    await page.getByRole('button', { name: 'View as business' }).click()
    const open = page.getByRole('link', { name: 'Open the portal' })
    await open.waitFor()
    await assertAccessible(page)
    const url = (await open.getAttribute('href'))!
    const viewer = personOf(waybill, tenant, await waybill.call('POST', '/portal/v1/session', { link: url.split('#')[1] }))
    assert.deepEqual((await viewer.call('GET', '/portal/v1/session')).json.view_as, { staff_name: 'Sample admin' })
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('The portal is off: people').waitFor()
    await assertAccessible(page)
    assert.equal((await viewer.call('GET', '/v1/packages')).status, 404)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'Invite', exact: true }).waitFor()
  })
})
