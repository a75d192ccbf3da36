// An invoice on paper has all of its lines, amounts that add up to the total, and its number as a QR code.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encode } from 'fast-png'
import { scanned } from '../../../test/support/document/scanner.ts'
import { newCharge } from '../../domain/billing/charge.ts'
import type { CreditNote, Invoice } from '../../domain/billing/invoice.ts'
import { draftOf, issue, totalsOf } from '../../domain/billing/invoice.ts'
import { renderPaperPdf } from '../render.ts'
import { creditNotePaper, invoicePaper } from './paper-content.ts'

const wasm = async (specifier: string) => new Uint8Array(await readFile(new URL(import.meta.resolve(specifier)))).buffer

let pdfium: PDFiumLibrary
before(async () => {
  pdfium = await PDFiumLibrary.init({ wasmBinary: await wasm('@hyzyla/pdfium/pdfium.wasm') })
})

const sampleInvoice = (lines: number): Invoice => {
  const charges = Array.from({ length: lines }, (_, index) =>
    newCharge({
      id: `chg_${index}`,
      kind: index % 3 === 0 ? 'freight' : 'storage',
      source: `s${index}`,
      description:
        index % 3 === 0
          ? `Air freight (Air Import) CN to NG, quote Q7K2M-9XTA${index}`
          : `Storage of P-7K2M9QX-${index}, 2026-11-01 to 2026-11-30, 0.5 sqm at NGN 500 per day`,
      unitKobo: 12_345_678 + index * 7,
      taxPercent: index % 2 === 0 ? '7.5' : '0',
      createdBy: 'test',
      createdAt: 1,
    }),
  )
  const draft = draftOf({ id: 'inv_1', payerId: null, createdBy: 'test', createdAt: 1 }, charges)
  return issue(draft, charges, {
    goodsOf: () => null,
    seller: {
      name: 'Harmattan Freight Forwarders Ltd',
      lines: ['14 Cargo Road', 'Ikeja, Lagos, 100271', 'Nigeria', '+234 800 000 0001', 'accounts@harmattan.example'],
      taxNumber: '12345678-0001',
      payTo: ['Sample Bank', 'Harmattan Freight Forwarders Ltd', 'Account 0123456789'],
    },
    buyer: { id: 'SMP', name: 'Sample Imports', lines: ['1 Sample Street', 'Ikeja, Lagos', 'Nigeria'] },
    number: 'INV-2026-000042',
    issuedAt: Date.UTC(2026, 10, 16),
    issueDate: '2026-11-16',
    dueDate: '2026-11-30',
  })
}

const texts = async (pdf: Uint8Array): Promise<string[]> => {
  const document = await pdfium.loadDocument(pdf)
  try {
    return Array.from({ length: document.getPageCount() }, (_, page) => document.getPage(page).getText())
  } finally {
    document.destroy()
  }
}

const amounts = (text: string): number[] => (text.match(/\b[\d,]+\.\d\d\b/g) ?? []).map((amount) => Number(amount.replaceAll(/[,.]/g, '')))

describe('an invoice on paper', () => {
  for (const lines of [1, 23, 60]) {
    it(`of ${lines} lines has them all, and their amounts add up to the total`, async () => {
      const invoice = sampleInvoice(lines)
      const pages = await texts(await renderPaperPdf(invoicePaper(invoice, { logoBase64: null, mode: 'live' })))
      for (const [index, page] of pages.entries()) assert.ok(page.includes(`Page ${index + 1} of ${pages.length}`))
      const whole = pages.join('\n').replaceAll(/\s+/g, ' ')
      for (const text of ['Harmattan Freight', 'Tax number 12345678-0001', 'Sample Imports', '2026-11-30', 'Account 0123456789'])
        assert.ok(whole.includes(text), text)
      const found = amounts(whole)
      const printedLines = invoice.paper!.lines
      for (const line of printedLines) assert.ok(found.includes(line.netKobo + line.taxKobo), line.description)
      const total = printedLines.reduce((sum, { netKobo, taxKobo }) => sum + netKobo + taxKobo, 0)
      assert.ok(found.includes(total) && total === invoice.totalKobo)
    })
  }

  it('names the operator only: the name of this program is not on it, on its credit note, or in the metadata of the file', async () => {
    const invoice = sampleInvoice(3)
    const note: CreditNote = {
      id: 'crn_1',
      number: 'CRN-2026-000007',
      invoiceId: invoice.id,
      kind: null,
      paper: invoice.paper!,
      ...totalsOf(invoice.paper!.lines),
      reason: 'Entered twice',
      issueDate: '2026-11-17',
      createdBy: 'test',
      createdAt: 1,
    }
    const letterhead = { logoBase64: null, mode: 'live' } as const
    for (const content of [invoicePaper(invoice, letterhead), creditNotePaper(note, invoice, letterhead)]) {
      const pdf = await renderPaperPdf(content)
      const pages = await texts(pdf)
      assert.match(pages.join(), /Harmattan Freight/)
      assert.doesNotMatch(`${pages.join()}${Buffer.from(pdf).toString('latin1')}`, /waybill/i)
    }
  })

  it('is marked in test mode', async () => {
    const [page] = await texts(await renderPaperPdf(invoicePaper(sampleInvoice(1), { logoBase64: null, mode: 'test' })))
    assert.match(page!, /TEST INVOICE/)
  })

  it('has its number as a QR code', async () => {
    const pdf = await renderPaperPdf(invoicePaper(sampleInvoice(2), { logoBase64: null, mode: 'live' }))
    const document = await pdfium.loadDocument(pdf)
    const { data, width, height } = await document.getPage(0).render({ scale: 2, colorSpace: 'BGRA' })
    document.destroy()
    const [code] = await scanned(encode({ data, width, height, channels: 4, depth: 8 }), ['QRCode'])
    assert.equal(code?.text, 'INV-2026-000042')
  })
})
