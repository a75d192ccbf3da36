// An update replaces the files of a running server: it has loaded everything it needs, and answers every kind of request.

import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import type { Json } from '../../support/calls/quote-calls.ts'
import { DOCUMENTS, operationsIn } from '../../support/document/operations.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import { startReceiver } from '../../support/server/receiver.ts'
import type { ServerProcess } from '../../support/server/server-process.ts'
import { startServerProcess } from '../../support/server/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const TEST_KEY = 'wb_test_replaced_files_000000000'
const WAIT_MAX_MS = 60_000
/** More than the first page, which is all that the file has while the rest is in the log. */
const STORE_MIN_BYTES = 2 ** 20
/** Enough quotes to fill the log until its checkpoint. */
const QUOTES_MAX = 40
const CONSOLE_SCRIPT = 'console.log("the console of this release")'

type Called = { status: number; type: string; bytes: Buffer; json: Json; headers: Headers }

/** A copy of the sources, and a link to the packages; both can be removed. */
const install = async (): Promise<string> => {
  const release = await mkdtemp(join(tmpdir(), 'waybill-release-'))
  for (const part of ['bin', 'src', 'docs', 'package.json']) await cp(join(ROOT, part), join(release, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(release, 'node_modules'))
  await mkdir(join(release, 'dist/console/assets'), { recursive: true })
  await writeFile(join(release, 'dist/console/index.html'), '<script src="/console/assets/index.js"></script>')
  await writeFile(join(release, 'dist/console/assets/index.js'), CONSOLE_SCRIPT)
  return release
}

describe('a server whose files are gone', () => {
  let store: FreshDb
  let release: string
  let server: ServerProcess
  let staff: Record<string, string>

  before(async () => {
    store = await sqlite.freshDb([])
    release = await install()
    const env = {
      ...store.env,
      WAYBILL_DEMO_TEST_KEY: TEST_KEY,
      WAYBILL_LOG_LEVEL: 'info',
      WAYBILL_METRICS_TOKEN: 'metrics-of-the-replaced-files',
      // Packages are loaded through the link, and disappear with it.
      NODE_OPTIONS: '--preserve-symlinks',
    }
    server = await startServerProcess(env, [], { program: join(release, 'bin/waybill.js') })
    await until('a server that has loaded everything', async () => server.output().includes('everything is loaded'), WAIT_MAX_MS)
    await rm(release, { recursive: true })
  })
  after(async () => {
    await server.kill('SIGTERM')
    await rm(release, { recursive: true, force: true })
    await store.drop()
  })

  const call = async (method: string, path: string, body?: object | Buffer, given: Record<string, string> = {}): Promise<Called> => {
    const headers = { 'x-api-key': TEST_KEY, ...(body && !Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {}), ...given }
    const sent = body === undefined ? null : Buffer.isBuffer(body) ? Uint8Array.from(body) : JSON.stringify(body)
    const response = await fetch(new URL(path, server.url), { method, headers, body: sent })
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? ''
    return {
      status: response.status,
      type,
      bytes,
      json: type.includes('json') ? JSON.parse(bytes.toString()) : null,
      headers: response.headers,
    }
  }
  const ops = (method: string, path: string, body?: object | Buffer, given: Record<string, string> = {}): Promise<Called> =>
    call(method, `/ops/v1${path}`, body, { ...staff, ...given })

  it('lets the first admin in', async () => {
    const [, token] = /\/console\/setup#([0-9a-v]{32})$/m.exec(server.output())!
    const account = { email: 'first@example.com', name: 'First Admin', password: 'correct horse battery' }
    const set = await call('POST', '/ops/v1/setup', { ...account, token })
    assert.equal(set.status, 201, set.bytes.toString())
    const signedIn = await call('POST', '/ops/v1/session', account)
    assert.equal(signedIn.status, 201, signedIn.bytes.toString())
    staff = { cookie: signedIn.headers.get('set-cookie')!.split(';')[0]!, 'x-waybill-csrf': '1' }
  })

  it('books, sends webhooks, and draws labels', async () => {
    const receiver = await startReceiver()
    assert.equal((await call('POST', '/v1/webhook_endpoints', { url: receiver.url, events: ['*'] })).status, 201)
    const { json: quote } = await call('POST', '/v1/parcel_quotes', { parcel: exportAir() })
    const booked = await call('POST', `/v1/packages/${quote.parcel_quote_id}/create_shipment`, { rate_id: quote.rates[0].id })
    assert.equal(booked.status, 200, booked.bytes.toString())
    await receiver.until(1)
    await receiver.close()
    const [{ parcel_id: id }] = booked.json.parcel_details.parcels
    for (const suffix of ['pdf', 'png']) assert.equal((await ops('GET', `/packages/${id}/label.${suffix}`)).status, 200)
    const { pathname } = new URL(booked.json.label_url)
    for (const suffix of ['.pdf', '.png']) assert.equal((await call('GET', pathname.replace('.pdf', suffix))).status, 200)
  })

  it('takes photos and prints manifests', async () => {
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { json: parcel } = await ops('POST', '/unidentified_parcels', { label_text: 'torn', weight: 4 })
    const added = await ops('POST', `/unidentified_parcels/${parcel.unidentified_parcel_id}/photos`, photo, { 'content-type': 'image/png' })
    assert.equal(added.status, 201, added.bytes.toString())
    const { json: shipment } = await ops('POST', '/shipments', { mode: 'test', transport_mode: 'air' })
    for (const suffix of ['pdf', 'csv'])
      assert.equal((await ops('GET', `/shipments/${shipment.shipment_id}/manifest.${suffix}`)).status, 200)
  })

  it('serves its console, the reference, the guides, and what is watched', async () => {
    assert.match((await call('GET', '/docs/quickstart')).bytes.toString(), /<h1>Quickstart/)
    assert.match((await call('GET', '/console')).bytes.toString(), /<script/)
    assert.equal((await call('GET', '/console/assets/index.js')).bytes.toString(), CONSOLE_SCRIPT)
    const reference = await call('GET', '/reference/')
    assert.equal(reference.status, 200)
    const [, script] = /<script src="([^"]+)"/.exec(reference.bytes.toString())!
    assert.ok((await call('GET', new URL(script!, `${server.url}/reference/`).pathname)).bytes.length > 100_000)
    assert.equal((await call('GET', '/readyz')).status, 200)
    const authorization = 'Bearer metrics-of-the-replaced-files'
    assert.equal((await call('GET', '/metrics', undefined, { authorization })).status, 200)
  })

  it('copies the log of its store into the file', async () => {
    const isCopied = async () => (await stat(join(store.dataDir, 'waybill.db'))).size > STORE_MIN_BYTES
    for (let quote = 0; quote < QUOTES_MAX && !(await isCopied()); quote++)
      assert.equal((await call('POST', '/v1/parcel_quotes', { parcel: exportAir() })).status, 201)
    await until('a log that is copied', isCopied, WAIT_MAX_MS)
  })

  it('has an answer to every operation of its document', async () => {
    const documents = await Promise.all(DOCUMENTS.map((path) => call('GET', path)))
    const operations = documents.flatMap(({ json }) => operationsIn(json))
    assert.ok(operations.length > 100)
    const failed: string[] = []
    for (const { path, method } of operations) {
      // The session and its account are needed until the end.
      if (path.includes('session') || path.includes('password')) continue
      const filled = path.replaceAll(/\{[^}]+\}/g, 'none')
      const answer = await call(method, filled, method === 'GET' ? undefined : {}, path.startsWith('/ops') ? staff : {})
      if (answer.status >= 500) failed.push(`${method} ${path}: ${answer.status} ${answer.bytes}`)
    }
    assert.deepEqual(failed, [])
  })
})
