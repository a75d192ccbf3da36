// Browser pages, each in a context of its own, used again once they are clean: a new page compiles the whole console anew, for a second.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Faults } from './faults.ts'
import { watchFaults } from './faults.ts'

/** Generous: a machine that builds may have a fraction of one processor for this. */
const PATIENCE_MS = 30_000
const HEARD_IN_TESTS = ['dialog', 'request', 'requestfinished']
/** A page of the same origin on which nothing runs. */
const IDLE = '/healthz'
/** All but the console's own files, in the browser's cache or its worker's: they are the same for everybody. */
const FORGET = `(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const gone = ({ name }) => new Promise((resolve, reject) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject }))
  await Promise.all((await indexedDB.databases()).map(gone))
})()`

export type WatchedPage = Page & { faults: Faults }
export type PageLook = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' }

type Place = { context: BrowserContext; page: WatchedPage; isSingleUse: boolean }

export type PagePool = {
  /** Single use for what cannot be undone, such as another clock, or needs an empty cache. */
  take(look: PageLook, isSingleUse?: boolean): Promise<WatchedPage>
  /** Ends what the taken pages do, and returns the faults they had. */
  giveBack(): Promise<string[]>
}

const open = async (browser: Browser, url: string, isSingleUse: boolean): Promise<Place> => {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', timezoneId: 'Africa/Lagos' })
  context.setDefaultTimeout(PATIENCE_MS)
  const faults = await watchFaults(context, url)
  return { context, page: Object.assign(await context.newPage(), { faults }), isSingleUse }
}

const clean = async ({ context, page }: Place): Promise<void> => {
  await context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of HEARD_IN_TESTS) page.removeAllListeners(event as 'request')
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.goto(IDLE)
  await page.evaluate(FORGET)
  await context.clearCookies()
  await context.clearPermissions()
}

export const createPagePool = (browser: Browser, url: string): PagePool => {
  const [free, taken]: [Place[], Place[]] = [[], []]

  return {
    take: async ({ viewport, colorScheme }, isSingleUse = false) => {
      const place = (isSingleUse ? undefined : free.pop()) ?? (await open(browser, url, isSingleUse))
      taken.push(place)
      await place.page.setViewportSize(viewport)
      await place.page.emulateMedia({ colorScheme })
      return place.page
    },
    giveBack: async () => {
      const faults: string[] = []
      for (const place of taken.splice(0)) {
        if (place.isSingleUse) await place.context.close()
        else await clean(place)
        faults.push(...place.page.faults.takeAll())
        if (!place.isSingleUse) free.push(place)
      }
      return faults
    },
  }
}
