// The files of the console: their content security policy, caching, and how many bytes a first visit loads.

import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Request } from 'playwright-core'
import { sqlite } from '../support/engine/engines.ts'
import type { Waybill } from '../support/server/waybill.ts'
import { startWaybill } from '../support/server/waybill.ts'
import { builtConsole } from './support/built-pages.ts'
import { describeInBrowser } from './support/stage.ts'

const FIRST_LOAD_MAX_BYTES = 230_000

describe('the console’s files', () => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(sqlite, { consoleDir: await builtConsole() })
  })
  after(() => waybill.close())
  const scriptOf = (html: string): string => /<script [^>]*src="([^"]+)"/.exec(html)![1]!

  it('have a policy that allows nothing inline and nothing from elsewhere, with a new nonce each time', async () => {
    const [one, other] = [await waybill.call('GET', '/console'), await waybill.call('GET', '/console/businesses/x')]
    const policy = one.headers.get('content-security-policy')!
    const [, nonce] = /style-src 'self' 'nonce-([^']{22,})'/.exec(policy)!
    assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/)
    assert.doesNotMatch(policy.replace('wasm-unsafe-eval', ''), /unsafe|https?:|\*/)
    assert.ok(one.text.includes(`content="${nonce}"`))
    assert.ok(!other.text.includes(nonce!))
    assert.doesNotMatch(one.text, /<script(?![^>]*\ssrc=)|<style|\son\w+=/)
    assert.match(one.text, /<link rel="icon" href="\/console\//)
    assert.equal(one.headers.get('cache-control'), 'no-store')
    assert.equal(one.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(one.headers.get('referrer-policy'), 'no-referrer')
  })

  it('are compressed and cached forever, except the page itself', async () => {
    const path = scriptOf((await waybill.call('GET', '/console')).text)
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await waybill.call('GET', path, undefined, { headers: { 'accept-encoding': encoding } })
      assert.equal(headers.get('content-encoding'), encoding)
      assert.equal(headers.get('vary'), 'accept-encoding')
      assert.match(headers.get('cache-control')!, /immutable/)
      assert.match(headers.get('content-type')!, /^text\/javascript/)
    }
    const plain = await waybill.call('GET', path, undefined, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(plain.headers.get('content-encoding'), null)
  })

  it('have a worker that is never cached, controls /console, and may only load files from here', async () => {
    const { status, headers } = await waybill.call('GET', '/console/service-worker.js')
    const sent = ['content-type', 'cache-control', 'x-content-type-options', 'service-worker-allowed', 'content-security-policy']
    assert.equal(status, 200)
    assert.deepEqual(
      sent.map((name) => headers.get(name)),
      ['text/javascript; charset=utf-8', 'no-cache', 'nosniff', '/console', "default-src 'none'; connect-src 'self'"],
    )
    const pagePolicy = (await waybill.call('GET', '/console')).headers.get('content-security-policy')!
    assert.match(pagePolicy, /; worker-src 'self';/)
  })

  it('are all stored by the worker except rarely used ones, and nothing else', async () => {
    const { text } = await waybill.call('GET', '/console/service-worker.js')
    const kept: string[] = JSON.parse(/ASSETS=(\[[^\]]*\])/.exec(text)![1]!)
    const built = (await readdir(join(await builtConsole(), 'assets'))).filter((name) => !/\.(br|gz|wasm)$|^(reader|chinese)-/.test(name))
    assert.deepEqual(kept.toSorted(), built.map((name) => `/console/assets/${name}`).toSorted())
    assert.doesNotMatch(text, /^(import|export) /m)
  })

  const missing = [
    '/console/assets/none.js',
    '/console/assets/..%2findex.html',
    '/console/assets/..%2f..%2f..%2fpackage.json',
    '/console/assets/.js',
  ]
  for (const path of missing) {
    it(`404 for ${path}`, async () => {
      assert.equal((await waybill.call('GET', path)).status, 404)
    })
  }

  it('405 for methods other than GET and HEAD', async () => {
    assert.equal((await waybill.call('POST', '/console')).status, 405)
  })

  it('say how to build them if they are missing', async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'waybill-no-console-'))
    const bare = await startWaybill(sqlite, { consoleDir: dir })
    t.after(() => Promise.all([bare.close(), rm(dir, { recursive: true })]))
    const { status, text } = await bare.call('GET', '/console')
    assert.equal(status, 503)
    assert.match(text, /npm run build/)
    assert.equal((await bare.call('GET', '/console/service-worker.js')).status, 404)
  })
})

describeInBrowser('a first visit', (stage) => {
  it(`takes less than ${FIRST_LOAD_MAX_BYTES / 1000} kB of script, and the next page little more`, async (t) => {
    const page = await stage.newPage({ as: 'admin', isSingleUse: true })
    const finished: Request[] = []
    page.on('requestfinished', (request) => finished.push(request))
    await page.goto('/console/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const scripts = finished.filter((request) => request.resourceType() === 'script')
    const sizes = await Promise.all(scripts.map((request) => request.sizes()))
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    t.diagnostic(`first load: ${Math.round(bytes / 1000)} kB of script, compressed`)
    assert.ok(bytes > 50_000 && bytes < FIRST_LOAD_MAX_BYTES, `${bytes} bytes`)
  })
})
