// Helpers for browser tests of receiving: book parcels, scan them by keyboard, and read their receipts from the store.

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import * as receipts from '../../../src/store/receiving/receipts.ts'
import type { Booking } from '../../support/calls/receiving-calls.ts'
import { book, live } from '../../support/calls/receiving-calls.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'

export const SCAN_BOX = 'Search or scan a code'
export const WEIGHT = 'Weight, kg'
const RECEIPTS_MAX = 100
const WAIT_MAX_MS = 30_000
const LOOK_EVERY_MS = 5

/** The size of a carton. Its volumetric weight is below its actual weight. */
const SIZE = { length: 30, width: 25, height: 20 }

export type Cartons = Booking & { tenant: Tenant }

/** Makes one live booking of `count` cartons that weigh 12.5 kg each. */
export const bookCartons = async (waybill: Waybill, count: number): Promise<Cartons> => {
  const packages = Array.from({ length: count }, () => ({ package_type: 'Carton', weight: 12.5, ...SIZE }))
  const tenant = await waybill.newTenant()
  return { tenant, ...(await book(tenant, importAir({ packages }), live(tenant))) }
}

/** Receipts that were not undone, oldest first, with package and weight. */
export const standingReceipts = async (
  { deps }: Waybill,
  { tenant }: Cartons,
): Promise<[packageId: string, weightKg: number | undefined][]> => {
  const filter = { mode: 'live' as const, businessId: tenant.business.id }
  const { items } = await receipts.listNewest(deps.db, filter, { page: 1, perPage: RECEIPTS_MAX, cursor: null })
  return items
    .filter(({ receipt }) => receipt.undoneAt === null)
    .map(({ receipt }): [string, number | undefined] => [receipt.packageId, receipt.weightKg])
    .reverse()
}

/** Stops the page's clock. Keys then seem to arrive as fast as from a scanner, even on a slow machine. */
export const freezeTime = (page: Page): Promise<void> =>
  page.evaluate('{ const [at, date] = [performance.now(), Date.now()]; performance.now = () => at; Date.now = () => date }')

/** Types a code as fast as a scanner, then Enter. The page's clock stands still during the scan, so all keys seem to arrive at once. */
export const scan = async (page: Page, code: string): Promise<void> => {
  const isHeld = await page.evaluate(`{
    const at = performance.now()
    Object.hasOwn(performance, 'now') || !(performance.now = () => at)
  }`)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  if (!isHeld) await page.evaluate('delete performance.now')
}

/** Waits until `expression` equals `expected`. Polls inside the page, which saves time. The expression may use `await`. */
export const until = async (page: Page, expression: string, expected: string | number | boolean | null): Promise<void> => {
  // Does not use Date.now(), which a test may have stopped.
  const isSo = await page.evaluate(`(async () => {
    for (const end = +new Date() + ${WAIT_MAX_MS}; +new Date() < end; await new Promise((resolve) => setTimeout(resolve, ${LOOK_EVERY_MS})))
      if ((${expression}) === ${JSON.stringify(expected)}) return true
    return false
  })()`)
  assert.ok(isSo, `${expression} is not ${expected}`)
}

export const atField = (page: Page, label: string): Promise<void> =>
  until(page, `(({ activeElement: at }) => at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent)(document)`, label)

/** A script that counts the entries that the browser keeps for offline use. */
export const KEPT_COUNT = `Object.keys(localStorage).filter((name) => name.startsWith('waybill-kept-')).length`

/** Waits until the browser has what receiving needs offline: the user and the expected parcels. */
export const untilReady = (page: Page): Promise<void> => until(page, KEPT_COUNT, 2)

/** Waits until the browser has sent all queued receipts, except refused ones. */
export const untilSent = (page: Page): Promise<void> =>
  until(page, `JSON.parse(localStorage.getItem('waybill-queue')).filter(({ refusal }) => refusal === null).length`, 0)

export const receiveByKeys = async (page: Page, code: string, weightKg: number): Promise<void> => {
  await atField(page, SCAN_BOX)
  await scan(page, code)
  await atField(page, WEIGHT)
  await scan(page, String(weightKg))
}
