// Whatever its text, a label is 4 x 6 inches, can be scanned, and has the same bytes each time.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { PDFiumPage } from '@hyzyla/pdfium'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import fc from 'fast-check'
import { decode, encode } from 'fast-png'
import { scanned } from '../../test/support/document/scanner.ts'
import { SAMPLED_STRINGS as naughty } from '../../test/support/samples/naughty-strings.ts'
import { wellFormedText } from '../../test/support/samples/random-texts.ts'
import type { LabelContent } from './label-content.ts'
import { renderLabelPdf, renderLabelPng } from './render.ts'

const label: LabelContent = {
  trackingCode: 'WB482913057746NG',
  carrier: 'Waybill Air',
  service: 'Export Express',
  reference: 'Q7KM-4XTD9',
  parcelNumber: 'P8HW2-NR6CY',
  from: { name: 'Harbour Street Traders', phone: '+234 803 555 0142', lines: ['14 Marina Road', 'Lagos 101221', 'Nigeria'] },
  to: { name: 'Northgate Books Ltd', phone: '+44 20 7946 0018', lines: ['221 Deansgate', 'Manchester M3 4LX', 'United Kingdom'] },
  destinationCountry: 'GB',
  weightKg: '12.5',
  pieces: '1 of 1',
  dimensionsCm: '40 x 30 x 20',
  description: 'Printed cotton fabric',
  shipDate: '2026-11-15',
  testMode: false,
}

const wasm = async (specifier: string) => new Uint8Array(await readFile(new URL(import.meta.resolve(specifier)))).buffer

const everywhere = (text: string): LabelContent => ({
  ...label,
  carrier: text,
  service: text,
  reference: text,
  parcelNumber: text,
  from: { name: text, phone: text, lines: [text, text] },
  to: { name: text, phone: text, lines: [text, text, text, text] },
  destinationCountry: text,
  weightKg: text,
  pieces: text,
  dimensionsCm: text,
  description: text,
  shipDate: text,
})

/** How many cases are tested: more if SOAK is set. One page takes about a tenth of a second to draw, read back and scan. */
const SIZE = process.env.SOAK
  ? { codes: 6, naughtyEach: 2, scannedEvery: 20, random: 25 }
  : { codes: 2, naughtyEach: 16, scannedEvery: 200, random: 1 }

let pdfium: PDFiumLibrary

const withPage = async <T>(pdf: Uint8Array, read: (page: PDFiumPage) => T): Promise<Awaited<T>> => {
  const document = await pdfium.loadDocument(pdf)
  try {
    assert.equal(document.getPageCount(), 1)
    return await read(document.getPage(0))
  } finally {
    document.destroy()
  }
}

const scan = async (png: Uint8Array) => Object.fromEntries((await scanned(png)).map(({ format, text }) => [format, text]))

const scanPdf = async (pdf: Uint8Array) => {
  const { data, width, height } = await withPage(pdf, (page) => page.render({ scale: 300 / 72, colorSpace: 'Gray' }))
  return scan(encode({ data, width, height, channels: 1 }))
}

const textOf = (content: LabelContent) => renderLabelPdf(content).then((pdf) => withPage(pdf, (page) => page.getText()))

const renderInThread = async (content: LabelContent) => {
  const script = `const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then((m) => m.renderLabelPdf(workerData.content)).then((pdf) => parentPort.postMessage(pdf))`
  const worker = new Worker(script, { eval: true, workerData: { module: import.meta.resolve('./render.ts'), content } })
  return (await once(worker, 'message'))[0] as Uint8Array
}

// The bottom of the label, which holds the barcode. The texts above must never reach it.
const barcodeArea = (png: Uint8Array) => {
  const { data, width, height } = decode(png)
  return Buffer.from(data.subarray(Math.ceil(height * 0.7) * width))
}

const { fetch } = globalThis
before(async () => {
  globalThis.fetch = () => assert.fail('a label needs no network')
  pdfium = await PDFiumLibrary.init({ wasmBinary: await wasm('@hyzyla/pdfium/pdfium.wasm') })
})
after(() => {
  globalThis.fetch = fetch
})

describe('a label', () => {
  it('is one page of 4 x 6 inches', async () => {
    const size = await withPage(await renderLabelPdf(label), (page) => page.getOriginalSize())
    assert.deepEqual(size, { originalWidth: 288, originalHeight: 432 })
  })

  it('says in its PNG that it is 4 x 6 inches at 203 dots', async () => {
    const { width, height, resolution } = decode(await renderLabelPng(label))
    assert.deepEqual({ width, height, resolution }, { width: 812, height: 1218, resolution: { x: 7992, y: 7992, unit: 1 } })
  })

  const codes = ['WB482913057746NG', 'WBMT26DYMCPC26HENG', 'A', 'WB000000000018CN', 'WB999999999999GB', '1Z999AA10123456784']
  for (const trackingCode of codes.slice(0, SIZE.codes)) {
    it(`scans as ${trackingCode}, barcode and QR code, from the PDF and from the PNG`, async () => {
      const expected = { Code128: trackingCode, QRCode: trackingCode }
      assert.deepEqual(await scanPdf(await renderLabelPdf({ ...label, trackingCode })), expected)
      assert.deepEqual(await scan(await renderLabelPng({ ...label, trackingCode })), expected)
    })
  }

  it('has the data of carrier, sender and recipient as searchable text', async () => {
    const text = await textOf(label)
    const expected = [label.carrier, label.service, label.reference, 'P8HW2-NR6CY', label.from.name, label.to.name, ...label.to.lines]
    for (const part of [...expected, '12.5 kg', '1 of 1', '40 x 30 x 20 cm', '2026-11-15', 'WB 4829 1305 7746 NG'])
      assert.ok(text.includes(part), part)
  })

  it('says in test mode, and only then, that it is not for shipping, and still scans', async () => {
    assert.ok(!(await textOf(label)).includes('TEST'))
    assert.match(await textOf({ ...label, testMode: true }), /TEST LABEL - NOT FOR SHIPPING/)
    assert.equal((await scan(await renderLabelPng({ ...label, testMode: true }))).Code128, label.trackingCode)
  })

  for (const trackingCode of ['', '日本', 'x'.repeat(255), 'WB\n1']) {
    it(`says so when a code cannot be a barcode: ${JSON.stringify(trackingCode.slice(0, 8))}`, async () => {
      assert.match(await textOf({ ...label, trackingCode }), /NO BARCODE/)
    })
  }
})

describe('the same label', () => {
  it('has the same bytes in another thread, whatever was printed before or at the same time', async () => {
    // The font has one glyph for both the character \ufb01 and the letters "fi". The PDF's text must contain the letters of this label, and
    // not the character of an earlier label.
    const content = { ...label, to: { name: 'Office fittings', lines: [] } }
    await renderLabelPdf(everywhere('\ufb01 \ufb03'))
    const [pdf] = await Promise.all([renderLabelPdf(content), renderLabelPdf(everywhere('\ufb01'))])
    assert.deepEqual(pdf, await renderInThread(content))
    assert.deepEqual(await renderLabelPng(label), await renderLabelPng(label))
  })

  it('dates its PDF by the ship date, and a date it cannot read by a fixed one', async () => {
    const created = async (shipDate: string) =>
      /\(D:(\d{8})\d{6}Z\)/.exec(Buffer.from(await renderLabelPdf({ ...label, shipDate })).toString('latin1'))?.[1]
    assert.deepEqual(await Promise.all(['2026-11-15', '2026-99-99', 'tomorrow'].map(created)), ['20261115', '20000101', '20000101'])
  })
})

describe('hostile text', () => {
  it(`renders ${naughty.length} naughty strings as names and addresses`, async () => {
    for (let index = 0; index < naughty.length; index += SIZE.naughtyEach) {
      const [from = '', to = '', ...lines] = naughty.slice(index, index + SIZE.naughtyEach)
      await renderLabelPdf({ ...label, from: { name: from, lines: lines.slice(0, 3) }, to: { name: to, lines: lines.slice(3) } })
    }
  })

  it('never reaches the barcode', async () => {
    const expected = barcodeArea(await renderLabelPng(label))
    const long = [
      'W'.repeat(255),
      'word '.repeat(51),
      '深'.repeat(255),
      'Z\u0300\u0301\u0316'.repeat(60),
      '\n'.repeat(255),
      'ﷺ'.repeat(255),
    ]
    for (const text of [...long, ...naughty.filter((_, index) => index % SIZE.scannedEvery === 0)]) {
      const png = await renderLabelPng(everywhere(text))
      assert.ok(barcodeArea(png).equals(expected), JSON.stringify(text))
      assert.deepEqual(await scan(png), { Code128: label.trackingCode, QRCode: label.trackingCode })
    }
  })

  it('never throws, also as a tracking code', async () => {
    const text = wellFormedText(255)
    await fc.assert(
      fc.asyncProperty(text, text, async (any, code) => {
        await renderLabelPdf({ ...everywhere(any), trackingCode: code })
      }),
      { numRuns: SIZE.random },
    )
  })

  const shown: [string, string, string][] = [
    ['Yoruba', 'Ọ̀yọ́ Ẹniọlá Ṣówándé', 'Ọ̀yọ́ Ẹniọlá Ṣówándé'],
    ['Cyrillic', 'Санкт-Петербург', 'Санкт-Петербург'],
    ['Chinese', '广东省深圳市', '广东省深圳市'],
    ['what no font has, as a box each', 'A한B👨‍👩‍👧C🇳🇬D\ue000E', 'A□B□C□D□E'],
    ['a stack of marks, cut to two', `Z${'\u0301'.repeat(40)}`, 'Z\u0301\u0301'],
    ['line breaks, controls and invisible marks, as nothing or a space', 'one\r\n\ttwo\u0000th\u200bree\u202e', 'one two three'],
  ]
  for (const [what, name, expected] of shown) {
    it(`shows ${what}`, async () => {
      // PDFium reports an accent above a letter as a separate line.
      const text = (await textOf({ ...label, to: { name, lines: [] } })).replace(/\r\n(?=\p{M})/gu, '').normalize('NFC')
      assert.ok(text.includes(expected.normalize('NFC')), text)
    })
  }

  it('keeps city and country when the street is far too long', async () => {
    const text = await textOf({
      ...label,
      to: { name: 'N'.repeat(255), lines: ['street '.repeat(36), 'x'.repeat(255), 'Lagos 101221', 'Nigeria'] },
    })
    for (const part of ['…', 'Lagos 101221', 'Nigeria']) assert.ok(text.includes(part), part)
  })
})
