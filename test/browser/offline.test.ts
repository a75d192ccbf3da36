// The console without a connection, in a real browser: what the service worker stores, what it never stores, and the switch to a new release.

import assert from 'node:assert/strict'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { sqlite } from '../support/engine/engines.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { inTurn } from '../support/samples/in-turn.ts'
import { startWaybill } from '../support/server/waybill.ts'
import { builtConsole } from './support/built-pages.ts'
import { bookCartons, KEPT_COUNT, receiveByKeys, standingReceipts, until, untilReady, untilSent } from './support/dock.ts'
import { nextRelease } from './support/next-release.ts'
import type { WatchedPage } from './support/page-pool.ts'
import type { Stage } from './support/stage.ts'
import { describeInBrowser } from './support/stage.ts'

const UNREACHABLE = /^Failed to load resource: net::ERR_/
const NEVER_KEPT = [
  '/ops/v1/session',
  '/v1/parcel_quotes',
  '/track/WB1',
  '/healthz',
  '/console/service-worker.js',
  '/console/assets/none.js',
]
const NO_NETWORK = 'a browser without a network'
const NEVER_VISITED = ['/console', '/console/shipments', '/console/account?mode=test']
const LOSSES: Record<string, (stage: Stage, page: Page) => unknown> = {
  [NO_NETWORK]: (_stage, page) => page.context().setOffline(true),
  'a server that does not answer': (stage) => stage.leadTo(null),
}

const cacheNames = (page: Page) => page.evaluate('caches.keys()') as Promise<string[]>
const keptPaths = (page: Page) =>
  page.evaluate(`(async () => {
    const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return caught.flat().map(({ url }) => url.slice(location.origin.length))
  })()`) as Promise<string[]>
const untilKept = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => null)')
const lookForUpdate = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.getRegistration('/console').then((registration) => registration.update()).then(() => null)`)
const untilWaiting = (page: Page) => until(page, `(await navigator.serviceWorker.getRegistration('/console')).waiting?.state`, 'installed')
/** Returns the status of a request to each path, or 'failed'. The requests bypass the browser's own cache. */
const outcomesOf = (page: Page, paths: readonly string[], method = 'GET') =>
  page.evaluate(`Promise.all(${JSON.stringify(paths)}.map((path) =>
    fetch(path, { method: '${method}', cache: 'no-store' }).then(({ status }) => status, () => 'failed')
  ))`)
const eachIs = (outcome: number | 'failed', paths: readonly string[]) => paths.map(() => outcome)

describeInBrowser('the console without a connection', (stage) => {
  /** Opens a page and waits until the service worker is ready. `isSingleUse`: uses a new browser without stored data. */
  const visited = async (address: string, { isSingleUse = false } = {}): Promise<WatchedPage> => {
    const page = await stage.newPage({ as: 'warehouse', hasWorker: true, isSingleUse })
    page.faults.allow(UNREACHABLE)
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilKept(page)
    return page
  }
  const untilSaysOffline = async (page: Page): Promise<void> => {
    await page.getByRole('main').locator('h1, h2').first().waitFor()
    await page.getByText('Offline', { exact: true }).waitFor()
  }

  it('opens any page after one visit to another, without a network or with a server that does not answer', async () => {
    const page = await visited('/console/receive', { isSingleUse: true })
    for (const [turn, [loss, lose]] of Object.entries(LOSSES).entries()) {
      await lose(stage, page)
      for (const address of inTurn(NEVER_VISITED, turn, 2)) {
        const response = await page.goto(address)
        assert.ok(response!.fromServiceWorker(), `${address}, ${loss}`)
        await untilSaysOffline(page)
        // Without a network, the loading indicator disappears. If the server does not answer, the page retries, and the indicator stays.
        const loading = page.getByRole('main').getByRole('status', { name: 'Loading' }).first()
        if (loss === NO_NETWORK) await loading.waitFor({ state: 'hidden' })
      }
      await page.context().setOffline(false)
    }
  })

  // Outside the soak, the case without a network is skipped, because receive-offline.test.ts covers it.
  for (const [loss, lose] of Object.entries(LOSSES).filter(([loss]) => process.env.SOAK || loss !== NO_NETWORK)) {
    it(`keeps received parcels over a reload, and sends them once it can, with ${loss}`, async () => {
      const cartons = await bookCartons(stage.waybill, 3)
      const page = await visited('/console/receive')
      await untilReady(page)
      await lose(stage, page)
      await receiveByKeys(page, cartons.numbers[0]!, 12)
      await page.getByText('1 waiting').waitFor()
      await page.reload()
      await untilSaysOffline(page)
      await page.getByRole('list', { name: 'Queued in this browser' }).getByText(cartons.numbers[0]!).waitFor()
      await receiveByKeys(page, cartons.numbers[1]!, 13)
      await page.getByText('2 waiting').waitFor()
      await page.reload()
      await page.getByText('2 waiting').waitFor()
      assert.deepEqual(await standingReceipts(stage.waybill, cartons), [])
      await page.context().setOffline(false)
      stage.leadTo(stage.waybill.url)
      await untilSent(page)
      await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' })
      assert.deepEqual(
        await standingReceipts(stage.waybill, cartons),
        [12, 13].map((weightKg, index) => [cartons.ids[index], weightKg]),
      )
    })
  }

  it('serves only its own files: no data that was read or sent', async () => {
    const page = await visited('/console/receive')
    await page.goto('/console/packages')
    await page.getByRole('heading', { name: 'Packages', level: 1 }).waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    const paths = await keptPaths(page)
    const [pages, assets] = [
      paths.filter((path) => !path.startsWith('/console/assets/')),
      paths.filter((path) => path.includes('/assets/')),
    ]
    assert.deepEqual(pages, ['/console'])
    await page.context().setOffline(true)
    assert.deepEqual(await outcomesOf(page, assets), eachIs(200, assets))
    assert.deepEqual(await outcomesOf(page, NEVER_KEPT), eachIs('failed', NEVER_KEPT))
    const kept = ['/console', assets[0]!]
    assert.deepEqual(await outcomesOf(page, kept, 'POST'), eachIs('failed', kept))
    assert.deepEqual(await outcomesOf(page, ['/console']), ['failed'], 'a page is kept for opening it only')
  })

  it('forgets a user at sign-out, and keeps none of their data', async () => {
    const page = await visited('/console/receive')
    const before = await keptPaths(page)
    await untilReady(page)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual([await keptPaths(page), await page.evaluate(KEPT_COUNT)], [before, 0])
    // Waits until the server has received the sign-out.
    await until(page, `localStorage.getItem('waybill-signing-out')`, null)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText('The server could not be reached').waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('keeps the files of an open page after a new release until the page is closed, and then only the new ones', IN_SOAK, async (t) => {
    const page = await visited('/console/receive', { isSingleUse: true })
    await page.reload()
    const [old] = await cacheNames(page)
    const dir = await nextRelease(await builtConsole())
    const next = await startWaybill(sqlite, { consoleDir: dir })
    t.after(() => Promise.all([next.close(), rm(dir, { recursive: true })]))
    const oldAsset = (await keptPaths(page)).find((path) => path.includes('/assets/fx-'))!
    assert.equal((await next.call('GET', oldAsset)).status, 404)
    stage.leadTo(next.url)
    await lookForUpdate(page)
    await untilWaiting(page)
    assert.deepEqual(await outcomesOf(page, [oldAsset]), [200])
    assert.deepEqual(await cacheNames(page), [old, 'waybill-console-Next'])
    // Leaves the console. No console page is then open, so the cache of the old release is deleted.
    await page.goto('/healthz')
    await until(page, '(await caches.keys()).length', 1)
    assert.deepEqual(await cacheNames(page), ['waybill-console-Next'])
    await page.context().setOffline(true)
    await page.goto('/console/fx')
    await untilSaysOffline(page)
    assert.match(await page.content(), /\/console\/assets\/index-[\w-]+Next\.js/)
  })

  it('keeps its release while the page and the worker of the server are from different releases', IN_SOAK, async (t) => {
    const page = await visited('/console/receive')
    page.faults.allow(/another release/)
    const [old] = await cacheNames(page)
    const built = await builtConsole()
    const dir = await nextRelease(built)
    await copyFile(join(built, 'index.html'), join(dir, 'index.html'))
    const between = await startWaybill(sqlite, { consoleDir: dir })
    t.after(() => Promise.all([between.close(), rm(dir, { recursive: true })]))
    stage.leadTo(between.url)
    await lookForUpdate(page)
    await until(page, `(await navigator.serviceWorker.getRegistration('/console')).installing`, null)
    assert.equal(await page.evaluate(`navigator.serviceWorker.getRegistration('/console').then(({ waiting }) => waiting)`), null)
    assert.deepEqual(await cacheNames(page), [old])
  })

  const HINDRANCES = {
    'there is no worker to be had': 'delete Navigator.prototype.serviceWorker',
    'the worker cannot be registered': 'ServiceWorkerContainer.prototype.register = () => Promise.reject(new TypeError("refused"))',
  }
  it(`needs a connection to open, and says nothing, where ${Object.keys(HINDRANCES).join(' or ')}`, IN_SOAK, async () => {
    const context = (await stage.newPage({ as: 'warehouse', hasWorker: true, isSingleUse: true })).context()
    for (const [hindrance, script] of Object.entries(HINDRANCES)) {
      const page = await context.newPage()
      await page.addInitScript(script)
      await page.goto('/console/receive')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await untilReady(page)
      assert.deepEqual(await cacheNames(page), [], hindrance)
    }
  })
})
