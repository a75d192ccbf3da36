// A warehouse label, whatever its text: scans as the parcel number, and is rendered the same each time.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { renderParcelLabelPdf, renderParcelLabelPng } from './parcel-label.ts'
import type { ParcelLabelContent } from './parcel-label-pdf.ts'

const label: ParcelLabelContent = {
  parcelNumber: 'PQG5WYRERYY8',
  customerId: 'SMP1001',
  customerName: 'Sample Trader',
  business: 'Sample Imports',
  route: 'CN - NG air',
  piece: '3 of 5',
  weightKg: '13.2',
  reference: 'QR5KKRVHRJZ3',
  arrivedOn: '2026-11-15',
  testMode: true,
}
const LONG = 'W'.repeat(255)

describe('a parcel’s warehouse label', () => {
  before(async () => {
    const wasmBinary = new Uint8Array(await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))).buffer
    prepareZXingModule({ overrides: { wasmBinary } })
  })

  const cases: [string, Partial<ParcelLabelContent>][] = [
    ['as it usually is', {}],
    ['with nothing but its number', { customerId: '', customerName: '', weightKg: null, reference: null, arrivedOn: null }],
    ['with everything too long', { customerId: LONG, customerName: LONG, business: LONG, route: LONG, reference: LONG }],
  ]
  for (const [name, changes] of cases) {
    it(`scans as the parcel number, ${name}`, async () => {
      const png = await renderParcelLabelPng([{ ...label, ...changes }])
      const found = await readBarcodes(png, { formats: ['Code128'] })
      assert.deepEqual(
        found.map(({ text }) => text),
        [label.parcelNumber],
      )
    })
  }

  it('is the same bytes for the same label', async () => {
    assert.deepEqual(await renderParcelLabelPdf([label]), await renderParcelLabelPdf([label]))
  })

  it('is a page for each piece', async () => {
    const pdf = Buffer.from(await renderParcelLabelPdf([label, { ...label, piece: '4 of 5' }])).toString('latin1')
    assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 2)
  })
})
