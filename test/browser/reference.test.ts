// The API reference in a real browser, under a policy that blocks inline scripts.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeInBrowser } from './support/stage.ts'

describeInBrowser('the reference', (stage) => {
  it('shows the operations, and sends no request to another server', async () => {
    const page = await stage.newPage({ as: 'warehouse' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // A library on the page tries to use `eval`. The content security policy forbids that, and the library then works without `eval`.
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
