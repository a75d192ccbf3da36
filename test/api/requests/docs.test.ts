// The page at /, the guides under /docs, /llms.txt and the Postman collection are open to everyone. No other file is served.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import vm from 'node:vm'
import { DOCS_PAGES } from '../../../console/src/docs-pages.ts'
import { GUIDE_NAMES, MANUAL_NAMES } from '../../../src/http/docs/guides.ts'
import { paidInvoice } from '../../support/calls/billing-calls.ts'
import { tellDesk } from '../../support/calls/message-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { photographed } from '../../support/calls/receiving-calls.ts'
import { whenLogged } from '../../support/calls/request-log-calls.ts'
import { operationsIn, readDocument } from '../../support/document/operations.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SAMPLE_URL = 'http://127.0.0.1:8080'
const COLLECTION = '/docs/waybill.postman_collection.json'

let waybill: Waybill
before(async () => {
  waybill = await startWaybill(sqlite)
})
after(() => waybill.close())

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> => waybill.call('GET', path, undefined, { headers })

const assertPage = ({ status, headers, text }: Answer, wanted = 200): void => {
  assert.equal(status, wanted)
  assert.match(headers.get('content-type')!, /^text\/html/)
  assert.match(headers.get('content-security-policy')!, /^default-src 'none'; img-src data:; style-src 'sha256-[^']+'; form-action 'self';/)
  assert.doesNotMatch(text, /<script|style="|\son\w+=/i)
}

describe('/', () => {
  it('is a page with links to everything', async () => {
    const page = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    assertPage(page)
    for (const address of [
      '/docs',
      '/reference',
      '/console',
      '/track',
      '/openapi.json',
      '/openapi.yaml',
      '/client.tgz',
      '/llms.txt',
      COLLECTION,
    ])
      assert.match(page.text, new RegExp(`(href|action)="${RegExp.escape(address)}"`))
    for (const [, address] of page.text.matchAll(/href="(\/[^"]*)"/g))
      assert.ok((await get(address!, { accept: 'text/html' })).status < 400, address!)
  })

  it('is JSON for a program that asks for JSON', async () => {
    const { status, json, headers } = await get('/', { accept: 'application/json' })
    assert.equal(status, 200)
    assert.equal(headers.get('vary'), 'accept, accept-encoding')
    assert.equal(json.docs, `${waybill.url}/docs`)
    assert.equal(json.openapi, `${waybill.url}/openapi.json`)
    assert.equal(json.client, `${waybill.url}/client.tgz`)
  })

  it('answers other methods like every path', async () => {
    const { status, json } = await waybill.call('POST', '/')
    assert.deepEqual([status, json.code], [405, 'METHOD_NOT_ALLOWED'])
  })
})

describe('/docs', () => {
  it('lists every guide, and serves each as a page and as Markdown with the address of this server', async () => {
    const index = await get('/docs')
    assertPage(index)
    for (const name of GUIDE_NAMES) {
      assert.ok(index.text.includes(`href="/docs/${name}"`), name)
      const source = readFileSync(join(ROOT, 'docs/guides', `${name}.md`), 'utf8')
      const page = await get(`/docs/${name}`)
      assertPage(page)
      assert.ok(page.text.includes(`<h1>${/^# (.+)$/m.exec(source)![1]}</h1>`), name)
      assert.ok(!page.text.includes(SAMPLE_URL))
      const markdown = await get(`/docs/${name}.md`)
      assert.match(markdown.headers.get('content-type')!, /^text\/markdown/)
      assert.equal(markdown.text, source.replaceAll(SAMPLE_URL, waybill.url))
    }
  })

  it('serves the staff manuals, and does not list them among the guides', async () => {
    const index = await get('/docs')
    for (const name of MANUAL_NAMES) {
      assert.ok(!index.text.includes(`href="/docs/${name}"`), name)
      assertPage(await get(`/docs/${name}`))
      assert.match((await get(`/docs/${name}.md`)).headers.get('content-type')!, /^text\/markdown/)
    }
  })

  const pagesByAddress = async (): Promise<Map<string, string>> =>
    new Map(
      await Promise.all(
        [...GUIDE_NAMES, ...MANUAL_NAMES].map(async (name) => [`/docs/${name}`, (await get(`/docs/${name}`)).text] as const),
      ),
    )
  const leadsSomewhere = (pages: ReadonlyMap<string, string>, address: string): boolean => {
    const [path, anchor] = address.split('#')
    const page = pages.get(path!)
    return page !== undefined && (!anchor || page.includes(` id="${anchor}"`))
  }

  it('has no broken internal link', async () => {
    const pages = await pagesByAddress()
    for (const [from, text] of pages)
      for (const [, href] of text.matchAll(/href="(?!https?:|data:|tel:|mailto:)([^"]*)"/g)) {
        const isMarkdown = /^\/docs\/[\w-]+\.md$/.test(href!)
        const isElsewhere = ['/', '/docs', '/reference', '/console', '/track'].includes(href!) || isMarkdown
        assert.ok(isElsewhere || leadsSomewhere(pages, href!.startsWith('#') ? `${from}${href}` : href!), `${from}: ${href}`)
      }
  })

  it('has a section for every page of the console', async () => {
    const pages = await pagesByAddress()
    const registry = readFileSync(join(ROOT, 'console/src/registry.ts'), 'utf8')
    const paths = [...registry.matchAll(/path: '([^']+)'/g)].map(([, path]) => path!)
    assert.ok(paths.length > 30)
    assert.deepEqual(paths.toSorted(), Object.keys(DOCS_PAGES).sort())
    for (const [path, address] of Object.entries(DOCS_PAGES)) assert.ok(leadsSomewhere(pages, address), `${path}: ${address}`)
  })

  it('is sent again only if it has changed', async () => {
    for (const path of ['/', '/docs', '/docs/errors', '/docs/errors.md', '/llms.txt', COLLECTION]) {
      const etag = (await get(path)).headers.get('etag')!
      const again = await get(path, { 'if-none-match': etag })
      assert.deepEqual([again.status, again.text], [304, ''], path)
    }
  })

  it('finds sections by words in any order, and escapes the query', async () => {
    const found = await get('/docs?q=REUSED+idempotency')
    assertPage(found)
    assert.match(found.text, /href="\/docs\/idempotency#how-a-repeat-is-answered"/)
    assert.match(found.text, /<mark>IDEMPOTENCY<\/mark>/)
    const hostile = await get(`/docs?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    assertPage(hostile)
    assert.match(hostile.text, /Nothing was found for/)
    assertPage(await get(`/docs?q=${encodeURIComponent('(*+[\\')}`))
    assertPage(await get(`/docs?q=${'a'.repeat(5_000)}`))
    assertPage(await get('/docs?q=a&q=b'))
  })

  it('serves no other file', async () => {
    const names = [
      '../package.json',
      '..%2Fpackage.json',
      '..%2f..%2fpackage.json',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '..%2Fdeploy.md',
      'deploy',
    ]
    const more = [
      'quickstart.md%00',
      'guides%2Fquickstart.md',
      '%2Fetc%2Fpasswd',
      '..%5C..%5Cpackage.json',
      'constructor',
      '__proto__',
      'README.md',
    ]
    for (const name of [...names, ...more]) {
      const { status, text } = await get(`/docs/${name}`)
      assert.equal(status, 404, name)
      assert.doesNotMatch(text, /dependencies|root:|fastify/)
    }
    assertPage(await get('/docs/no-such-guide'), 404)
  })

  it('does not repeat a hostile Host header', async () => {
    const { text } = await get('/docs/quickstart', { host: 'a"><b>$&' })
    assert.doesNotMatch(text, /"><b>/)
    assert.match((await get(COLLECTION, { host: 'a"b' })).json.variable[0].value, /^http:\/\/localhost$/)
  })
})

describe('the reference', () => {
  it('links to the guides, and agrees with them about keys after a 422 and about secrets', async () => {
    const { description } = (await readDocument(waybill, '/openapi.json')).info
    assert.match(description, /\[The guides\]\(\/docs\)/)
    assert.match(description, /After a 4xx answer the key is free again/)
    assert.match(description, /also where it shows a secret/)
  })
})

describe('/llms.txt', () => {
  it('names every guide as Markdown, with a working address', async () => {
    const { status, text, headers } = await get('/llms.txt')
    assert.equal(status, 200)
    assert.match(headers.get('content-type')!, /^text\/plain/)
    assert.match(text, /^# Waybill\n\n> /)
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, address]) => new URL(address!).pathname)
    assert.deepEqual(
      links.slice(0, GUIDE_NAMES.length),
      GUIDE_NAMES.map((name) => `/docs/${name}.md`),
    )
    for (const path of links) assert.equal((await get(path)).status, 200, path)
  })
})

describe('the collection for Postman and Bruno', () => {
  it('has every operation of an API key, and all of them run in order with the ids of earlier answers', async () => {
    const { json: collection } = await get(COLLECTION)
    assert.match(collection.info.schema, /collection\/v2\.1\.0/)
    const items: Json[] = collection.item.flatMap((folder: Json) => folder.item)
    const documented = operationsIn(await readDocument(waybill, '/openapi.json')).filter(({ path }) => path.startsWith('/v1/'))
    assert.deepEqual(
      items.map(({ request }) => `${request.method} /${request.url.path.join('/')}`).sort(),
      documented.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`).sort(),
    )

    const tenant = await waybill.newTenant()
    await tellDesk(waybill, tenant)
    await paidInvoice(waybill, tenant)
    const variables = new Map<string, string>(collection.variable.map(({ key, value }: Json) => [key, value]))
    variables.set('apiKey', tenant.testKey)
    variables.set('photoId', (await photographed(waybill, tenant)).photoId)
    const filled = (text: string): string => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name)!)
    const afterwards = new vm.Script(collection.event[0].script.exec.join('\n'))
    const [header, value] = collection.auth.apikey.map((each: Json) => filled(each.value))

    const failed: string[] = []
    for (const { name, request } of items) {
      const steps = request.url.path.map((step: string) =>
        step.startsWith(':') ? request.url.variable.find(({ key }: Json) => key === step.slice(1)).value : step,
      )
      const path = `/${filled(steps.join('/'))}`
      const headers = { [header]: value, ...Object.fromEntries(request.header.map((each: Json) => [each.key, each.value])) }
      const rawBody = request.body && filled(request.body.raw)
      const ask = () => waybill.call(request.method, path, undefined, { headers, ...(rawBody === undefined ? {} : { rawBody }) })
      if (path.startsWith('/v1/requests/')) await whenLogged(ask)
      const answer = await ask()
      const collectionVariables = { set: (key: string, id: string) => variables.set(key, id) }
      afterwards.runInNewContext({ pm: { response: { text: () => answer.text }, collectionVariables } })
      // A 422 is allowed, because an earlier request may have used up the record. Every other error, including 422 VALIDATION_FAILED, is a
      // mistake in the collection.
      if (answer.status >= 300 && (answer.status !== 422 || answer.json.code === 'VALIDATION_FAILED'))
        failed.push(`${name}: ${request.method} ${path} ${answer.text}`)
    }
    assert.deepEqual(failed, [])
  })
})

describe('the distribution', () => {
  it('has the guides, in the package and in the container', () => {
    assert.ok(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).files.includes('docs'))
    assert.doesNotMatch(readFileSync(join(ROOT, '.dockerignore'), 'utf8'), /^(docs|\*\*?\/?\*?\.md)/m)
  })
})
