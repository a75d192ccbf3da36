// Lines of an invoice say what they are for, and are grouped by shipment and package.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { calendarDate } from '../../../src/domain/values/calendar.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { pdfPages } from '../../support/document/pdf-pages.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir, importOcean } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

forOneEngine((engine) => {
  describe('the lines of an invoice', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      tenant = await waybill.newTenant()
      await desk.done('/price_list', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1500' })
    })
    after(() => waybill.close())
    const receive = (code: string, weight: number) =>
      desk.done('/receipts', { mode: 'test', code, weight, length: 40, width: 30, height: 20 })
    const extra = (id: string) => desk.done('/charges', { parcel_id: id, code: 'PACK' })
    const goodsOf = (invoice: Json, description: RegExp): Json =>
      invoice.lines.find((line: Json) => description.test(line.description)).goods
    const file = async (path: string): Promise<Response> => {
      const response = await fetch(new URL(`/ops/v1${path}`, waybill.url), { headers: desk.headers })
      assert.equal(response.status, 200, path)
      return response
    }
    const textOf = async (path: string): Promise<string> =>
      (await pdfPages(new Uint8Array(await (await file(path)).arrayBuffer()))).join(' ').replaceAll(/\s+/g, ' ')

    it('name packages, customer, route, service, charged weight, day of arrival and the client’s reference', async () => {
      const customer = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', ...pickup })
      const two = importAir({
        parcel_customer_token: customer.parcel_customer_id,
        packages: [{ weight: 10 }, { weight: 2 }],
        client_reference: 'PO-7781',
      })
      const air = await book(tenant, two)
      const sea = await book(tenant, importOcean())
      const out = await book(tenant, exportAir())
      const shipment = await desk.done('/shipments', { mode: 'test', transport_mode: 'air' })
      for (const number of air.numbers) await receive(number, 12.5)
      await desk.done(`/shipments/${shipment.shipment_id}/attach`, { codes: air.numbers })
      await desk.done('/receipts', { mode: 'test', code: sea.numbers[0], weight: 100, volume: 2.5 })
      await extra(air.ids[0]!)
      await desk.done('/charges', { mode: 'test', business: tenant.business.id, code: 'PACK', note: 'for the house' })
      const invoice = await issueAll(desk, tenant.business.id)
      const today = calendarDate(waybill.time.now(), 'Africa/Lagos')
      const ofAir = {
        parcel_numbers: air.numbers,
        shipment: shipment.number,
        customer: `${customer.address_suffix} Sample Trader`,
        route: 'China to Nigeria',
        service: 'Air Freight',
        charged: '25 kg',
        received_on: today,
        client_reference: 'PO-7781',
      }
      assert.deepEqual(goodsOf(invoice, /^Air freight \(Air/), ofAir)
      assert.deepEqual(goodsOf(invoice, /^Repacking, package/), { ...ofAir, parcel_numbers: [air.numbers[0]], charged: null })
      assert.partialDeepStrictEqual(goodsOf(invoice, /^Ocean/), { parcel_numbers: sea.numbers, shipment: null, service: 'Ocean Freight' })
      assert.match(goodsOf(invoice, /^Ocean/).charged, / CBM$/)
      assert.partialDeepStrictEqual(goodsOf(invoice, /NG to GB/), { charged: '2.5 kg', received_on: null, parcel_numbers: out.numbers })
      assert.equal(goodsOf(invoice, /for the house/), null)

      const paper = await textOf(`/invoices/${invoice.invoice_id}/invoice.pdf`)
      const headings = [`Shipment ${shipment.number}`, air.numbers.join(', '), sea.numbers[0]!, out.numbers[0]!, 'Other']
      for (const heading of headings) assert.ok(paper.includes(heading), heading)
      assert.ok(paper.includes(`China to Nigeria · Air Freight · 25 kg · received ${today} · your reference PO-7781`), paper)
      assert.ok(paper.indexOf('for the house') > paper.indexOf(' Other '), 'what is for no package comes last')
      const rows = (await (await file(`/invoices/${invoice.invoice_id}/invoice.csv`)).text()).trim().split('\n')
      assert.match(rows[0]!, /,packages,shipment,customer,route,service,charged,received_on,client_reference$/)
      assert.ok(rows.some((row) => row.includes(`,${air.numbers.join(' ')},${shipment.number},${customer.address_suffix} Sample Trader,`)))
      assert.match((await tenant.get(`/v1/invoices/${invoice.invoice_id}`)).json.lines[0].goods.route, /Nigeria/)
    })

    it('are on the receipt as packages: A4, A6 and a till roll of 80 mm, as PDF and as a picture', async () => {
      const { numbers } = await book(tenant, exportAir())
      const { invoice_id, number, total } = await issueAll(desk, tenant.business.id)
      const { payment } = await desk.done('/payments', {
        mode: 'test',
        business: tenant.business.id,
        method: 'cash',
        amount: total,
        invoices: [invoice_id],
      })
      const path = `/payments/${payment.payment.payment_id}/receipt`
      for (const format of ['a4', 'a6', '80mm']) {
        const text = (await textOf(`${path}.pdf?format=${format}`)).replaceAll(' ', '')
        for (const part of [payment.payment.number, number, numbers[0]!]) assert.ok(text.includes(part), `${format}: ${part} in ${text}`)
      }
      const sizeOf = async (format: string): Promise<number[]> => {
        const png = Buffer.from(await (await file(`${path}.png?format=${format}`)).arrayBuffer())
        return [png.readUInt32BE(16), png.readUInt32BE(20)]
      }
      const [width, height] = await sizeOf('a6')
      assert.equal((height! / width!).toFixed(2), (148 / 105).toFixed(2))
      assert.equal(((await sizeOf('80mm'))[0]! / width!).toFixed(2), (80 / 105).toFixed(2))
    })
  })
})
