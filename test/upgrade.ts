// `bin/node test/upgrade.ts FOLDER sqlite|postgres`: checks that the older Waybill in FOLDER and this version can serve one store together.

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Json } from './support/calls/quote-calls.ts'
import { importOcean } from './support/samples/requests.ts'

const THIS = resolve(import.meta.dirname, '..')
const [older = '', engine] = process.argv.slice(2)
const TEST_KEY = 'wb_test_upgrade_0000000000000000'
const CLIENTS = 3
const SIDE_BY_SIDE_MS = 20_000
const ALONE_MS = 3_000

const data = await mkdtemp(join(tmpdir(), 'waybill-upgrade-'))
const keeper = engine === 'postgres' ? spawn(process.execPath, [join(THIS, 'test/support/engine/postgres-keeper.ts')]) : null
const databaseUrl = keeper ? String((await once(keeper.stdout, 'data'))[0]).trim() : ''
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  WAYBILL_DATA: data,
  WAYBILL_DEMO_TEST_KEY: TEST_KEY,
  WAYBILL_SECRET_KEY: 'the secret key of a trial upgrade',
  WAYBILL_LOG_LEVEL: 'error',
  PORT: '0',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
}

type Running = { url: string; stop(): Promise<number | null> }

const commandIn = (folder: string, ...args: string[]): [string, string[]] => [
  join(folder, 'bin/node'),
  [join(folder, 'bin/waybill.js'), ...args],
]

const started: ChildProcess[] = []
const serve = async (folder: string): Promise<Running> => {
  const [program, args] = commandIn(folder, 'serve')
  const child = spawn(program, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const exited = once(child, 'exit') as Promise<[number | null]>
  let said = ''
  const ready = new Promise<string>((found) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const url = /^Waybill is ready at (\S+)$/m.exec(said)?.[1]
      if (url) found(url)
    })
  })
  const url = await Promise.race([ready, exited.then(([code]) => Promise.reject(new Error(`${folder} ended with ${code}: ${said}`)))])
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    return (await exited)[0]
  }
  return { url, stop }
}

let servers: Running[] = []
let rounds = 0
let isLoaded = true

/** Calls one of the servers, and throws unless the call succeeds. */
const call = async (
  method: string,
  path: string,
  body?: object,
  { url } = servers[Math.floor(Math.random() * servers.length)]!,
): Promise<Json> => {
  const headers = { 'x-api-key': TEST_KEY, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(`${url}/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
  const text = await answer.text()
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

/** Keeps only the fields that the older version's answer also has, because a newer version may add fields. */
const sharedFields = (newer: Json, older: Json): Json => {
  if (Array.isArray(newer) && Array.isArray(older)) return newer.map((each, index) => sharedFields(each, older[index]))
  if (typeof newer !== 'object' || typeof older !== 'object' || newer === null || older === null) return newer
  const shared = Object.keys(newer).filter((name) => name in older)
  return Object.fromEntries(shared.map((name) => [name, sharedFields(newer[name], older[name])]))
}

/** Creates one record of every kind that a client can create, before the newer version is started. */
const makeRecords = async (): Promise<void> => {
  const { data: customer } = await call('POST', '/parcel-customers', { parcel_customer: {} })
  const goods = { courier_numbers: [`SF${Date.now()}`], items: [{ description: 'Shoes', quantity: 2 }] }
  await call('POST', '/inbound_parcels', { inbound_parcel: { customer_id: customer.parcel_customer_id, ...goods } })
  await call('POST', '/webhook_endpoints', { url: 'https://receiver.example.com/waybill' })
  const booked = async (): Promise<Json> => {
    const { parcel_quote_id: id } = await call('POST', '/parcel_quotes', { parcel: importOcean() })
    return call('POST', `/packages/${id}/create_shipment`, {})
  }
  const [kept, cancelled] = [await booked(), await booked()]
  for (const { parcel_id: id } of kept.parcel_details.parcels) await call('POST', `/test_helpers/packages/${id}/receive`, {})
  for (const { parcel_id: id } of cancelled.parcel_details.parcels) await call('POST', `/packages/${id}/cancel`, {})
  await call('POST', '/parcel_quotes', { parcel: importOcean() })
  await call('POST', '/test_helpers/invoices', {})
  await call('POST', '/test_helpers/payments', { amount: '1000' })
}

/** Operations that are not compared, because every call gets a different answer. */
const CHANGING = ['/v1/test_clock', '/v1/requests', '/v1/requests/{id}']
/** For each operation, the field with the time of the answer. This field is not compared. */
const ANSWERED_AT: Readonly<Record<string, string>> = { '/v1/balance': 'at' }
const ID = /^[a-z]+_[0-9a-z]{26}$/

/** Calls every GET operation of the older version on both servers, and compares the answers. */
const compareReads = async (old: Running, current: Running): Promise<void> => {
  const read = async ({ url }: Running, path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': TEST_KEY, 'x-request-id': 'compared' } })
    const type = String(answer.headers.get('content-type')).split(';')[0]!
    return { status: answer.status, type, body: type === 'application/json' ? ((await answer.json()) as Json) : null }
  }
  const document = (await read(old, '/openapi.json')).body
  const paths = Object.keys(document.paths).filter(
    (path) => path.startsWith('/v1/') && document.paths[path].get && !CHANGING.includes(path),
  )
  let compared = 0
  for (const path of paths) {
    const listed = path.includes('{id}') ? (await read(old, path.slice(0, path.indexOf('/{id}')))).body : null
    const [first] = listed === null ? [] : Array.isArray(listed) ? listed : listed.data
    if (listed !== null && first === undefined) throw new Error(`${path}: the older version has no such record to read`)
    const id = first && Object.values<unknown>(first).find((value) => typeof value === 'string' && ID.test(value))
    const asked = path.replace('{id}', String(id))
    const [before, after] = await Promise.all([read(old, asked), read(current, asked)])
    assert.deepEqual([asked, after.status, after.type], [asked, before.status, before.type])
    for (const { body } of [before, after]) delete body?.[ANSWERED_AT[path] ?? '']
    if (before.body !== null) assert.deepEqual(sharedFields(after.body, before.body), before.body, asked)
    compared += 1
  }
  console.log(`${engine}: ${compared} operations that read answer as before`)
}

const client = async (): Promise<void> => {
  while (isLoaded) {
    const quote = await call('POST', '/parcel_quotes', { parcel: importOcean() })
    const booked = await call('POST', `/packages/${quote.parcel_quote_id}/create_shipment`, {})
    for (const { parcel_id: id } of booked.parcel_details.parcels) {
      for (const action of ['hold', 'release']) await call('POST', `/packages/${id}/notices`, { action })
      for (const step of ['receive', 'depart', 'deliver']) await call('POST', `/test_helpers/packages/${id}/${step}`, {})
      const [older, newer] = await Promise.all(servers.map((server) => call('GET', `/packages/${id}`, undefined, server)))
      if (newer) assert.deepEqual(sharedFields(newer, older), older)
    }
    rounds += 1
  }
}

try {
  const old = await serve(older)
  servers = [old]
  await makeRecords()
  let clients = Promise.all(Array.from({ length: CLIENTS }, client))
  const during = (ms: number) => Promise.race([clients, sleep(ms)])
  await during(ALONE_MS)
  const current = await serve(THIS)
  servers = [old, current]
  rounds = 0
  await during(SIDE_BY_SIDE_MS)
  assert.ok(rounds > 0, 'no parcel went all its way while both served')
  console.log(`${engine}: ${rounds} parcels went all their way while both versions served`)
  isLoaded = false
  await clients
  await compareReads(old, current)
  isLoaded = true
  clients = Promise.all(Array.from({ length: CLIENTS }, client))
  const { status } = await fetch(`${old.url}/readyz`)
  console.log(`${engine}: /readyz of the older version said ${status}`)
  servers = [current]
  await during(ALONE_MS)
  assert.equal(await old.stop(), 0)
  await during(ALONE_MS)
  isLoaded = false
  await clients
  for (const command of ['audit', 'ledger']) {
    const { stdout } = await promisify(execFile)(...commandIn(THIS, command, 'verify'), { env })
    console.log(`${engine}: ${stdout.split('\n')[0]}`)
  }
  await current.stop()
} finally {
  for (const child of started) child.kill('SIGKILL')
  keeper?.stdin.end()
  await rm(data, { recursive: true, force: true })
}
