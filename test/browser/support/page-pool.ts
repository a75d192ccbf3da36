// A pool of browser pages, each in its own context. Tests reuse the pages, because a new page takes a second to compile the console.

import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { shiftClock } from '../../support/server/shifted-clock.ts'
import type { Faults } from './faults.ts'
import { watchFaults } from './faults.ts'

/** With TEST_CLOCK, pages read the same clock as their server. Chromium's own clock, used for cookies and its cache, is not changed. */
const { TEST_CLOCK_SHIFT_MS } = process.env
/** Time limit for each step on a page. It is generous, because a busy machine may have only a fraction of a CPU for the page. */
const WAIT_MAX_MS = 30_000
const HEARD_IN_TESTS = ['dialog', 'request', 'requestfinished']
/** An address on the same origin whose page has no scripts. Between two tests, pages go there, and their stored data is deleted. */
const IDLE = '/healthz'
/** Deletes the data that pages stored. The console's own files stay in the caches, because they are the same for everybody. */
const FORGET = `(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const gone = ({ name }) => new Promise((resolve, reject) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject }))
  await Promise.all((await indexedDB.databases()).map(gone))
})()`
/** A script that describes the page for the report of a failed test. */
const DESCRIBE = `(() => {
  const { outerHTML } = document.activeElement ?? document.body
  return [location.href, navigator.onLine ? 'online' : 'offline', 'focus: ' + outerHTML.slice(0, 200), document.body.innerText].join('\\n')
})()`
const HAS_CHOSEN = `['mode', 'business'].some((name) => sessionStorage.getItem('waybill-' + name) !== null)`
/**
 * Script that opens `address` without a reload and returns true. Returns false if a reload is needed, for example for another app, mode or
 * business.
 */
const followLink = (address: string): string => `(() => {
  const [loaded, next] = [new URL(performance.getEntriesByType('navigation')[0].name), new URL(${JSON.stringify(address)}, location)]
  const isKept = (name) => !next.searchParams.has(name) || loaded.searchParams.get(name) === next.searchParams.get(name)
  const placeOf = ({ pathname }) => pathname.startsWith('/portal/') ? pathname.split('/', 4).join('/') : pathname.split('/', 2)[1]
  if (!/^\\/(console|portal)/.test(loaded.pathname) || placeOf(loaded) !== placeOf(next)) return false
  if (location.pathname === next.pathname || ${HAS_CHOSEN} || !['mode', 'business'].every(isKept)) return false
  history.pushState(null, '', next)
  return true
})()`

export type WatchedPage = Page & {
  faults: Faults
  /**
   * Opens an address of the console or the portal, without a reload where possible. Data that the page has read may then come from its
   * cache. Use `goto` if that data has changed.
   */
  visit(address: string): Promise<void>
}
export type Viewport = { width: number; height: number }

export type PageKind = {
  /**
   * The signed-in user. The page may still show what the last test of this user left open. With null, the page is emptied first, and nobody
   * is signed in.
   */
  user: string | null
  /** Enables the console's service worker, which slows every page down. */
  hasWorker: boolean
  /**
   * Gives the test a new page that no other test uses. Needed if the test requires an empty cache, or permanently changes something such as
   * the clock.
   */
  isSingleUse: boolean
}

type Place = { context: BrowserContext; page: WatchedPage; kind: PageKind; isClean: boolean; unanswered: Set<Request> }

export type PagePool = {
  take(viewport: Viewport, kind: PageKind): Promise<[page: WatchedPage, isSignedIn: boolean]>
  /** Returns a text about each page in use: its content and its unanswered requests. */
  describe(): Promise<string[]>
  /**
   * Puts the pages in use back into the pool, and returns the faults of these pages. After a failed test, also deletes their stored data
   * and cookies.
   */
  giveBack(hasPassed: boolean): Promise<string[]>
  /** Deletes the stored data and cookies of all pages. Call this before the server stops. */
  empty(): Promise<void>
}

const open = async (browser: Browser, url: string, kind: PageKind): Promise<Place> => {
  const serviceWorkers = kind.hasWorker ? 'allow' : 'block'
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', timezoneId: 'Africa/Lagos', serviceWorkers })
  context.setDefaultTimeout(WAIT_MAX_MS)
  if (TEST_CLOCK_SHIFT_MS) await context.addInitScript(shiftClock, Number(TEST_CLOCK_SHIFT_MS))
  const faults = await watchFaults(context, url)
  const unanswered = new Set<Request>()
  context.on('request', (request) => unanswered.add(request))
  context.on('requestfinished', (request) => unanswered.delete(request))
  context.on('requestfailed', (request) => unanswered.delete(request))
  const page = await context.newPage()
  const visit = async (address: string): Promise<void> => {
    const isOpen = page.url().startsWith(url) && (await page.evaluate(followLink(address)))
    if (!isOpen) await page.goto(address)
  }
  // Chromium confirms a new route before the page obeys it. The extra call gives the page time, so that a request sent at once cannot
  // bypass the route.
  const routeOnly = page.route.bind(page)
  const route: Page['route'] = async (...args) => {
    const routed = await routeOnly(...args)
    await page.evaluate('0')
    return routed
  }
  return { context, page: Object.assign(page, { faults, visit, route }), kind, isClean: true, unanswered }
}

const describe = async ({ page, unanswered }: Place): Promise<string> => {
  const shown = await page.evaluate<string>(DESCRIBE).catch((error: Error) => error.message)
  return [shown, ...[...unanswered].map((request) => `unanswered: ${request.method()} ${request.url()}`)].join('\n')
}

const settle = async ({ context, page }: Place): Promise<void> => {
  await context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of HEARD_IN_TESTS) page.removeAllListeners(event as 'request')
  for (const other of context.pages()) if (other !== page) await other.close()
}

/**
 * Whether the page is still signed in as `kind.user`, with no mode or business chosen. False if `kind.user` is null, because the test may
 * have signed in anybody.
 */
const isAsSignedIn = async ({ context, page, kind }: Place): Promise<boolean> =>
  kind.user !== null && (await context.cookies()).length > 0 && !(await page.evaluate(HAS_CHOSEN))

const clean = async (place: Place): Promise<void> => {
  const { context, page } = place
  if (place.isClean) return
  await page.goto(IDLE)
  await page.evaluate(FORGET)
  await context.clearCookies()
  await context.clearPermissions()
  place.isClean = true
}

export const createPagePool = (browser: Browser, url: string): PagePool => {
  const [free, taken]: [Place[], Place[]] = [[], []]

  const takeFree = ({ user, hasWorker, isSingleUse }: PageKind): Place | undefined => {
    if (isSingleUse) return undefined
    const alike = free.filter(({ kind }) => kind.hasWorker === hasWorker)
    const found = alike.find(({ kind }) => user !== null && kind.user === user) ?? alike[0]
    if (found) free.splice(free.indexOf(found), 1)
    return found
  }

  return {
    take: async (viewport, kind) => {
      const place = takeFree(kind) ?? (await open(browser, url, kind))
      taken.push(place)
      const isSignedIn = !place.isClean && kind.user !== null && place.kind.user === kind.user
      if (!isSignedIn) await clean(place)
      Object.assign(place, { kind, isClean: false })
      await place.page.setViewportSize(viewport)
      return [place.page, isSignedIn]
    },
    describe: () => Promise.all(taken.map(describe)),
    giveBack: async (hasPassed) => {
      const faults: string[] = []
      for (const place of taken.splice(0)) {
        if (place.kind.isSingleUse) await place.context.close()
        else await settle(place)
        if (!place.kind.isSingleUse && !(hasPassed && (await isAsSignedIn(place)))) await clean(place)
        faults.push(...place.page.faults.takeAll())
        if (!place.kind.isSingleUse) free.push(place)
      }
      return faults
    },
    empty: async () => {
      for (const place of free) await clean(place)
    },
  }
}
