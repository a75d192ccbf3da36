// A person ends their session on another device. That device is signed out at once.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { personOf, signInByLink } from '../../support/calls/member-calls.ts'
import { assertAccessible } from '../support/axe.ts'
import { describeInPortal } from '../support/portal-stage.ts'

describeInPortal('sessions of a person', (stage) => {
  it('are listed, and another one is ended at once', async () => {
    const { tenant, person, page } = await stage.person('clerk')
    const phone = personOf(stage.waybill, tenant, await signInByLink(stage.waybill, tenant, person.memberId))
    assert.equal((await phone.call('GET', '/v1/packages')).status, 200)
    await page.open('/account')
    await page.getByText('This one').waitFor()
    await assertAccessible(page)
    const ends = page.getByRole('button', { name: /^End / })
    assert.equal(await ends.count(), 1)
    await ends.click()
    await page.getByText('The session has ended.').waitFor()
    await ends.waitFor({ state: 'detached' })
    assert.equal((await phone.call('GET', '/v1/packages')).status, 401)
    assert.equal((await person.call('GET', '/v1/packages')).status, 200)
  })
})
