// The console's search finds every number that is printed on a document or label.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as papers from '../../../src/labels/papers/paper-content.ts'
import * as renderers from '../../../src/labels/render.ts'
import type { Desk } from '../../support/calls/billing-calls.ts'
import { atDesk, issueAll } from '../../support/calls/billing-calls.ts'
import { newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import { newPlace } from '../../support/calls/place-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { attachAll, newShipment } from '../../support/calls/shipment-calls.ts'
import { pdfPages } from '../../support/document/pdf-pages.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MASTER_DOCUMENT = '999-12345675'
const BANK_REFERENCE = 'FT26321-0098'

/**
 * Functions that need no entry in `printed`: `renderPaperPdf` only draws papers that have their own entries, and the slip of a cash count
 * has no number.
 */
const WITHOUT_NUMBERS = ['renderPaperPdf', 'renderSlipPdf']

/** The address of a paper, and the numbers printed on it. A search for each number must find, in `list`, a row whose `field` is `value`. */
type Printed = { path: string; numbers: Record<string, [list: string, field: string, value: string]> }

forEachEngine((engine) => {
  describe('numbers on papers', () => {
    let waybill: Waybill
    let desk: Desk
    let tenant: Tenant
    let printed: Record<string, Printed>

    const search = (q: string, more = ''): Promise<Json> => desk.get(`/search?mode=test&q=${encodeURIComponent(q)}${more}`)

    before(async () => {
      waybill = await startWaybill(engine)
      desk = await atDesk(waybill)
      tenant = await waybill.newTenant()
      const business = tenant.business.id
      const customer = await newCustomer(tenant, { ...pickup, first_name: 'Adaeze', last_name: 'Sample' })
      const customerId: string = customer.address_suffix
      const { quote, ids, numbers } = await book(tenant, importAir({ parcel_customer_token: customer.parcel_customer_id }))
      const sent = await book(tenant, exportAir())
      const parcel = await play(tenant, ids[0]!, 'receive')
      const place = await newPlace(desk, 'K-07-02')
      const shipment = await newShipment(desk, { carrier: 'Sample Air', conveyance: 'SA 118', master_document: MASTER_DOCUMENT })
      await attachAll(desk, shipment, [parcel])

      await desk.done('/price_list', { code: 'clear-20', name: 'Customs clearance', kind: 'clearance', amount: '85000' })
      await desk.done('/charges', { mode: 'test', business, code: 'CLEAR-20' })
      const invoice = await issueAll(desk, business)
      const paid = { mode: 'test', business, amount: '85000', method: 'transfer', reference: BANK_REFERENCE }
      const { payment } = (await desk.done('/payments', paid)).payment
      const { credit_notes } = (await desk.done(`/invoices/${invoice.invoice_id}/credit`, { reason: 'Never cleared' })).paper

      const period = 'mode=test&from=2026-01-01&to=2026-12-31'
      const ofInvoice: [string, string, string] = ['papers', 'invoice_id', invoice.invoice_id]
      const ofPayment: [string, string, string] = ['papers', 'payment_id', payment.payment_id]
      const ofParcel: [string, string, string] = ['packages', 'parcel_id', ids[0]!]
      const ofQuote: [string, string, string] = ['quotes', 'parcel_quote_id', quote.parcel_quote_id]
      const ofCustomer: [string, string, string] = ['customers', 'parcel_customer_id', customer.parcel_customer_id]
      const ofPlace: [string, string, string] = ['places', 'place_id', place.place_id]
      const ofShipment: [string, string, string] = ['shipments', 'shipment_id', shipment.shipment_id]
      const ofBusiness: [string, string, string] = ['businesses', 'business_id', business]
      printed = {
        renderLabelPdf: {
          path: new URL(sent.quote.label_url).pathname,
          numbers: {
            [sent.quote.tracking_code]: ['packages', 'parcel_id', sent.ids[0]!],
            [sent.quote.reference]: ['quotes', 'parcel_quote_id', sent.quoteId],
            [sent.numbers[0]!]: ['packages', 'parcel_id', sent.ids[0]!],
          },
        },
        renderParcelLabelPdf: {
          path: `/ops/v1/packages/${ids[0]}/label.pdf`,
          numbers: { [numbers[0]!]: ofParcel, [customerId]: ofCustomer, [quote.reference]: ofQuote },
        },
        renderPlaceLabelPdf: {
          path: `/ops/v1/places/labels.pdf?ids=${place.place_id}`,
          numbers: { [place.code]: ofPlace, [place.barcode]: ofPlace },
        },
        renderManifestPdf: {
          path: `/ops/v1/shipments/${shipment.shipment_id}/manifest.pdf`,
          numbers: {
            [shipment.number]: ofShipment,
            [MASTER_DOCUMENT]: ofShipment,
            'SA 118': ofShipment,
            [numbers[0]!]: ofParcel,
            [customerId]: ofCustomer,
          },
        },
        invoicePaper: {
          path: `/ops/v1/invoices/${invoice.invoice_id}/invoice.pdf`,
          numbers: { [invoice.number]: ofInvoice, [tenant.business.prefix]: ofBusiness },
        },
        creditNotePaper: {
          path: `/ops/v1/invoices/${invoice.invoice_id}/credit_note.pdf`,
          numbers: { [credit_notes[0].number]: ofInvoice, [invoice.number]: ofInvoice, [tenant.business.prefix]: ofBusiness },
        },
        receiptPaper: {
          path: `/ops/v1/payments/${payment.payment_id}/receipt.pdf`,
          numbers: { [payment.number]: ofPayment, [BANK_REFERENCE]: ofPayment, [tenant.business.prefix]: ofBusiness },
        },
        renderReceiptPdf: {
          path: `/ops/v1/payments/${payment.payment_id}/receipt.pdf?format=a6`,
          numbers: { [payment.number]: ofPayment, [BANK_REFERENCE]: ofPayment, [tenant.business.prefix]: ofBusiness },
        },
        statementPaper: {
          path: `/ops/v1/businesses/${business}/statement.pdf?${period}`,
          numbers: {
            [tenant.business.prefix]: ofBusiness,
            [quote.reference]: ofQuote,
            [payment.number]: ofPayment,
            [credit_notes[0].number]: ofInvoice,
          },
        },
      }
    })
    after(() => waybill.close())

    it('include every kind of paper', () => {
      const drawn = [...Object.keys(renderers), ...Object.keys(papers)].filter((name) => /^(render.*Pdf|.*Paper)$/.test(name))
      assert.deepEqual(drawn.filter((name) => !WITHOUT_NUMBERS.includes(name)).sort(), Object.keys(printed).sort())
    })

    it('are printed, and the search finds the record of each', async () => {
      for (const [kind, { path, numbers }] of Object.entries(printed)) {
        const response = await fetch(new URL(path, waybill.url), { headers: desk.headers })
        assert.equal(response.status, 200, `${kind} ${path}`)
        const text = (await pdfPages(new Uint8Array(await response.arrayBuffer()))).join(' ').replaceAll(/\s/g, '')
        for (const [number, [list, field, value]] of Object.entries(numbers)) {
          assert.ok(text.includes(number.replaceAll(/\s/g, '')), `${kind} has no ${number}`)
          const found: Json[] = (await search(number))[list]
          assert.ok(
            found.some((each) => each[field] === value),
            `${number} of ${kind} finds ${JSON.stringify(found)}`,
          )
        }
      }
    })

    it('a paper is found in any mode, and that of the chosen business first', async () => {
      const [number] = Object.keys(printed.receiptPaper!.numbers)
      assert.equal((await desk.get(`/search?q=${number!.toLowerCase()}`)).papers[0].number, number)
      const other = await waybill.newTenant()
      await desk.done('/payments', { mode: 'test', business: other.business.id, amount: '1', method: 'cash' })
      for (const { id } of [tenant.business, other.business]) {
        const found: Json[] = (await search(number!, `&business=${id}`)).papers
        assert.equal(found.length, 2)
        assert.equal(found[0].business.business_id, id)
      }
    })
  })
})
