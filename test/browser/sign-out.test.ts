// Signing out offline, in a real browser: nobody stays signed in, the session ends when the server is back, and queued work stays with its owner.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { createStaff } from '../../src/flows/staff/create-staff.ts'
import { getShipment, newShipment, storedPackages } from '../support/calls/shipment-calls.ts'
import { COOKIE, signedIn, uniqueEmail } from '../support/calls/staff-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { byTest } from '../support/samples/authors.ts'
import { assertAccessible } from './support/axe.ts'
import {
  atField,
  bookCartons,
  receiveByKeys,
  SCAN_BOX,
  scan,
  standingReceipts,
  until,
  untilReady,
  untilSent,
  WEIGHT,
} from './support/dock.ts'
import { describeInBrowser } from './support/stage.ts'

const UNREACHABLE = /^Failed to load resource: (net::ERR_|the server responded with a status of (401|429|503))/
const PASSWORD = 'pallets before noon'
const DELAYED = 'The server does not know yet'
const UNKEPT = 'This browser has no storage left to remember it'
const FILL_STORAGE = `{
  let text = ''
  for (let more = 2 ** 23; more >= 1; more /= 2) {
    try {
      localStorage.setItem('filler', text + 'x'.repeat(more))
      text += 'x'.repeat(more)
    } catch {}
  }
}`
const DAY_MS = 24 * 60 * 60 * 1000

describeInBrowser('signing out', (stage) => {
  const newAccount = async (): Promise<string> => {
    const { deps } = stage.waybill
    const { email } = await createStaff(deps, byTest(deps), { email: uniqueEmail(), name: 'Dock', role: 'warehouse', password: PASSWORD })
    return email
  }
  const fill = async (page: Page, email: string): Promise<void> => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const enter = async (page: Page, email: string): Promise<void> => {
    await fill(page, email)
    await page.getByRole('button', { name: 'Account' }).waitFor()
  }
  const entered = async (email: string) => {
    const page = await stage.newPage({ hasWorker: true })
    page.faults.allow(UNREACHABLE)
    await page.goto('/console/receive')
    await enter(page, email)
    await untilReady(page)
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
    return page
  }
  const leave = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }
  const cookieOf = async (page: Page): Promise<string> => (await page.context().cookies()).find(({ name }) => name === COOKIE)!.value
  const statusOf = async (secret: string): Promise<number> =>
    (await stage.waybill.call('GET', '/ops/v1/session', undefined, { headers: { cookie: `${COOKIE}=${secret}` } })).status

  it('removes search texts', IN_SOAK, async () => {
    const page = await entered(await newAccount())
    const isStored = `JSON.stringify([{ ...sessionStorage }, { ...localStorage }]).includes('Omolara')`
    await page.goto('/console/packages?search=Omolara')
    await until(page, isStored, true)
    await leave(page)
    await until(page, isStored, false)
  })

  it('without a connection shows nobody, says so, and ends the session once there is one', async () => {
    const page = await entered(await newAccount())
    const secret = await cookieOf(page)
    await page.context().setOffline(true)
    await leave(page)
    await page.getByText(DELAYED).waitFor()
    await assertAccessible(page)
    await page.reload()
    await page.getByText(DELAYED).waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    assert.equal(await statusOf(secret), 200)
    await page.context().setOffline(false)
    await page.getByText(DELAYED).waitFor({ state: 'detached' })
    assert.equal(await statusOf(secret), 401)
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('with full browser storage makes room by deleting cached data', IN_SOAK, async () => {
    const page = await entered(await newAccount())
    const secret = await cookieOf(page)
    await page.context().setOffline(true)
    await page.evaluate(FILL_STORAGE)
    await leave(page)
    await page.getByText(DELAYED).waitFor()
    await page.reload()
    await page.getByText(DELAYED).waitFor()
    await page.context().setOffline(false)
    await page.getByText(DELAYED).waitFor({ state: 'detached' })
    assert.equal(await statusOf(secret), 401)
  })

  for (const isOnline of [true, false])
    it(
      `with no room at all ends the session ${isOnline ? 'at once' : 'once there is a connection, says that it cannot be remembered'}, and loses no queued work`,
      IN_SOAK,
      async () => {
        const page = await entered(await newAccount())
        const secret = await cookieOf(page)
        const cartons = await bookCartons(stage.waybill, 1)
        await page.context().setOffline(true)
        await receiveByKeys(page, cartons.numbers[0]!, 12)
        await page.getByText('1 waiting').waitFor()
        if (isOnline) {
          await page.route('**/receipts', (route) => route.abort())
          await page.context().setOffline(false)
        }
        await page.evaluate(`for (const name of Object.keys(localStorage)) if (name.startsWith('waybill-kept-')) localStorage.removeItem(name)
        ${FILL_STORAGE}`)
        await leave(page)
        if (!isOnline) {
          await page.getByText(UNKEPT).waitFor()
          await assertAccessible(page)
          assert.equal(await statusOf(secret), 200)
          await page.context().setOffline(false)
        }
        await page.getByText(UNKEPT).waitFor({ state: 'detached' })
        await page.getByText('Queued in this browser: 1.').waitFor()
        for (let attempts = 0; attempts < 50 && (await statusOf(secret)) === 200; attempts++) await page.waitForTimeout(100)
        assert.equal(await statusOf(secret), 401)
      },
    )

  it('that is answered 503 or 429 is sent again, before the next person signs in', IN_SOAK, async () => {
    const page = await entered(await newAccount())
    const secret = await cookieOf(page)
    const sent: string[] = []
    let isRefusing = true
    await page.route('**/ops/v1/session', (route) => {
      const method = route.request().method()
      if (method !== 'GET') sent.push(method)
      if (method !== 'DELETE' || !isRefusing) return route.fallback()
      return route.fulfill({ status: sent.length === 1 ? 503 : 429, json: { error: 'Not now.', code: 'UNAVAILABLE' } })
    })
    await leave(page)
    await page.getByText(DELAYED).waitFor()
    const next = await newAccount()
    await fill(page, next)
    await page.getByText('Not now.').waitFor()
    assert.deepEqual([sent.includes('POST'), await statusOf(secret)], [false, 200])
    isRefusing = false
    await enter(page, next)
    assert.equal(await statusOf(secret), 401)
    assert.ok(sent.lastIndexOf('DELETE') < sent.indexOf('POST'), sent.join())
  })

  it('keeps received parcels for the person who received them: not shown and not sent until they are back', async () => {
    const [first, second] = [await newAccount(), await newAccount()]
    const cartons = await bookCartons(stage.waybill, 1)
    const page = await entered(first)
    await page.context().setOffline(true)
    await receiveByKeys(page, cartons.numbers[0]!, 12)
    await page.getByText('1 waiting').waitFor()
    await leave(page)
    await page.context().setOffline(false)
    await page.getByText(DELAYED).waitFor({ state: 'detached' })
    await page.getByText('Queued in this browser: 1.').waitFor()
    await enter(page, second)
    await untilReady(page)
    assert.equal(await page.getByText('1 waiting').count(), 0)
    assert.equal(await page.getByText(cartons.numbers[0]!).count(), 0)
    assert.deepEqual(await standingReceipts(stage.waybill, cartons), [])
    await leave(page)
    await enter(page, first)
    await untilSent(page)
    assert.deepEqual(await standingReceipts(stage.waybill, cartons), [[cartons.ids[0], 12]])
  })

  it('keeps scans into a shipment for the person who scanned them, and drops them after a week', IN_SOAK, async () => {
    const [first, second] = [await newAccount(), await newAccount()]
    const staff = await signedIn(stage.waybill, 'warehouse')
    const parcels = await storedPackages(await stage.waybill.newTenant(), 2)
    const shipment = await newShipment(staff)
    const page = await entered(first)
    const open = async () => {
      await page.goto(`/console/shipments/${shipment.shipment_id}?mode=test`)
      await page.getByRole('heading', { name: 'Scan packages in' }).waitFor()
    }
    await open()
    await page.route('**/attach', (route) => route.abort())
    for (const { parcel_number } of parcels) await scan(page, parcel_number)
    await page.getByRole('alert').getByText('2 scans are queued here').waitFor()
    await leave(page)
    await page.unroute('**/attach')
    await enter(page, second)
    await open()
    await page.locator('[data-testid=total-packages]', { hasText: /^0$/ }).waitFor()
    assert.equal(await page.locator('.boarding-log').count(), 0)
    assert.equal((await getShipment(staff, shipment)).contents.packages, 0)
    await leave(page)
    await page.evaluate(`{
      const place = Object.keys(localStorage).find((name) => name.startsWith('waybill-scans-'))
      const [old, ...others] = JSON.parse(localStorage.getItem(place))
      localStorage.setItem(place, JSON.stringify([{ ...old, at: old.at - ${8 * DAY_MS} }, ...others]))
    }`)
    await enter(page, first)
    await page.locator('[data-testid=total-packages]', { hasText: /^1$/ }).waitFor()
    assert.equal(await page.locator('.boarding-log li').count(), 1)
    assert.equal(await page.evaluate('Object.keys(localStorage).some((name) => name.startsWith("waybill-scans-"))'), false)
  })

  it('sends nothing of one person as another who has signed in meanwhile', async () => {
    const [first, second] = [await newAccount(), await newAccount()]
    const cartons = await bookCartons(stage.waybill, 1)
    const page = await entered(first)
    const other = await stage.waybill.call('POST', '/ops/v1/session', { email: second, password: PASSWORD })
    const secret = other.headers
      .get('set-cookie')!
      .split(';')[0]!
      .slice(COOKIE.length + 1)
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === COOKIE)
    await page.context().addCookies([{ ...cookie!, value: secret }])
    await receiveByKeys(page, cartons.numbers[0]!, 12)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(await standingReceipts(stage.waybill, cartons), [])
    await until(page, `JSON.parse(localStorage.getItem('waybill-queue')).length`, 1)
  })

  it('or staying away for more than a week drops the stored data', IN_SOAK, async () => {
    const cartons = await bookCartons(stage.waybill, 2)
    const page = await entered(await newAccount())
    await page.context().setOffline(true)
    for (const number of cartons.numbers) await receiveByKeys(page, number, 12)
    await page.getByText('2 waiting').waitFor()
    await page.evaluate(`{
      const kept = JSON.parse(localStorage.getItem('waybill-queue'))
      kept[0].queuedAt -= ${8 * DAY_MS}
      localStorage.setItem('waybill-queue', JSON.stringify(kept))
    }`)
    await page.reload()
    await page.getByText('1 waiting').waitFor()
    // Simulates a server that was unreachable for longer than a session lasts.
    await page.evaluate(`{
      const kept = JSON.parse(localStorage.getItem('waybill-kept-caller'))
      localStorage.setItem('waybill-kept-caller', JSON.stringify({ ...kept, keptAt: kept.keptAt - ${DAY_MS} }))
    }`)
    await page.reload()
    await page.getByText('The server could not be reached').waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
  })

  it('keeps the typed weight when the session ends by itself', IN_SOAK, async () => {
    const email = await newAccount()
    const page = await entered(email)
    const cartons = await bookCartons(stage.waybill, 1)
    await page.visit('/console/receive')
    await atField(page, SCAN_BOX)
    await scan(page, cartons.numbers[0]!)
    await atField(page, WEIGHT)
    page.faults.allow(/401/)
    const error = { error: 'Sign in.', code: 'UNAUTHORIZED', request_id: 'req_sample' }
    await page.route('**/receipts/preview', (route) => route.fulfill({ status: 401, json: error }))
    // Enters all digits at once, because the first digits alone would already trigger the preview.
    await page.keyboard.insertText('13.25')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.unroute('**/receipts/preview')
    await enter(page, email)
    await page.getByRole('heading', { name: cartons.numbers[0]! }).waitFor()
    assert.equal(await page.getByLabel(WEIGHT, { exact: true }).inputValue(), '13.25')
  })
})
