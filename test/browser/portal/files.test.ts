// The files of the portal: their content security policy, and how many bytes a first visit loads.

import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Request } from 'playwright-core'
import { fillDemo } from '../../../src/flows/demo/fill-demo.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'
import { builtPortal } from '../support/built-pages.ts'
import { describeInPortal } from '../support/portal-stage.ts'
import { SMALL } from '../support/portal-visit.ts'

/** Size limit for the compressed scripts and styles of each first page, and for all answers of a first visit together. */
const FIRST_LOAD_MAX_BYTES = 120_000
/** Built files of the pages that people open first: the sign-in page, the overview and the package list. */
const FIRST_PAGES = [['sign-in'], ['pages', 'overview'], ['pages', 'package-list']]

const ASSET = /(?<=["'/])(?:assets\/)?([\w-]+-[\w-]{8}\.(?:js|css))/g

describe('the portal’s files', () => {
  let waybill: Waybill
  let dir: string
  before(async () => {
    dir = await builtPortal()
    waybill = await startWaybill(sqlite, { portalDir: dir })
  })
  after(() => waybill.close())

  /** Returns the file and all files that it imports statically, directly or indirectly. Files loaded on demand are left out. */
  const loadedWith = async (name: string, found = new Set<string>()): Promise<Set<string>> => {
    if (found.has(name)) return found
    found.add(name)
    if (!name.endsWith('.js')) return found
    const text = await readFile(join(dir, 'assets', name), 'utf8')
    for (const [, imported] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g)) await loadedWith(imported!, found)
    return found
  }

  for (const pages of FIRST_PAGES) {
    it(`take less than ${FIRST_LOAD_MAX_BYTES / 1000} kB to open ${pages.at(-1)}`, async (t) => {
      const index = await readFile(join(dir, 'index.html'), 'utf8')
      const files = new Set<string>()
      for (const [, name] of index.matchAll(ASSET)) await loadedWith(name!, files)
      assert.ok(files.size >= 3, [...files].join())
      for (const page of pages) {
        const built = globSync(`${page}-*.{js,css}`, { cwd: join(dir, 'assets') })
        assert.ok(built.length > 0, page)
        for (const name of built) await loadedWith(name, files)
      }
      const sizes = await Promise.all([...files].map(async (name) => (await stat(join(dir, 'assets', `${name}.br`))).size))
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      t.diagnostic(`${files.size} files, ${Math.round(bytes / 1000)} kB compressed`)
      assert.ok(bytes > 50_000 && bytes < FIRST_LOAD_MAX_BYTES, `${bytes} bytes: ${[...files].join(', ')}`)
    })
  }

  it('have a policy that allows nothing inline and nothing from elsewhere', async () => {
    const { status, headers, text } = await waybill.call('GET', '/portal/DEM/test/packages')
    assert.equal(status, 200)
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
    assert.doesNotMatch(policy, /unsafe|nonce|https?:|\*/)
    assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
  })

  it('are compressed and cached forever', async () => {
    const [, name] = /assets\/([\w-]+\.js)/.exec((await waybill.call('GET', '/portal')).text)!
    const { headers } = await waybill.call('GET', `/portal/assets/${name}`, undefined, { headers: { 'accept-encoding': 'br' } })
    assert.equal(headers.get('content-encoding'), 'br')
    assert.match(headers.get('cache-control')!, /immutable/)
  })

  it('404 for a missing file, and for a route of the API that does not exist', async () => {
    assert.equal((await waybill.call('GET', '/portal/assets/none-12345678.js')).status, 404)
    const { status, json } = await waybill.call('GET', '/portal/v1/nothing')
    assert.deepEqual([status, json.code], [404, 'NOT_FOUND'])
  })
})

describeInPortal('a first visit on a phone', (stage) => {
  it(`takes less than ${FIRST_LOAD_MAX_BYTES / 1000} kB, with the data of a month`, async (t) => {
    const { tenant, page } = await stage.person('owner', { viewport: SMALL, isSingleUse: true })
    const { deps } = stage.waybill
    await fillDemo(deps, byTest(deps), tenant.business.id)
    const finished: Request[] = []
    page.on('requestfinished', (request) => finished.push(request))
    await page.open('')
    await page.getByRole('region', { name: 'Packages on hold' }).waitFor()
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
    const sizes = await Promise.all(finished.map((request) => request.sizes()))
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    t.diagnostic(`${sizes.length} answers, ${Math.round(bytes / 1000)} kB compressed`)
    for (const type of ['script', 'fetch']) assert.ok(finished.some((request) => request.resourceType() === type))
    assert.ok(bytes > 50_000 && bytes < FIRST_LOAD_MAX_BYTES, `${bytes} bytes`)
  })
})
