// The API reference in a real browser, under a policy that makes no text into a script.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeInBrowser } from './support/stage.ts'

describeInBrowser('the reference', (stage) => {
  it('shows the operations, and asks no other server for anything', async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // A library in it asks whether it could make scripts, and does without.
    page.faults.allow(/script-src eval/)
    await page.goto('/reference/')
    await page.getByRole('heading', { name: 'Waybill', exact: false }).first().waitFor()
    await page.getByText('create_shipment').first().waitFor()
    const { origin } = new URL(page.url())
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url)),
      [],
    )
  })
})
