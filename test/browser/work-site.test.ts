// The site of a device in a real browser: chosen once, then sent with receipts and places. Offline scans keep the site at which they were made.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import * as receipts from '../../src/store/receiving/receipts.ts'
import { COOKIE, inSession, newStaff, opsCaller } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { assertAccessible } from './support/axe.ts'
import type { Cartons } from './support/dock.ts'
import { atField, bookCartons, receiveByKeys, SCAN_BOX, scan, untilReady, untilSent } from './support/dock.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const UNREACHABLE = /^Failed to load resource: net::ERR_/
const REFUSED = /^Failed to load resource: the server responded with a status of 422/

describeInBrowser('the site of a device', (stage) => {
  const london = async (): Promise<string> => {
    const admin = await opsCaller(stage.waybill, 'admin')
    const sites = await admin.get('/sites')
    const known = sites.find(({ code }: { code: string }) => code === 'LON')
    return (known ?? (await admin.done('/sites', { code: 'LON', name: 'London hub', country: 'GB', time_zone: 'Europe/London' }))).site_id
  }
  const siteOf = async ({ tenant, ids }: Cartons, index: number): Promise<string | null | undefined> => {
    const filter = { mode: 'live' as const, businessId: tenant.business.id }
    const { items } = await receipts.listNewest(stage.waybill.deps.db, filter, { page: 1, perPage: 100, cursor: null })
    return items.find(({ receipt }) => receipt.packageId === ids[index])?.receipt.siteId
  }
  const choose = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

  it('is asked once, shown in the account menu, and sent with receipts and places', async () => {
    const cartons = await bookCartons(stage.waybill, 2)
    const page = await stage.newPage({ as: 'warehouse', isSingleUse: true })
    await page.visit('/console/receive')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0, 'a store with one site asks nothing')
    const id = await london()
    await page.reload()
    await page.getByRole('dialog').getByText('At which site is this device?').waitFor()
    await assertAccessible(page)
    await choose(page, 'LON · London hub')
    await receiveByKeys(page, cartons.numbers[0]!, 12.5)
    await page.getByTestId('done').waitFor()
    assert.equal(await siteOf(cartons, 0), id)

    await page.visit('/console/places')
    await page.getByRole('button', { name: 'New places' }).click()
    await page.getByText('They belong to site LON · London hub.').waitFor()
    await page.getByLabel('Code, or the first of a range').fill('L-01-01')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Place L-01-01 is created.').waitFor()
    const admin = await opsCaller(stage.waybill, 'admin')
    assert.deepEqual(
      (await admin.get('/places?site=LON')).map(({ code }: { code: string }) => code),
      ['L-01-01'],
    )

    await page.goto('/console/receive')
    await page.getByRole('heading', { name: 'Ready to scan' }).waitFor()
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Site LON: change' }).click()
    await fitsPhone(page)
    await choose(page, 'MAIN')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel(SCAN_BOX).focus()
    await receiveByKeys(page, cartons.numbers[1]!, 12.5)
    await page.getByTestId('done').waitFor()
    assert.equal(await siteOf(cartons, 1), null)
  })

  it('stays with what was scanned offline, and a refusal because of it loses nothing', IN_SOAK, async () => {
    const id = await london()
    const cartons = await bookCartons(stage.waybill, 2)
    const admin = await opsCaller(stage.waybill, 'admin')
    const clerk = await newStaff(stage.waybill, 'warehouse')
    const { cookie } = await inSession(stage.waybill, clerk)
    const page = await stage.newPage({ isSingleUse: true })
    page.faults.allow(UNREACHABLE)
    page.faults.allow(REFUSED)
    const { hostname } = new URL(stage.waybill.url)
    const signed = { name: COOKIE, value: cookie.slice(COOKIE.length + 1), domain: hostname, path: '/' }
    await page.context().addCookies([{ ...signed, secure: true, httpOnly: true, sameSite: 'Strict' }])
    await page.goto('/console/receive')
    await choose(page, 'LON · London hub')
    await untilReady(page)
    await page.context().setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await receiveByKeys(page, cartons.numbers[0]!, 12.5)
    await page.getByText('Site LON').waitFor()

    // The device is carried to another site before the connection is back.
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Site LON: change' }).click()
    await choose(page, 'MAIN')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.context().setOffline(false)
    await untilSent(page)
    await page.getByText(/^\d+ waiting$/).waitFor({ state: 'detached' })
    assert.equal(await siteOf(cartons, 0), id)

    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Site MAIN: change' }).click()
    await choose(page, 'LON')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await page.getByLabel(SCAN_BOX).focus()
    await scan(page, cartons.numbers[1]!)
    await atField(page, 'Weight, kg')
    await scan(page, '12.5')
    await page.getByText('1 waiting').waitFor()
    const moved = await admin.call('PATCH', `/ops/v1/staff/${clerk.id}`, { sites: ['MAIN'] })
    assert.equal(moved.status, 200, moved.text)
    await page.context().setOffline(false)
    await page.getByText('1 refused').waitFor()
    await page.getByText(/Scanned at site LON\..*where you do not work.*The entry stays here/).waitFor()
    await assertAccessible(page)
    assert.equal(await siteOf(cartons, 1), undefined)

    const back = await admin.call('PATCH', `/ops/v1/staff/${clerk.id}`, { sites: ['MAIN', 'LON'] })
    assert.equal(back.status, 200, back.text)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/refused|waiting/).waitFor({ state: 'detached' })
    await page.getByText('Queued in this browser').waitFor({ state: 'detached' })
    assert.equal(await siteOf(cartons, 1), id)
  })
})
