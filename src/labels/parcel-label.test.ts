// Whatever its text, a warehouse label scans as the number of its parcel or the code of its place, and has the same bytes each time.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scanned } from '../../test/support/document/scanner.ts'
import { placeBarcode } from '../domain/places/place-code.ts'
import type { ParcelLabelContent } from './parcel-label-pdf.ts'
import { rasterise } from './rasterise.ts'
import { renderParcelLabelPdf, renderParcelLabelPng, renderPlaceLabelPdf } from './render.ts'

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

describe('a warehouse label', () => {
  const cases: [string, Partial<ParcelLabelContent>][] = [
    ['as it usually is', {}],
    ['with nothing but its number', { customerId: '', customerName: '', weightKg: null, reference: null, arrivedOn: null }],
    ['with everything too long', { customerId: LONG, customerName: LONG, business: LONG, route: LONG, reference: LONG }],
  ]
  for (const [name, changes] of cases) {
    it(`scans as the parcel number, ${name}`, async () => {
      const png = await renderParcelLabelPng([{ ...label, ...changes }])
      const found = await scanned(png, ['Code128'])
      assert.deepEqual(
        found.map(({ text }) => text),
        [label.parcelNumber],
      )
    })
  }

  for (const code of ['A', 'A-01-12', 'ZONE99-RACK99-BIN999']) {
    it(`of place ${code} scans as the place`, async () => {
      const pdf = await renderPlaceLabelPdf([{ operator: LONG, code, barcode: placeBarcode(code), testMode: true }])
      const found = await scanned(await rasterise(pdf), ['Code128'])
      assert.deepEqual(
        found.map(({ text }) => text),
        [placeBarcode(code)],
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
