// A whole Waybill with its console, and a real Chromium. Every page is watched for faults.

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

/** Waits until nothing on the page is wider than a phone's screen. */
export const fitsPhone = async (page: Page): Promise<void> => {
  await page.setViewportSize(PHONE)
  const widthOf = () => page.evaluate<number>('document.documentElement.scrollWidth')
  await until('the page is wider than a phone', async () => (await widthOf()) === PHONE.width, PHONE_FITS_WITHIN_MS)
}

type PageOptions = Partial<Omit<PageKind, 'user'>> & { as?: Role; viewport?: Viewport }

export type Stage = {
  waybill: Waybill
  /**
   * A page in its own browser context. If `as` is given, it is signed in with that role, and may show the page at which the last test with
   * that role ended. Paths are relative to the server.
   */
  newPage(options?: PageOptions): Promise<WatchedPage>
  /** Sets the film that the camera shows from its next use on. */
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
  /** Connects the address of the pages to another server until the test ends, or to none if null. */
  leadTo(url: string | null): void
}

/** `describe` with a server and a browser, both of which run when the first test begins. Fails if a page of a test had a fault. */
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
      // Prints the pages and their faults, in addition to the error of the test.
      for (const told of [...seen, ...found]) t.diagnostic?.(told)
      assert.deepEqual(found, [])
    })
    suite(running)
  })
}

const startConsole = async (): Promise<Waybill> => {
  const waybill = await startWaybill(sqlite, { consoleDir: await builtConsole(), portalDir: await builtPortal() })
  // In most stories the warehouse works at the counter too, so it must see money.
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
