// The API client against a real server: every operation, lists of several pages, errors by code, and types that match the API document.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { OPERATIONS } from '../../client/src/generated.ts'
import type { Client, DownloadedFile, WebhookEndpoint } from '../../client/src/index.ts'
import { createClient, WaybillError } from '../../client/src/index.ts'
import { operationsIn } from '../support/document/operations.ts'
import { callV1 } from '../support/document/v1-calls.ts'
import { sqlite } from '../support/engine/engines.ts'
import { createClientCaller } from '../support/server/client-caller.ts'
import { createHttpClient } from '../support/server/http-client.ts'
import type { Tenant, Waybill } from '../support/server/waybill.ts'
import { startWaybill } from '../support/server/waybill.ts'
import { GENERATED, generatedTypes } from './generate.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

const SENDER = { name: 'Ikeja Crafts', phone: '+2348000000001', address: { street: '5 Allen Avenue', city: 'Ikeja', country: 'NG' } }
const RECIPIENT = {
  name: 'Sample Gallery',
  phone: '+442000000000',
  address: { street: '1 Example Street', city: 'London', postal_code: 'E1 6AN', country: 'GB' },
}

describe('the client', () => {
  let waybill: Waybill
  let tenant: Tenant
  let client: Client
  before(async () => {
    waybill = await startWaybill(sqlite)
    tenant = await waybill.newTenant()
    client = createClient({ baseUrl: `${waybill.url}/`, apiKey: tenant.testKey })
  })
  after(() => waybill.close())

  it('has the types of the document: npm run client:types writes the same', async () => {
    const { json } = await waybill.call('GET', '/openapi.json')
    assert.equal(await readFile(GENERATED, 'utf8'), generatedTypes(json))
  })

  it('has a method for every operation of the document', async () => {
    const { json } = await waybill.call('GET', '/openapi.json')
    const named = operationsIn(json).map(({ operation }) => operation.operationId)
    assert.equal(new Set(named).size, named.length)
    const { all: _all, downloadLabel: _downloadLabel, ...methods } = client
    assert.deepEqual(Object.keys(methods).sort(), named.sort())
  })

  it('calls every operation of the contract that returns no file, with success and failure', async () => {
    const called = new Set<string>()
    const http = createHttpClient()
    const call = createClientCaller(waybill.url, http, called)
    const { testKey } = await waybill.newTenant()
    await callV1(async (route, id = '', body, options = {}) => {
      const [method = '', path = ''] = route.split(' ')
      const { status, json } = (await call(method, path.replace('{id}', id), body, { key: testKey, ...options })) ?? { status: 0, json: {} }
      if (status >= 400) assert.ok(json.code && json.request_id && (json.error || json.errors.length > 0), JSON.stringify(json))
      return json
    })
    http.close()
    const expected = Object.entries(OPERATIONS).flatMap(([name, { isFile }]) => (isFile ? [] : [name]))
    assert.deepEqual([...called].sort(), expected.sort())
  })

  it('returns files with their name and bytes', async () => {
    const { testKey, business } = await waybill.newTenant()
    const theirs = createClient({ baseUrl: waybill.url, apiKey: testKey })
    const quote = await theirs.createQuote({ parcel: { sender: SENDER, recipient: RECIPIENT, package: { weight: 2.4 } } })
    const { label_url: label, tracking_code: code } = await theirs.createShipment(quote.parcel_quote_id, { rate_id: quote.rates[0]?.id })
    const { invoice_id: invoice, number } = await theirs.testIssueInvoice()
    const { payment_id: payment, number: receipt } = await theirs.testPlayPayment({ invoice_id: invoice })
    const today = (await theirs.getStatement()).to
    const first = `${today.slice(0, 8)}01`
    const files: [DownloadedFile, name: string, begin: string][] = [
      [await theirs.getInvoicePdf(invoice), `${number}.pdf`, '%PDF-'],
      [await theirs.getInvoiceCsv(invoice), `${number}.csv`, '\uFEFFnumber,'],
      [await theirs.getInvoiceXml(invoice), `${number}.xml`, '<?xml '],
      [await theirs.getReceiptPdf(payment), `${receipt}.pdf`, '%PDF-'],
      [await theirs.getStatementPdf({ from: today }), `statement-${business.prefix}-${today}-${today}.pdf`, '%PDF-'],
      [await theirs.getStatementCsv(), `statement-${first}-${today}.csv`, '\uFEFFdate,'],
      [await theirs.getLabel(label!.split('/').at(-1)!), `${code}.pdf`, '%PDF-'],
    ]
    const text = ({ bytes }: DownloadedFile): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    assert.deepEqual(
      files.map(([file, , begin]) => [file.name, text(file).slice(0, begin.length)]),
      files.map(([, name, begin]) => [name, begin]),
    )
    // The invoice has no credit note, so the server refuses. The client must report that as an error with a code, although it expects a
    // file.
    await assert.rejects(theirs.getCreditNotePdf(invoice), (error) => error instanceof WaybillError && error.code === 'INVALID_TRANSITION')
  })

  it('throws before it sends anything if an id is missing or empty', async () => {
    const nothing = createClient({ baseUrl: waybill.url, apiKey: 'x', fetch: () => assert.fail('a request was sent') })
    const methods = nothing as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    const taking = Object.entries(OPERATIONS).filter(([, { takes }]) => (takes as readonly string[]).includes('id'))
    assert.ok(taking.length > 20)
    for (const [name] of taking)
      for (const id of [undefined, null, '', ' ', '..', 7, {}]) await assert.rejects(methods[name]!(id), TypeError, `${name}(${id})`)
  })

  it('quotes, books, holds and tracks without a cast', async () => {
    const quote = await client.createQuote({
      parcel: { sender: SENDER, recipient: RECIPIENT, package: { weight: 2.4, length: 30, width: 20, height: 15, item_description: null } },
    })
    const [cheapest] = quote.rates
    const booked = await client.createShipment(quote.parcel_quote_id, { rate_id: cheapest?.id })
    assert.equal(booked.status, 'booked')
    const [parcel] = booked.parcel_details.parcels ?? []
    assert.ok(parcel)
    const held = await client.holdOrReleasePackage(parcel.parcel_id, { action: 'hold' })
    assert.equal(held.hold_instruction, 'hold')
    assert.equal((await client.trackPackage(parcel.parcel_id)).tracking_data[0]?.code, 'PARCEL_BOOKED')
    const label = await client.downloadLabel(booked.label_url ?? '')
    assert.equal(new TextDecoder().decode(label.slice(0, 5)), '%PDF-')
  })

  it('has no optional field that is always present', async () => {
    const { secret, ...endpoint }: { secret: string } & WebhookEndpoint = await client.createWebhookEndpoint({
      url: 'https://shop.example/hooks',
    })
    const { secret: next }: { secret: string } = await client.rotateWebhookSecret(endpoint.webhook_endpoint_id)
    assert.notEqual(next, secret)
    const {
      sender,
      origin_details: origin,
      dest_details: destination,
      parcel_details: details,
    } = await client.createQuote({
      parcel: { sender: SENDER, recipient: RECIPIENT, package: { weight: 2.4 } },
    })
    const always: string[] = [sender.name, sender.address.country, origin.origin_country, destination.destination_country_name]
    assert.deepEqual([...always, details.transport_mode], ['Ikeja Crafts', 'NG', 'NG', 'United Kingdom', 'air'])
  })

  it('reports a refusal by its code, and field by field', async () => {
    await assert.rejects(client.getQuote('pq_none'), (error) => error instanceof WaybillError && error.code === 'NOT_FOUND')
    await assert.rejects(client.createQuote({ parcel: {} }), (error) => {
      assert.ok(error instanceof WaybillError)
      assert.equal(error.code, 'VALIDATION_FAILED')
      assert.ok(error.details.some(({ field }) => field.includes('recipient')))
      return true
    })
  })

  it('repeats a POST with the given key, and gets the first answer', async () => {
    const body = { parcel_customer: { address_suffix: 'ONCE' } }
    const [first, again] = [
      await client.createCustomer(body, { idempotencyKey: 'once' }),
      await client.createCustomer(body, { idempotencyKey: 'once' }),
    ]
    assert.deepEqual(first, again)
    assert.equal(first.message, 'Parcel customer created.')
  })

  it('iterates over all pages of lists, plain and with meta', async () => {
    const other = await waybill.newTenant()
    const theirs = createClient({ baseUrl: waybill.url, apiKey: other.testKey })
    for (let n = 0; n < 5; n++) await theirs.createCustomer({ parcel_customer: { address_suffix: `C${n}` } })
    const seen: string[] = []
    for await (const customer of theirs.all.listCustomers({ per_page: 2 })) seen.push(customer.address_suffix)
    assert.equal(new Set(seen).size, 5)
    const types: string[] = []
    for await (const event of theirs.all.listEvents({ per_page: 2 })) types.push(event.type)
    assert.deepEqual(types, Array(5).fill('customer.created'))
  })

  it('builds into plain JavaScript without dependencies', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'waybill-client-'))
    try {
      await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', join(ROOT, 'client'), '--outDir', dir])
      const files = await Promise.all(
        ['index', 'client', 'send', 'webhooks', 'errors'].map((name) => readFile(join(dir, `${name}.js`), 'utf8')),
      )
      assert.deepEqual(
        files
          .flatMap((text) => [...text.matchAll(/from '([^']+)'/g)].map(([, from]) => from!))
          .filter((from) => !/^\.\/\w+\.js$/.test(from)),
        [],
      )
      assert.doesNotMatch(files.join(''), /\b(process|Buffer|require|Temporal)\b\./)
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})
