// Changes by other people appear in open windows without a reload, without moving rows or losing typed text.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { atDock, book, live } from '../support/calls/receiving-calls.ts'
import { importAir } from '../support/samples/requests.ts'
import { describeInBrowser } from './support/stage.ts'

describeInBrowser('two windows', (stage) => {
  it('show the same package: one holds it, the other one shows that and keeps its typed text', async () => {
    const tenant = await stage.waybill.newTenant()
    const { ids, numbers } = await book(tenant, importAir(), live(tenant))
    const list = `/console/packages?business=${tenant.business.id}`
    const [reader, holder] = [await stage.newPage({ as: 'support' }), await stage.newPage({ as: 'admin' })]
    await reader.goto(list)
    const row = reader.getByRole('row').filter({ hasText: numbers[0]! })
    await row.waitFor()
    await holder.goto(`/console/packages/${ids[0]}`)
    await holder.getByRole('button', { name: 'Hold' }).click()
    await holder.getByRole('dialog').getByRole('textbox').fill('Papers are missing')
    await holder.getByRole('dialog').getByRole('button', { name: 'Hold' }).click()
    await row.getByText('On hold').waitFor()

    // A colleague releases the package while a remark is being typed in the first window.
    await holder.getByRole('button', { name: 'Release' }).click()
    const remark = holder.getByRole('dialog').getByRole('textbox')
    await remark.fill('The papers have')
    const dock = await atDock(stage.waybill)
    await dock.done(`/packages/${ids[0]}/notices`, { action: 'release' })
    await holder.locator('.answer').getByText('It is on hold').waitFor({ state: 'detached' })
    assert.equal(await remark.inputValue(), 'The papers have')
    await row.getByText('On hold').waitFor({ state: 'detached' })
  })

  it('keep a list still under the pointer, and show new rows on request', async () => {
    const tenant = await stage.waybill.newTenant()
    const first = await book(tenant, importAir(), live(tenant))
    const page = await stage.newPage({ as: 'support' })
    await page.goto(`/console/packages?business=${tenant.business.id}`)
    const rows = page.locator('tbody tr')
    await rows.first().hover()
    const second = await book(tenant, importAir(), live(tenant))
    await page.getByRole('button', { name: 'Show new and moved rows' }).waitFor()
    assert.deepEqual(await rows.allInnerTexts().then((texts) => texts.map((text) => text.includes(first.numbers[0]!))), [true])
    await page.getByRole('button', { name: 'Show new and moved rows' }).click()
    await rows.filter({ hasText: second.numbers[0]! }).waitFor()

    // The pointer is not over the list, so the new row appears at once.
    await page.mouse.move(0, 0)
    await page.getByRole('heading', { level: 1 }).click()
    const third = await book(tenant, importAir(), live(tenant))
    await rows.filter({ hasText: third.numbers[0]! }).waitFor()
  })
})
