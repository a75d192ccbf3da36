// Labels are served over HTTP without a key and without caching, can be scanned, and are gone 90 days after delivery.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encode } from 'fast-png'
import { play } from '../../support/calls/package-calls.ts'
import { bookedQuote } from '../../support/calls/quote-calls.ts'
import { scanned } from '../../support/document/scanner.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const LABEL_LIFE_SECONDS = 90 * 24 * 60 * 60
const SCANNER_DPI = 300
const PDF_DPI = 72

const wasm = async (specifier: string) => new Uint8Array(await readFile(new URL(import.meta.resolve(specifier)))).buffer

const scan = async (png: Uint8Array): Promise<string[]> => (await scanned(png)).map(({ format, text }) => `${format} ${text}`).sort()

forOneEngine((engine) => {
  describe('a label', () => {
    let waybill: Waybill
    let pdfium: PDFiumLibrary
    before(async () => {
      waybill = await startWaybill(engine)
      pdfium = await PDFiumLibrary.init({ wasmBinary: await wasm('@hyzyla/pdfium/pdfium.wasm') })
    })
    after(async () => {
      pdfium.destroy()
      await waybill.close()
    })

    const bytesAt = async (url: string): Promise<{ headers: Headers; bytes: Uint8Array }> => {
      const response = await fetch(url)
      assert.equal(response.status, 200)
      return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
    }

    const readPdf = async (bytes: Uint8Array): Promise<{ text: string; png: Uint8Array; inches: number[] }> => {
      const document = await pdfium.loadDocument(bytes)
      // The page is loaded again for each call, because every call closes it.
      const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize()
      const text = document.getPage(0).getText()
      const { data, width, height } = await document.getPage(0).render({ scale: SCANNER_DPI / PDF_DPI, colorSpace: 'Gray' })
      document.destroy()
      return { text, png: encode({ data, width, height, channels: 1 }), inches: [originalWidth / PDF_DPI, originalHeight / PDF_DPI] }
    }

    const isThere = async (url: string): Promise<boolean> => (await fetch(url)).status === 200

    it('is a 4x6 inch PDF, and a PNG by suffix, that a scanner reads as the tracking code [quote.label_url]', async () => {
      const tenant = await waybill.newTenant()
      const { label_url, tracking_code } = await bookedQuote(tenant, exportAir())
      const codes = [`Code128 ${tracking_code}`, `QRCode ${tracking_code}`]
      const pdf = await bytesAt(label_url)
      const page = await readPdf(pdf.bytes)
      assert.deepEqual(page.inches, [4, 6])
      assert.deepEqual(await scan(page.png), codes)
      const png = await bytesAt(label_url.replace(/\.pdf$/, '.png'))
      assert.deepEqual(await scan(png.bytes), codes)
      for (const [{ headers }, type] of [
        [pdf, 'application/pdf'],
        [png, 'image/png'],
      ] as const) {
        assert.equal(headers.get('content-type'), type)
        assert.equal(headers.get('cache-control'), 'no-store')
        assert.match(headers.get('x-robots-tag')!, /noindex/)
      }
    })

    it('shows sender, recipient, weight and service, and in test mode that it is not for shipping', async () => {
      const tenant = await waybill.newTenant()
      for (const key of [tenant.testKey, tenant.liveKey]) {
        const { label_url, selected_rate } = await bookedQuote(tenant, exportAir(), { key })
        const { text } = await readPdf((await bytesAt(label_url)).bytes)
        for (const part of [
          'Ikeja Crafts',
          '5 Allen Avenue',
          'Sample Gallery',
          '1 Example Street',
          'E1 6AN',
          '2.4 kg',
          selected_rate.service,
        ]) {
          assert.ok(text.includes(part), part)
        }
        assert.equal(/TEST/.test(text), key === tenant.testKey)
      }
    })

    it('has its own absolute address, which nobody can guess', async () => {
      const tenant = await waybill.newTenant()
      const addresses: string[] = []
      for (let booking = 0; booking < 3; booking++) addresses.push((await bookedQuote(tenant, exportAir())).label_url)
      assert.equal(new Set(addresses).size, 3)
      // 32 hexadecimal digits hold 128 bits, so an address cannot be guessed.
      for (const address of addresses) assert.match(address, new RegExp(`^${waybill.url}/labels/[0-9a-f]{32,}\\.pdf$`))
    })

    it('is not found under any other address', async () => {
      const tenant = await waybill.newTenant()
      const { label_url, parcel_quote_id } = await bookedQuote(tenant, exportAir())
      const token = label_url.split('/').at(-1).replace('.pdf', '')
      const files = [
        `${'0'.repeat(40)}.pdf`,
        token,
        `${token}.gif`,
        `${token}.pdf.png`,
        `${token.toUpperCase()}.pdf`,
        `${token}0.pdf`,
        `${parcel_quote_id}.pdf`,
      ]
      for (const file of [...files, '..%2f..%2fetc%2fpasswd', `${token}.pdf%00`]) {
        const answer = await waybill.call('GET', `/labels/${file}`, undefined, { key: tenant.testKey })
        assert.equal(answer.status, 404, file)
        assert.equal(answer.json.code, 'NOT_FOUND')
      }
    })

    const advance = (tenant: Tenant, advance_seconds: number) => tenant.post('/v1/test_clock', { advance_seconds })

    it('is gone 90 days after delivery, by the clock of its data', async () => {
      const tenant = await waybill.newTenant()
      waybill.time.freeze()
      const { label_url, parcel_details } = await bookedQuote(tenant, exportAir())
      await play(tenant, parcel_details.parcels[0].parcel_id, 'deliver')
      await advance(tenant, LABEL_LIFE_SECONDS)
      assert.ok(await isThere(label_url), 'exactly 90 days')
      await advance(tenant, 0.001)
      assert.ok(!(await isThere(label_url)), 'a millisecond later')
      assert.ok(!(await isThere(label_url.replace('.pdf', '.png'))))
    })

    it('stays while the package is not delivered', async () => {
      const tenant = await waybill.newTenant()
      const { label_url } = await bookedQuote(tenant, exportAir())
      await advance(tenant, 10 * LABEL_LIFE_SECONDS)
      assert.ok(await isThere(label_url))
    })
  })
})
