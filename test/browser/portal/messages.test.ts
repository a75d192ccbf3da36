// A clerk reads the messages of a business in the portal, and sends a failed one again.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { failedMessage } from '../../support/calls/message-calls.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'

describeInPortal('messages', (stage) => {
  it('are listed by their status, say why they failed, and are sent again as a new message', async () => {
    const { tenant, page } = await stage.person('clerk')
    await page.open('/messages')
    await page.getByText('No messages yet').waitFor()
    await assertAccessible(page)
    const id = await failedMessage(stage.waybill, tenant)

    await page.open('/messages?status=delivered')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('row', { name: /Payment received.*Failed/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Payment received' }).click()
    await page.getByText('No such mailbox.').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await tenant.get('/v1/messages')).json.length, 1)
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await page.getByText('The message is sent again.').waitFor()
    const [next, old] = (await tenant.get('/v1/messages')).json
    assert.deepEqual([old.message_id, old.status], [id, 'failed'])
    await page.waitForURL(new RegExp(next.message_id))
    await page.getByText('Queued').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0)
  })

  it('are settled by owners only', async () => {
    const { page } = await stage.person('clerk')
    await page.open('/messages')
    await page.getByText('No messages yet').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Settings' }).count(), 0)
    await page.open('/messages/settings')
    await page.getByText('Open to these roles: Owner.').waitFor()
  })
})
