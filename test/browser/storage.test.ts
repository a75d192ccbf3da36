// Storage in a real browser: packages grouped by their last free day, and their fees.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTerms } from '../../src/flows/businesses/set-terms.ts'
import { bookPackage, play } from '../support/calls/package-calls.ts'
import type { Json } from '../support/calls/quote-calls.ts'
import { bookedQuote } from '../support/calls/quote-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { byTest } from '../support/samples/authors.ts'
import { importAir } from '../support/samples/requests.ts'
import type { Tenant } from '../support/server/waybill.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const PER_PAGE = 50
const PACKAGES = 55
const DAY_MS = 24 * 60 * 60 * 1000
/** A package with a base of 0.3 square metres. Its storage costs NGN 150 per day under the operator's default terms. */
const MEASURED = { weight: 5, length: 60, width: 50, height: 40 }

describeInBrowser('storage', (stage) => {
  const received = async (tenant: Tenant, daysAgo: number): Promise<Json> => {
    const { time } = stage.waybill
    const now = time.now()
    time.freeze(now - daysAgo * DAY_MS)
    const { parcel_id } = await bookPackage(tenant, importAir())
    const parcel = await play(tenant, parcel_id, 'receive', MEASURED)
    time.freeze(now)
    return parcel
  }

  it('says so when there is nothing', async () => {
    const page = await stage.newPage({ as: 'support' })
    await page.goto('/console/storage?mode=test')
    await page.getByRole('heading', { name: 'Nothing in the warehouse' }).waitFor()
    await page.getByText('Overdue only', { exact: true }).click()
    await page.getByRole('heading', { name: 'Nothing is overdue' }).waitFor()
    await page.getByText('Still free', { exact: true }).click()
    await page.getByRole('heading', { name: 'Nothing is still free' }).waitFor()
    await assertAccessible(page)
  })

  it('is grouped by last free day, summed by business, and charted over 30 or 90 days', async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant({ name: 'Sample Imports' })
    const patient = await waybill.newTenant({ name: 'Patient Traders' })
    await setTerms(waybill.deps, byTest(waybill.deps), { business: patient.business.id, freeDays: '30', from: null })
    const expected = {
      Overdue: await received(tenant, 9),
      'Today is the last free day': await received(tenant, 6),
      Tomorrow: await received(tenant, 5),
      'Within a week': await received(tenant, 2),
    }
    const later = await received(patient, 0)

    const page = await stage.newPage({ as: 'support' })
    await page.goto('/console/storage?mode=test')
    for (const [group, parcel] of Object.entries({ ...expected, Later: later }))
      await page
        .getByRole('rowgroup')
        .filter({ has: page.getByRole('rowheader', { name: group }) })
        .getByRole('link', { name: parcel.parcel_number })
        .waitFor()
    // 450.00 is the fee for three days after the last free day.
    await page.getByTestId('sum-due').getByText('450.00').waitFor()
    await page.getByTestId('sum-perDay').getByText('150.00').waitFor()
    assert.equal(await page.getByTestId('sum-stored').textContent(), '5')
    await page.getByRole('row').filter({ hasText: 'Patient Traders' }).first().waitFor()
    await page.getByRole('img', { name: /over the last 30 days/ }).waitFor()
    await page.getByText('90 days', { exact: true }).click()
    await page.getByRole('img', { name: /over the last 90 days/ }).waitFor()
    assert.match(page.url(), /days=90/)
    await assertAccessible(page)
    await fitsPhone(page)

    await page.getByText('Overdue only', { exact: true }).click()
    await page.getByRole('link', { name: later.parcel_number }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: expected.Overdue.parcel_number }).waitFor()
    await page.getByText('Still free', { exact: true }).click()
    await page.getByRole('link', { name: expected.Overdue.parcel_number }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: expected['Today is the last free day'].parcel_number }).waitFor()
    await page.getByRole('link', { name: later.parcel_number }).waitFor()
    assert.match(page.url(), /overdue=false/)

    await page.goto(`/console/storage?mode=test&business=${patient.business.id}`)
    await page.getByRole('link', { name: later.parcel_number }).waitFor()
    assert.equal(await page.getByRole('link', { name: expected.Overdue.parcel_number }).count(), 0)
  })

  it('is paged', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const { parcel_details: details } = await bookedQuote(
      tenant,
      importAir({ packages: Array.from({ length: PACKAGES }, () => ({ weight: 1 })) }),
    )
    for (const { parcel_id } of details.parcels) await play(tenant, parcel_id, 'receive')
    const page = await stage.newPage({ as: 'support' })
    await page.goto(`/console/storage?mode=test&business=${tenant.business.id}`)
    const links = page.getByRole('region', { name: 'By last free day' }).getByRole('link')
    await links.first().waitFor()
    assert.equal(await links.count(), PER_PAGE)
    await page.getByText(`${PER_PAGE} so far`).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await links.nth(PACKAGES - 1).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
  })

  it('lists abandoned packages, opened from the page, after the days that the operator has set', IN_SOAK, async () => {
    const tenant = await stage.waybill.newTenant()
    const [old, recent] = [await received(tenant, 70), await received(tenant, 60)]
    const page = await stage.newPage({ as: 'admin' })
    await page.goto(`/console/storage?mode=test&business=${tenant.business.id}`)
    await page.getByRole('link', { name: 'Abandoned packages' }).click()
    await page.getByRole('link', { name: old.parcel_number }).waitFor()
    assert.equal(await page.getByRole('link', { name: recent.parcel_number }).count(), 0)
    await page.getByText('More than 60 days past their last free day').waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    assert.match((await page.getByRole('link', { name: 'CSV file' }).getAttribute('href'))!, /ageing\.csv\?mode=test&abandoned=true/)

    // The overview counts the abandoned packages, and links to a list of these packages.
    await page.goto(`/console/?mode=test&business=${tenant.business.id}`)
    await page.getByRole('link', { name: 'Abandoned 1' }).click()
    await page.waitForURL(/packages\?abandoned=true/)
    await page.getByRole('link', { name: old.parcel_number }).waitFor()
    assert.equal(await page.getByRole('link', { name: recent.parcel_number }).count(), 0)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Clear Long past free days' }).click()
    await page.getByRole('link', { name: recent.parcel_number }).waitFor()
  })
})
