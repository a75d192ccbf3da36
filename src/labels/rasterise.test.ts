// Rendering many PNGs does not enlarge the WebAssembly memory. The renderers are loaded on first use.

import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { describe, it } from 'node:test'
import type { LabelContent } from './label-content.ts'

const loaded: string[] = []
registerHooks({
  load: (url, context, nextLoad) => {
    loaded.push(url)
    return nextLoad(url, context)
  },
})

type Memory = { buffer: ArrayBuffer }
type Instance = { exports: Record<string, unknown> }
type Wasm = { instantiate(...given: unknown[]): Promise<Instance | { instance: Instance }>; Memory: new () => Memory }

// PDFium does not expose its WebAssembly memory. The memory is therefore captured when the module is instantiated.
const memories: Memory[] = []
const { WebAssembly } = globalThis as unknown as { WebAssembly: Wasm }
const instantiate = WebAssembly.instantiate
WebAssembly.instantiate = async (...given) => {
  const result = await instantiate(...given)
  const { exports } = 'instance' in result ? result.instance : result
  memories.push(...Object.values(exports).filter((value) => value instanceof WebAssembly.Memory))
  return result
}

const { renderLabelPdf, renderLabelPng } = await import('./render.ts')

// Many different glyphs make the PDF large. The memory would grow noticeably if PDFs were not freed after rendering.
const HAN = Array.from({ length: 255 }, (_, index) => String.fromCodePoint(0x4e00 + 7 * index)).join('')

const label = (serial: number): LabelContent => ({
  trackingCode: `WB${100000000000 + serial}NG`,
  carrier: 'Waybill Air',
  service: '空运',
  reference: `R${serial}`,
  from: { name: 'Harbour Street Traders', lines: ['Lagos'] },
  to: { name: 'Northgate Books Ltd', lines: [HAN, HAN] },
  destinationCountry: 'GB',
  weightKg: '1',
  pieces: '1 of 1',
  shipDate: '2026-11-15',
  testMode: false,
})

const AT_ONCE = process.env.SOAK ? 50 : 12

const packagesLoaded = () => new Set(loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []))

describe('the label renderers', () => {
  it('load on first use: nothing for the start, PDFium only for a PNG', async () => {
    assert.equal(packagesLoaded().size, 0)
    await renderLabelPdf(label(0))
    assert.ok(packagesLoaded().has('pdfkit'))
    assert.ok(!packagesLoaded().has('@hyzyla/pdfium'))
    await renderLabelPng(label(0))
    assert.ok(packagesLoaded().has('@hyzyla/pdfium'))
  })

  it(`use the same WebAssembly memory for ${AT_ONCE} concurrent PNGs`, async () => {
    const bytes = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0)
    await renderLabelPng(label(0))
    const first = bytes()
    await Promise.all(Array.from({ length: AT_ONCE }, (_, serial) => renderLabelPng(label(serial))))
    assert.ok(first > 0)
    assert.equal(bytes(), first)
  })
})
