// Sends requests to every operation under /ops/v1 on tax details, withheld tax and withholding certificates.

import type { Json } from '../calls/quote-calls.ts'
import type { Waybill } from '../server/waybill.ts'
import type { Call } from './v1-calls.ts'

const TAX_DETAILS = { mode: 'test', tax_number: '12345678-0001', withholding: [{ kind: 'repacking', percent: '5' }] }

/** The price list must have a price `PACK`. */
export const callTax = async (call: Call, waybill: Waybill): Promise<void> => {
  const { id: business } = (await waybill.newTenant()).business
  const of = { mode: 'test', business }
  const details = 'businesses/{id}/tax_details'
  await call(`PUT /ops/v1/${details}`, business, TAX_DETAILS)
  await call(`PUT /ops/v1/${details}`, business, { ...TAX_DETAILS, withholding: [{ kind: 'repacking', percent: '-5' }] })
  await call(`GET /ops/v1/${details}?mode=test`, business)
  await call('POST /ops/v1/charges', '', { ...of, code: 'PACK' })
  const { invoice } = await call('POST /ops/v1/invoices', '', of)
  await call('POST /ops/v1/invoices/{id}/issue', invoice.invoice_id)
  await call('POST /ops/v1/payments', '', { ...of, method: 'cash', amount: '1000', withheld: '50' })
  const [{ withheld_tax_id: claim }] = (await call(`GET /ops/v1/withheld_taxes?mode=test&business=${business}`)) as Json[] as [Json]
  const certificate = { ...of, number: 'WHT/2026/000123', issued_on: '2026-11-01', amount: '50', withheld_taxes: [claim] }
  const { certificate_id: id } = await call('POST /ops/v1/withholding_certificates', '', certificate)
  await call('POST /ops/v1/withholding_certificates', '', certificate)
  await call('GET /ops/v1/withholding_certificates?mode=test')
  await call('POST /ops/v1/withholding_certificates/{id}/withdraw', id, { reason: 'For another business' })
  await call('POST /ops/v1/withholding_certificates/{id}/withdraw', id, { reason: 'For another business' })

  await call('POST /ops/v1/invoices/{id}/credit', invoice.invoice_id, { reason: 'Not done', amount: '100' })
  await call('GET /ops/v1/invoices/{id}/credit_note.xml', invoice.invoice_id)
  await call('GET /ops/v1/invoices/{id}/credit_note.xml?number=none', invoice.invoice_id)
  const days = 'mode=test&from=2026-01-01&to=2026-12-31'
  await call(`GET /ops/v1/tax_report?${days}`)
  await call('GET /ops/v1/tax_report?from=today&to=today')
  await call(`GET /ops/v1/tax_report.csv?${days}`)
}
