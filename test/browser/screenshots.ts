// Takes the pictures in docs/screenshots again, from eleven pages of a Waybill with demo data. Run: node test/browser/screenshots.ts

import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import type { Json } from '../support/calls/quote-calls.ts'
import type { StaffMember } from '../support/calls/staff-calls.ts'
import { COOKIE, signedIn } from '../support/calls/staff-calls.ts'
import { sqlite } from '../support/engine/engines.ts'
import { startWaybill } from '../support/server/waybill.ts'
import { builtConsole } from './support/built-console.ts'
import { findChromium, SKIPPED } from './support/chromium.ts'

const PLACE = resolve(import.meta.dirname, '../../docs/screenshots')
const VIEWPORT = { width: 1280, height: 800 }
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const WAIT_MAX_MS = 20_000
/** Time until charts are drawn and all data is shown. */
const SETTLED_MS = 1_200
const FILE_MAX_BYTES = 150_000
const COLOURS_MAX = 128
/** Late enough in Lagos for the day to have data. */
const HOUR_UTC = 16
const HOUR_MS = 60 * 60 * 1000

const today = (): number => new Date().setUTCHours(HOUR_UTC, 0, 0, 0)

const get = async (staff: StaffMember, path: string): Promise<Json> => {
  const { status, text, json } = await staff.call('GET', path)
  assert.equal(status, 200, text)
  return json
}

const save = async (page: Page, name: string): Promise<void> => {
  await page.waitForTimeout(SETTLED_MS)
  const file = join(PLACE, `${name}.png`)
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true, colours: COLOURS_MAX, compressionLevel: 9, effort: 10 })
    .toFile(file)
  assert.ok(size <= FILE_MAX_BYTES, `${file} has ${size} bytes`)
  console.log(`${file}: ${Math.ceil(size / 1000)} kB`)
}

/** Scans packages into the shipment before its picture is taken. */
const scanInto = async (page: Page, parcels: readonly Json[]): Promise<void> => {
  await page.getByLabel('Package to add').waitFor()
  for (const { parcel_number: number } of parcels) {
    await page.getByLabel('Package to add').fill(number)
    await page.keyboard.press('Enter')
    await page.locator('.boarding-log li').first().waitFor()
    await page.waitForTimeout(SETTLED_MS / 4)
  }
}

const weigh = async (page: Page, { parcel_number: number, declared_weight: declaredKg }: Json): Promise<void> => {
  await page.getByLabel('Search or scan a code').fill(number)
  await page.keyboard.press('Enter')
  await page.getByLabel('Weight, kg').fill(String(Math.ceil(declaredKg * 1.1)))
}

const executablePath = findChromium()
assert.ok(executablePath, SKIPPED)
await mkdir(PLACE, { recursive: true })
const waybill = await startWaybill(sqlite, { consoleDir: await builtConsole() })
const browser = await chromium.launch({ executablePath, args: FLAGS })
try {
  waybill.time.freeze(today())
  const { business } = await waybill.newTenant({ name: 'Sample Imports', prefix: 'SMP' })
  await waybill.newTenant({ name: 'Harbour Traders', prefix: 'HBT' })
  const staff = await signedIn(waybill, 'admin')
  const filled = await staff.call('POST', '/ops/v1/demo_data', { business_id: business.id })
  assert.equal(filled.status, 201, filled.text)

  const open = (await get(staff, '/ops/v1/shipments?mode=test&status=open'))[0]
  await staff.call('PATCH', `/ops/v1/shipments/${open.shipment_id}`, {
    carrier: 'Sample Air Cargo',
    master_document: '123-12345675',
    etd: new Date(today() + 20 * HOUR_MS).toISOString(),
    eta: new Date(today() + 32 * HOUR_MS).toISOString(),
  })
  const packages: Json[] = await get(staff, '/ops/v1/packages?mode=test&per_page=100')
  const stored = packages.filter(({ status }) => status === 'warehouse')
  const quotes: Json[] = await get(staff, '/ops/v1/quotes?mode=test&status=booked')
  const [invoice]: Json[] = await get(staff, '/ops/v1/invoices?mode=test&status=part_paid')
  const owing = stored.find(({ storage_fee: fee }) => fee.amount_due > 0) ?? stored[0]
  const loose = stored.filter(({ transport_mode: mode, shipment_id: id }) => mode === 'air' && id === null)
  const isHeld = ({ hold_instruction: instruction }: Json): boolean => instruction === 'hold'
  const scanned = [...loose.filter(isHeld).slice(0, 1), ...loose.filter((parcel) => !isHeld(parcel)).slice(0, 3)]
  const expected = packages.find(({ status, trade_direction: trade }) => status === 'booked' && trade === 'import')

  const context = await browser.newContext({
    baseURL: waybill.url,
    viewport: VIEWPORT,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Africa/Lagos',
  })
  context.setDefaultTimeout(WAIT_MAX_MS)
  const { hostname } = new URL(waybill.url)
  const value = staff.cookie.slice(COOKIE.length + 1)
  await context.addCookies([{ name: COOKIE, value, domain: hostname, path: '/', secure: true, httpOnly: true, sameSite: 'Strict' }])
  const page = await context.newPage()
  const pages: [name: string, path: string][] = [
    ['overview', '/console/'],
    ['packages', '/console/packages'],
    ['package', `/console/packages/${owing.parcel_id}`],
    ['receive', '/console/receive'],
    ['shipment', `/console/shipments/${open.shipment_id}`],
    ['storage', '/console/storage'],
    ['rate-cards', '/console/cards'],
    ['businesses', '/console/businesses'],
    ['quote', `/console/quotes/${quotes[0].parcel_quote_id}`],
    ['invoice', `/console/invoices/${invoice.invoice_id}`],
    ['tracking', `/track/${owing.parcel_number}`],
  ]
  for (const [name, path] of pages) {
    await page.goto(path.startsWith('/console') ? `${path}?mode=test` : path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (name === 'receive' && expected) await weigh(page, expected)
    if (name === 'shipment') await scanInto(page, scanned)
    await save(page, name)
  }
} finally {
  await browser.close()
  await waybill.close()
}
