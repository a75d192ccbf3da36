// The request log in a real browser: lists the requests of an API key, masks personal data, keeps its filters in the URL, and is linked from errors.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { whenLogged } from '../support/calls/request-log-calls.ts'
import { signedIn } from '../support/calls/staff-calls.ts'
import { importAir, lagosRecipient } from '../support/samples/requests.ts'
import type { Answer } from '../support/server/waybill.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, PHONE } from './support/stage.ts'

describeInBrowser('the request log', (stage) => {
  const idOf = (answer: Answer): string => answer.headers.get('x-request-id')!
  const logged = async (requestId: string): Promise<void> => {
    const admin = await signedIn(stage.waybill, 'admin')
    await whenLogged(() => admin.call('GET', `/ops/v1/requests/${requestId}`))
  }

  it('has the requests of a key that was issued in the console, without personal data', async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant()
    const page = await stage.newPage({ as: 'admin' })
    await page.visit(`/console/businesses/${tenant.business.id}`)
    await page.getByRole('button', { name: 'Issue key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue key' }).click()
    const key = (await page.getByTestId('secret').textContent())!
    await page.getByRole('button', { name: 'Done' }).click()
    const good = await waybill.call('POST', '/v1/parcel_quotes', { parcel: importAir() }, { key })
    const bad = await waybill.call('POST', '/v1/parcel_quotes', { parcel: { direction: 'import' } }, { key })
    assert.deepEqual([good.status, bad.status], [201, 422])
    await logged(idOf(bad))

    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByRole('row', { name: 'POST /v1/parcel_quotes 201' }).waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: '4xx' }).click()
    await page.getByRole('row', { name: 'POST /v1/parcel_quotes 201' }).waitFor({ state: 'hidden' })
    const { searchParams } = new URL(page.url())
    assert.deepEqual([searchParams.get('status'), searchParams.get('business')], ['4xx', tenant.business.id])
    await assertAccessible(page)
    await page.reload()
    await page.getByRole('row', { name: 'POST /v1/parcel_quotes 422' }).getByRole('link').click()
    await page.getByText('VALIDATION_FAILED').first().waitFor()
    await page.getByText(idOf(bad)).first().waitFor()

    await page.visit(`/console/requests/${idOf(good)}`)
    const body = page.getByRole('region', { name: 'Request body' })
    await body.getByText('"weight": 12.5').waitFor()
    const text = (await body.textContent())!
    assert.equal(text.includes(lagosRecipient.phone) || text.includes(lagosRecipient.address.street), false)
    await assertAccessible(page)
  })

  it('is one click away from an error', async () => {
    const page = await stage.newPage({ as: 'support' })
    page.faults.allow(/^Failed to load resource: the server responded with a status of 500/)
    const tenant = await stage.waybill.newTenant()
    const answer = await tenant.post('/v1/parcel_quotes', {})
    await logged(idOf(answer))
    await page.route('**/ops/v1/fx_rates', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': idOf(answer) },
        json: { error: 'Something failed on our side.', code: 'INTERNAL' },
      }),
    )
    await page.visit('/console/fx')
    await page.getByRole('link', { name: `Request ${idOf(answer)}` }).click()
    await page.getByRole('row', { name: 'POST /v1/parcel_quotes 422' }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
  })

  it('fits a narrow screen, and says when it is empty', async () => {
    const page = await stage.newPage({ as: 'support', viewport: PHONE })
    await page.visit('/console/requests?request_id=req_nowhere')
    await page.getByText('No requests found').waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
    // Sends a request whose address is wider than the screen.
    const { headers } = await (await stage.waybill.newTenant()).post(`/v1/packages/pkg_${'0'.repeat(26)}/notices`, {})
    const id = headers.get('x-request-id')!
    await logged(id)
    await page.visit(`/console/requests/${id}`)
    await page.getByRole('heading', { level: 1, name: /notices$/ }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
  })
})
