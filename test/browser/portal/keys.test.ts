// A developer of a business creates, rotates and revokes API keys in the portal.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertAccessible } from '../support/axe.ts'
import type { PortalPage } from '../support/portal-stage.ts'
import { describeInPortal } from '../support/portal-stage.ts'

describeInPortal('API keys', (stage) => {
  const shownKey = async (page: PortalPage): Promise<string> => {
    const shown = page.getByText(/^wb_\w+$/)
    await shown.waitFor()
    await assertAccessible(page)
    const key = (await shown.textContent())!
    // The key is shown only once, so Escape does not close the dialog.
    await page.keyboard.press('Escape')
    await shown.waitFor()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await shown.waitFor({ state: 'detached' })
    return key
  }
  const statusWith = async (key: string): Promise<number> => (await stage.waybill.call('GET', '/v1/packages', undefined, { key })).status

  it('are created, rotated with an overlap and revoked', async () => {
    const { page } = await stage.person('developer')
    await page.open('/developers')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Label').fill('Web shop')
    await assertAccessible(page)
    await page.keyboard.press('Enter')
    const first = await shownKey(page)
    assert.match(first, /^wb_test_/)
    assert.equal(await statusWith(first), 200)

    await page.getByRole('group', { name: 'Actions for Web shop' }).getByRole('button', { name: 'Rotate' }).click()
    await page.getByLabel('The old key works for another').selectOption('1 hour')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    const second = await shownKey(page)
    assert.notEqual(second, first)
    assert.deepEqual([await statusWith(first), await statusWith(second)], [200, 200])
    await page.getByText(/^Replaced, works until /).waitFor()
    await assertAccessible(page)

    const row = page.getByRole('row').filter({ hasText: 'Replaced' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByText('is refused at once').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The key is revoked.').waitFor()
    assert.deepEqual([await statusWith(first), await statusWith(second)], [401, 200])
  })

  it('are created for live mode from test mode, and say so', async () => {
    const { page } = await stage.person('owner')
    await page.open('/developers')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('radio', { name: 'Live' }).check()
    await page.getByRole('radio', { name: 'Prices and customers only' }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('This is a key for live mode, and is listed there.').waitFor()
    const key = await shownKey(page)
    assert.match(key, /^wb_live_/)
    assert.equal(await statusWith(key), 403)
  })
})
