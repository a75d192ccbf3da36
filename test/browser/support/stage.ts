// A Waybill server with its console, and a real Chromium. Every page is watched for faults.

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { Role } from '../../../src/domain/staff/staff.ts'
import { setMoneyRules } from '../../../src/flows/operator/set-money-rules.ts'
import { COOKIE, inSession, newStaff } from '../../support/calls/staff-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { until } from '../../support/server/carrier-server.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'
import type { Address } from './address.ts'
import { endSuite, expectSuite, startBrowser } from './browser.ts'
import { builtConsole, builtPortal } from './built-pages.ts'
import { filmBarcode } from './camera-film.ts'
import { findChromium, SKIPPED } from './chromium.ts'
import type { PageKind, PagePool, Viewport, WatchedPage } from './page-pool.ts'

export const DESKTOP = { width: 1280, height: 800 }
const PHONE_FITS_WITHIN_MS = 30_000
export const PHONE = { width: 360, height: 720 }

/** Shrinks the page to a phone's screen, and waits until nothing is wider than the screen. */
export const fitsPhone = async (page: Page): Promise<void> => {
  await page.setViewportSize(PHONE)
  const widthOf = () => page.evaluate<number>('document.documentElement.scrollWidth')
  await until('the page is wider than a phone', async () => (await widthOf()) === PHONE.width, PHONE_FITS_WITHIN_MS)
}

type PageOptions = Partial<Omit<PageKind, 'user'>> & { as?: Role; viewport?: Viewport }

export type Stage = {
  waybill: Waybill
  /**
   * Opens a page in its own browser context. With `as`, a user with that role is signed in, and the page may still show what an earlier
   * test left open.
   */
  newPage(options?: PageOptions): Promise<WatchedPage>
  /** Sets the barcode that the fake camera shows the next time it is switched on. */
  film(code: string): Promise<void>
  leadTo: Running<Waybill>['leadTo']
}

const signIn = async (waybill: Waybill, context: BrowserContext, role: Role): Promise<void> => {
  const { cookie } = await inSession(waybill, await newStaff(waybill, role))
  const value = cookie.slice(COOKIE.length + 1)
  const { hostname } = new URL(waybill.url)
  await context.addCookies([{ name: COOKIE, value, domain: hostname, path: '/', secure: true, httpOnly: true, sameSite: 'Strict' }])
}

type Running<W extends Waybill> = {
  waybill: W
  pool: PagePool
  cameraFile: string
  /** Until the test ends, forwards requests of the pages to the server at `url`. With null, the pages reach no server. */
  leadTo(url: string | null): void
}

/** Like `describe`, with a server and a browser that are started before the first test. A test fails if one of its pages had a fault. */
export const describeWithPages = <W extends Waybill>(name: string, start: () => Promise<W>, suite: (running: Running<W>) => void): void => {
  const executablePath = findChromium()
  if (executablePath === null) {
    it(name, { skip: SKIPPED })
    return
  }
  expectSuite()
  describe(name, () => {
    const running = {} as Running<W>
    let address: Address
    let isElsewhere = false
    before(async () => {
      running.waybill = await start()
      const browser = await startBrowser(executablePath)
      address = browser.address
      Object.assign(running, { pool: browser.pool, cameraFile: browser.cameraFile })
      address.leadTo(running.waybill.url)
    })
    after(async () => {
      await running.pool?.empty()
      await running.waybill?.close()
      await endSuite()
    })
    running.leadTo = (url) => {
      address.leadTo(url)
      isElsewhere = true
    }
    afterEach(async (t) => {
      if (isElsewhere) address.leadTo(running.waybill.url)
      isElsewhere = false
      const hasPassed = 'passed' in t && t.passed
      const seen = hasPassed ? [] : await running.pool.describe()
      const found = await running.pool.giveBack(hasPassed)
      // Prints the faults of the pages and, after a failed test, also the content of the pages.
      for (const told of [...seen, ...found]) t.diagnostic?.(told)
      assert.deepEqual(found, [])
    })
    suite(running)
  })
}

const startConsole = async (): Promise<Waybill> => {
  const waybill = await startWaybill(sqlite, { consoleDir: await builtConsole(), portalDir: await builtPortal() })
  // In most tests, warehouse staff also work at the counter, so they must be allowed to see money.
  await setMoneyRules(waybill.deps, byTest(waybill.deps), { warehouseSeesMoney: true, secondPersonFromKobo: null })
  return waybill
}

export const describeInBrowser = (name: string, suite: (stage: Stage) => void): void =>
  describeWithPages(name, startConsole, (running) => {
    const newPage: Stage['newPage'] = async ({ as, viewport = DESKTOP, hasWorker = false, isSingleUse = false } = {}) => {
      const [page, isSignedIn] = await running.pool.take(viewport, { user: as ?? null, hasWorker, isSingleUse })
      if (as && !isSignedIn) await signIn(running.waybill, page.context(), as)
      return page
    }
    suite(Object.assign(running, { newPage, film: (code: string) => filmBarcode(running.cameraFile, code) }))
  })
