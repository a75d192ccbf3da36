// An HTTP server on loopback that simulates EasyPost, with its own ledger and faults on demand.

import bwipjs from 'bwip-js/node'
import { decode, encode } from 'fast-png'
import PDFDocument from 'pdfkit'
import { serveOnLoopback } from '../loopback.ts'
import type { Controls } from './control.ts'
import { control } from './control.ts'
import type { OrderedFault, RandomFaults } from './faults.ts'
import { createFaults } from './faults.ts'
import { ledgerOf, noRequests } from './ledger.ts'
import type { Stage } from './misbehave.ts'
import { answer, carryOut } from './misbehave.ts'
import { perform, routeCall, subjectOf } from './operations.ts'
import { createSeeded } from './seeded.ts'
import { errorShape } from './shapes.ts'
import { createAccount } from './shipment-state.ts'
import type { WebhookTarget } from './tracking.ts'
import { moveParcel } from './tracking.ts'

const WIDTH_PX = 1200
const HEIGHT_PX = 1800 // 4x6 inches at 300 dpi, as recorded
const PAGE_PT = [288, 432] as const
const BARCODE_TOP_PX = 700
const OPAQUE_ALPHA = 128
const ENLARGED = 2

type LabelFileFormat = 'png' | 'pdf' | 'zpl'

/** Creates a label of 4x6 inches, with a scannable barcode and the words "NOT POSTAGE". */
const labelFile = async (trackingCode: string, format: LabelFileFormat): Promise<{ bytes: Uint8Array; contentType: string }> => {
  if (format === 'zpl') return { bytes: Buffer.from(zpl(trackingCode)), contentType: 'application/zpl' }
  const png = await labelPng(trackingCode)
  return format === 'png' ? { bytes: png, contentType: 'image/png' } : { bytes: await labelPdf(png), contentType: 'application/pdf' }
}

const zpl = (trackingCode: string): string =>
  `^XA^FO60,60^A0N,40,40^FDSIMULATED - NOT POSTAGE^FS^FO60,500^BY3^BCN,300,Y,N,N^FD${trackingCode}^FS^XZ\n`

const labelPng = async (trackingCode: string): Promise<Uint8Array> => {
  const alttext = `SIMULATED - NOT POSTAGE  ${trackingCode}`
  const barcode = decode(await bwipjs.toBuffer({ bcid: 'code128', text: trackingCode, alttext, includetext: true, scale: 2, height: 25 }))
  // The barcode is drawn small and then enlarged into an image of one bit per pixel. Drawing must be fast, because a test may print a
  // thousand labels.
  const data = new Uint8Array((WIDTH_PX / 8) * HEIGHT_PX).fill(255)
  const left = Math.floor((WIDTH_PX - barcode.width * ENLARGED) / 2)
  for (let y = 0; y < barcode.height * ENLARGED; y++)
    for (let x = 0; x < barcode.width * ENLARGED; x++) {
      const source = Math.floor(y / ENLARGED) * barcode.width + Math.floor(x / ENLARGED)
      // The barcode has a transparent background: opaque pixels are black.
      const alpha = barcode.data[source * barcode.channels + 3] ?? 0
      const pixel = (BARCODE_TOP_PX + y) * WIDTH_PX + left + x
      if (alpha >= OPAQUE_ALPHA) data[pixel >> 3]! &= ~(0x80 >> (pixel & 7))
    }
  return encode({ width: WIDTH_PX, height: HEIGHT_PX, data, channels: 1, depth: 1 })
}

const labelPdf = async (png: Uint8Array): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: [...PAGE_PT], margin: 0 })
  document.image(Buffer.from(png), 0, 0, { width: PAGE_PT[0], height: PAGE_PT[1] }).end()
  return Buffer.concat(await document.toArray())
}

const FILES_PATH = '/files/postage_label'

export type SimulatorOptions = {
  port?: number
  seed?: string
  faults?: { ordered?: readonly OrderedFault[]; random?: RandomFaults }
  apiKey?: string // if set, other keys are refused
  webhook?: WebhookTarget
  now?: () => number // the simulator stands for another machine, which may have its own clock
}

export type Simulator = Controls & { url: string; close(): Promise<void> }

export const startSimulator = async ({
  port = 0,
  seed = 'waybill',
  faults: initialFaults = {},
  apiKey,
  webhook: initialWebhook,
  now = Date.now,
}: SimulatorOptions = {}): Promise<Simulator> => {
  const seeded = createSeeded(seed)
  const account = createAccount(seeded, now)
  const faults = createFaults(seeded)
  const requests = noRequests()
  const timers = new Set<NodeJS.Timeout>()
  let webhook = initialWebhook ?? null
  for (const fault of initialFaults.ordered ?? []) faults.order(fault)
  faults.atRandom(initialFaults.random ?? null)

  const controls: Controls = {
    faults,
    ledger: () => ledgerOf(account, requests),
    track: (move) => moveParcel({ account, seeded, now, webhook }, move),
    sendWebhooksTo: (target) => {
      webhook = target
    },
  }

  const later = (act: () => void, delayMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, delayMs)
    timers.add(timer)
  }

  const serveLabel = async (name: string, stage: Stage) => {
    const [labelId = '', format = ''] = name.split('.')
    const purchase = account.findByLabelId(labelId)?.purchase
    if (!purchase?.formats.has(format.toUpperCase())) return answer(stage, NOT_FOUND)
    const file = await labelFile(purchase.trackingCode, format as LabelFileFormat)
    stage.response.writeHead(200, { 'content-type': file.contentType }).end(file.bytes)
  }

  const server = await serveOnLoopback(port, async (request, url, body, response) => {
    const method = request.method ?? 'GET'
    const stage: Stage = { act: () => NOT_FOUND, response, requestId: seeded.id('ep').slice(3), later }
    if (url.pathname.startsWith('/_')) return answer(stage, (await control(controls, method, url.pathname, body)) ?? NOT_FOUND)
    if (url.pathname.startsWith(`${FILES_PATH}/`)) return serveLabel(url.pathname.slice(FILES_PATH.length + 1), stage)
    const key = keyOf(request.headers.authorization)
    if (!key || (apiKey !== undefined && key !== apiKey)) return answer(stage, UNAUTHORIZED)
    const call = routeCall(method, url, body)
    if (!call) return answer(stage, NOT_FOUND)
    requests[call.operation] += 1
    const shipment = account.find(call.id)
    if (shipment && call.operation === 'buy') shipment.buyRequests += 1
    stage.act = (twist) => perform(account, call, twist, url.origin + FILES_PATH)
    return carryOut(faults.next(call.operation, subjectOf(call)), stage)
  })

  return {
    ...controls,
    url: server.url,
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await server.close()
    },
  }
}

const NOT_FOUND = { status: 404, body: errorShape('NOT_FOUND', 'The requested resource could not be found.') }
const UNAUTHORIZED = { status: 401, body: errorShape('UNAUTHORIZED', 'A valid API key is required.') }

const keyOf = (header = ''): string =>
  Buffer.from(header.replace(/^Basic /, ''), 'base64')
    .toString()
    .replace(/:$/, '')
