// Retakes the screenshots in the README and the guides, from a server with demo data. Run: node test/browser/screenshots.ts

import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { signedInPerson } from '../support/calls/member-calls.ts'
import type { Json } from '../support/calls/quote-calls.ts'
import type { StaffMember } from '../support/calls/staff-calls.ts'
import { COOKIE, signedIn } from '../support/calls/staff-calls.ts'
import { sqlite } from '../support/engine/engines.ts'
import { startWaybill } from '../support/server/waybill.ts'
import { builtConsole, builtPortal } from './support/built-pages.ts'
import { findChromium, SKIPPED } from './support/chromium.ts'
import { signInto } from './support/portal-visit.ts'

const PLACE = resolve(import.meta.dirname, '../../docs/screenshots')
const VIEWPORT = { width: 1280, height: 800 }
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const WAIT_MAX_MS = 20_000
/** Time until charts are drawn and all data is shown. */
const SETTLED_MS = 1_200
const FILE_MAX_BYTES = 150_000
const COLOURS_MAX = 128
/** The server's clock is set to this hour. It is then 17:00 in Lagos, late enough for the demo data of the day. */
const HOUR_UTC = 16
const DAY_MS = 24 * 60 * 60 * 1000

const today = (): number => new Date().setUTCHours(HOUR_UTC, 0, 0, 0)

const get = async (staff: StaffMember, path: string): Promise<Json> => {
  const { status, text, json } = await staff.call('GET', path)
  assert.equal(status, 200, text)
  return json
}

const post = async (staff: StaffMember, path: string, body: object): Promise<Json> => {
  const { status, text, json } = await staff.call('POST', path, body)
  assert.ok(status < 300, text)
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

const weigh = async (page: Page, { parcel_number: number, declared_weight: declaredKg }: Json): Promise<void> => {
  await page.getByLabel('Search or scan a code').fill(number)
  await page.keyboard.press('Enter')
  await page.getByLabel('Weight, kg').fill(String(Math.ceil(declaredKg * 1.1)))
}

const executablePath = findChromium()
assert.ok(executablePath, SKIPPED)
await mkdir(PLACE, { recursive: true })
const waybill = await startWaybill(sqlite, { consoleDir: await builtConsole(), portalDir: await builtPortal() })
const browser = await chromium.launch({ executablePath, args: FLAGS })
try {
  waybill.time.freeze(today())
  const tenant = await waybill.newTenant({ name: 'Sample Imports', prefix: 'SMP' })
  const { business } = tenant
  const staff = await signedIn(waybill, 'admin')
  const filled = await staff.call('POST', '/ops/v1/demo_data', { business_id: business.id })
  assert.equal(filled.status, 201, filled.text)

  const packages: Json[] = await get(staff, '/ops/v1/packages?mode=test&per_page=100')
  const stored = packages.filter(({ status }) => status === 'warehouse')
  const owing = stored.find(({ storage_fee: fee }) => fee.amount_due > 0) ?? stored[0]
  const expected = packages.find(({ status, trade_direction: trade }) => status === 'booked' && trade === 'import')

  const day = (days: number): string => new Date(today() + days * DAY_MS).toISOString()
  const sailing = { transport_mode: 'air', carrier: 'Sample Air Cargo', number: 'SA 912', origin: 'CAN', destination: 'LOS' }
  const weightKg = stored.reduce((sum, { actual_weight: kg }) => sum + (kg ?? 0), 0)
  const times = { departs_at: day(2), cut_off_at: day(1), arrives_at: day(3), capacity_weight: Math.ceil(weightKg), capacity_volume: 9 }
  const { voyage_id: voyageId } = await post(staff, '/ops/v1/voyages', { ...sailing, ...times })
  const loaded = await post(staff, '/ops/v1/shipments', { transport_mode: 'air', mode: 'test', voyage_id: voyageId })
  const codes = stored.filter(({ destination_country: to, hold_instruction: hold }) => to === 'Nigeria' || hold === 'release')
  await post(staff, `/ops/v1/shipments/${loaded.shipment_id}/attach`, { codes: codes.map(({ parcel_number: code }) => code) })

  const [main]: Json[] = await get(staff, '/ops/v1/sites')
  // The address is in Latin letters, because not every machine has a font for Chinese.
  const site = {
    name: 'Guangzhou warehouse',
    address: { street: '88 Sample West Road', city: 'Guangzhou', state: 'Guangdong', postal_code: '510000' },
    phone: '+86 20 5555 0100',
    opening_hours: 'Mon–Sat 9:00–18:00',
  }
  assert.equal((await staff.call('PATCH', `/ops/v1/sites/${main!.site_id}`, site)).status, 200)
  const [customer]: Json[] = await get(staff, '/ops/v1/customers?mode=test')

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
    ['package', `/console/packages/${owing.parcel_id}`],
    ['receive', '/console/receive'],
    ['fill', `/console/shipments/${loaded.shipment_id}`],
    ['address-card', `/console/customers/${customer!.parcel_customer_id}`],
  ]
  for (const [name, path] of pages) {
    await page.goto(`${path}?mode=test`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (name === 'receive') await weigh(page, expected)
    if (name === 'address-card') await page.getByRole('heading', { name: 'Address for suppliers' }).scrollIntoViewIfNeeded()
    await save(page, name)
  }
  const person = await signedInPerson(waybill, tenant, 'owner')
  await signInto(page, waybill.url, person.cookie)
  await page.goto('/portal/SMP/test')
  await page.getByRole('region', { name: 'Packages on hold' }).waitFor()
  await save(page, 'portal')
} finally {
  await browser.close()
  await waybill.close()
}
