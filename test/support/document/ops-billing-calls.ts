// Sends requests to every billing operation under /ops/v1.

import { needsAttention, newNotice } from '../../../src/domain/billing/payment-notice.ts'
import { recordMissed } from '../../../src/flows/billing/missed/record-missed.ts'
import { callerFor } from '../../../src/flows/deps.ts'
import { workTasks } from '../../../src/flows/tasks/work-tasks.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as notices from '../../../src/store/billing/payment-notices.ts'
import { bookPackages } from '../calls/package-calls.ts'
import type { Json } from '../calls/quote-calls.ts'
import { signedIn } from '../calls/staff-calls.ts'
import { byTest } from '../samples/authors.ts'
import { importAir } from '../samples/requests.ts'
import type { Waybill } from '../server/waybill.ts'
import { callTax } from './ops-tax-calls.ts'
import type { Call } from './v1-calls.ts'
import { twice } from './v1-calls.ts'

/** `call` sends requests as staff. `anyone` sends requests with the credentials in its options. */
export const callBilling = async (call: Call, waybill: Waybill, anyone: Call): Promise<void> => {
  const tenant = await waybill.newTenant()
  const { id: business } = tenant.business
  const mode = 'test'
  const [parcel] = await bookPackages(tenant, importAir())
  await call('POST /ops/v1/price_list', '', { code: 'PACK', name: 'Repacking', kind: 'repacking', amount: '1500' })
  await call('POST /ops/v1/price_list', '', { code: '!', name: '', kind: 'other', amount: 'x' })
  await call('GET /ops/v1/price_list')
  await call('POST /ops/v1/tax_rates', '', { kind: 'repacking', percent: '7.5' })
  await call('POST /ops/v1/tax_rates', '', { kind: 'repacking', percent: '101' })
  await call('GET /ops/v1/tax_rates')
  const [first] = [
    await call('POST /ops/v1/charges', '', { mode, business, code: 'PACK' }),
    await call('POST /ops/v1/charges', '', { parcel_id: parcel!.parcel_id, code: 'PACK', quantity: 2 }),
    await call('POST /ops/v1/charges', '', { mode, business, code: 'PACK' }),
  ]
  await call('POST /ops/v1/charges', '', { code: 'PACK' })
  await twice(call, 'POST /ops/v1/charges/{id}/reverse', first.charge_id, { reason: 'Entered twice' })
  await call('GET /ops/v1/charges?mode=test')
  await callTax(call, waybill)

  await call('POST /ops/v1/businesses/{id}/terms', business, { release: 'before_departure', credit_limit: '0' })
  await call('GET /ops/v1/packages/{id}/owed', parcel!.parcel_id)
  await twice(call, 'POST /ops/v1/packages/{id}/release_unpaid', parcel!.parcel_id, { reason: 'Pays on collection' })
  const discarded = await call('POST /ops/v1/invoices', '', { mode, business, parcel_id: parcel!.parcel_id })
  await call('POST /ops/v1/invoices/{id}/discard', discarded.invoice.invoice_id)
  const { invoice } = await call('POST /ops/v1/invoices', '', { mode, business })
  await call('POST /ops/v1/invoices', '', { mode, business })
  await call('GET /ops/v1/invoices/{id}', invoice.invoice_id)
  await twice(call, 'POST /ops/v1/invoices/{id}/issue', invoice.invoice_id)
  await call('POST /ops/v1/invoices/issue_due')
  await call('GET /ops/v1/invoices?mode=test')
  await call('GET /ops/v1/invoices/{id}', invoice.invoice_id)
  for (const kind of ['pdf', 'csv', 'xml']) await call(`GET /ops/v1/invoices/{id}/invoice.${kind}`, invoice.invoice_id)

  await call('POST /ops/v1/invoices/{id}/payment_link', invoice.invoice_id, {})
  const addressee = { channel: 'email', to: 'books@example.com' }
  for (const step of ['message_preview', 'send']) {
    await call(`POST /ops/v1/invoices/{id}/${step}`, invoice.invoice_id, addressee)
    await call(`POST /ops/v1/invoices/{id}/${step}`, invoice.invoice_id, { ...addressee, to: 'x' })
  }

  const cash = { mode, business, method: 'cash', amount: '2000' }
  const { payment: taken } = await call('POST /ops/v1/payments', '', cash)
  await call('POST /ops/v1/payments', '', { ...cash, amount: '9000', invoices: [invoice.invoice_id] })
  await call('POST /ops/v1/payments', '', { ...cash, method: 'card' })
  await call('GET /ops/v1/payments?mode=test')
  const { payment_id: id } = taken.payment
  await call('GET /ops/v1/payments/{id}', id)
  await call('GET /ops/v1/payments/{id}/receipt.pdf', id)
  await call('GET /ops/v1/payments/{id}/receipt.png', id)
  await call(`GET /ops/v1/due?mode=test&of=${invoice.invoice_id}`)
  await call('GET /ops/v1/aged_debt?mode=test')
  await call('POST /ops/v1/invoices/{id}/credit', invoice.invoice_id, { reason: 'Never repacked', charge_again: true })
  await call('GET /ops/v1/invoices/{id}/credit_note.pdf', invoice.invoice_id)
  await anyone('GET /v1/invoices/{id}/credit_note.pdf', invoice.invoice_id, undefined, { key: tenant.testKey })
  await anyone('GET /v1/invoices/{id}/credit_note.xml', invoice.invoice_id, undefined, { key: tenant.testKey })
  await call('POST /ops/v1/payments/{id}/refund', id, { amount: '500', method: 'cash', reason: 'Paid too much' })
  const again = await call('POST /ops/v1/invoices', '', { mode, business })
  const advance = await call('POST /ops/v1/payments', '', { ...cash, amount: '10' })
  await call('POST /ops/v1/invoices/{id}/issue', again.invoice.invoice_id)
  await call('POST /ops/v1/payments/{id}/reverse', advance.payment.payment.payment_id, { reason: 'Bounced' })
  const spare = await call('POST /ops/v1/payments', '', { ...cash, amount: '9000' })
  await call('POST /ops/v1/charges', '', { mode, business, code: 'PACK', amount: '10' })
  await call('POST /ops/v1/payments/{id}/allocate', spare.payment.payment.payment_id, {})
  await call('POST /ops/v1/payments/{id}/allocate', id, { invoices: [again.invoice.invoice_id] })

  await callRequests(call, waybill, anyone, { mode, business })
  await callTasks(call, waybill, { mode, business })
  await callCredit(call, waybill)
  await callOpening(call, waybill)
  await callClosing(call)
  await callNotices(call, waybill, business)
  await callMissed(call, waybill, business, parcel!.parcel_quote_id)
  const csv = 'Date,Narration,Credit\n16/11/2026,TRF,"1,000.00"\n'
  const { mapping } = await call('POST /ops/v1/bank_statements/preview', '', { mode, csv })
  await call('POST /ops/v1/bank_statements/preview', '', { mode, csv: 'x' })
  await call('POST /ops/v1/bank_statements/import', '', { mode, csv, mapping, lines: [{ row: 2, business }] })
  await call('POST /ops/v1/bank_statements/import', '', { mode, csv, mapping, lines: [] })
  for (const row of [2, 2, 0]) await call('POST /ops/v1/imports/bank_lines', '', { mode, csv, mapping, lines: [{ row, business }] })
  await workTasks(waybill.deps)
  await call('GET /ops/v1/businesses/{id}/balance?mode=test', business)
  await call('GET /ops/v1/businesses/{id}/statement?mode=test', business)
  for (const kind of ['csv', 'pdf']) await call(`GET /ops/v1/businesses/{id}/statement.${kind}?mode=test`, business)
  await call('GET /ops/v1/journal.csv?mode=test&from=2026-01-01&to=2026-12-31')
  await call('GET /ops/v1/journal.csv?from=x&to=y')
}

const callMissed = async (call: Call, { deps }: Waybill, businessId: string, quoteId: string): Promise<void> => {
  const caller = await callerFor(deps.db, { businessId, mode: 'test' }, byTest(deps))
  const facts = { description: 'Air freight', amount: '12000000000.00', currency: 'NGN', quoteId, packageId: deps.newId('pkg') }
  await deps.db.transaction(SYSTEM, async (tx) => {
    for (const kind of ['freight', 'storage'] as const) await recordMissed(deps, tx, caller, 'too_large', { kind, ...facts })
  })
  const found = await call('GET /ops/v1/missed_charges?mode=test')
  const [freight, storage] = ['freight', 'storage'].map((wanted) => found.find(({ kind }: Json) => kind === wanted).missed_charge_id)
  await twice(call, 'POST /ops/v1/missed_charges/{id}/charge', freight)
  await twice(call, 'POST /ops/v1/missed_charges/{id}/dismiss', storage, { reason: 'Billed elsewhere' })
}

const callTasks = async (call: Call, { deps }: Waybill, body: { mode: string; business: string }): Promise<void> => {
  await call('GET /ops/v1/month_ends/preview?mode=test')
  await twice(call, 'POST /ops/v1/month_ends', '', body)
  await call('POST /ops/v1/month_ends', '', { ...body, with_manual: true })
  await workTasks(deps)
  for (const kind of ['opening_balances', 'announcements']) {
    const csv = `customer_id,${kind === 'announcements' ? 'courier_numbers,transport_mode' : 'amount,as_of'}\nNOBODY1,1,2026-10-31\n`
    const { task_id: id } = await call(`POST /ops/v1/imports/${kind}`, '', { mode: 'test', business_id: body.business, csv })
    await call(`POST /ops/v1/imports/${kind}`, '', { mode: 'test', business_id: body.business, csv })
    await call(`POST /ops/v1/imports/${kind}`, '', { mode: 'test', business_id: body.business, csv: 'x' })
    await workTasks(deps)
    await call('GET /ops/v1/tasks/{id}', id)
    await call('GET /ops/v1/tasks/{id}/bad_rows.csv', id)
    await call('POST /ops/v1/tasks/{id}/resume', id)
    await deps.db.execute(`update tasks set state = 'stopped' where id = $1`, [id])
    await call('POST /ops/v1/tasks/{id}/resume', id)
    await workTasks(deps)
  }
  await call('GET /ops/v1/tasks?mode=test')
}

/** `call` sends requests as one staff member. `anyone` sends requests as the accountant whose session is in its options. */
const callRequests = async (call: Call, waybill: Waybill, anyone: Call, of: { mode: string; business: string }): Promise<void> => {
  const { headers } = await signedIn(waybill, 'accountant')
  const pay = async () => (await call('POST /ops/v1/payments', '', { ...of, method: 'cash', amount: '100' })).payment.payment.payment_id
  const refund = { amount: '100', method: 'cash', reason: 'Paid too much' }
  await call('PUT /ops/v1/money_rules', '', { warehouse_sees_money: false, second_person_from: '1' })
  const id = await pay()
  await call('POST /ops/v1/payments/{id}/refund', id, refund)
  const asked = [
    await call('POST /ops/v1/payments/{id}/request_refund', id, refund),
    await call('POST /ops/v1/payments/{id}/request_refund', id, refund),
  ]
  await anyone('POST /ops/v1/money_requests/{id}/approve', asked[0].money_request_id, undefined, { headers })
  await anyone('POST /ops/v1/money_requests/{id}/approve', asked[1].money_request_id, undefined, { headers })
  await anyone('POST /ops/v1/money_requests/{id}/refuse', asked[1].money_request_id, { reason: 'Asked twice' }, { headers })
  await call('GET /ops/v1/money_requests?mode=test')
  await call('GET /ops/v1/till?mode=test')
  const counted = await call('POST /ops/v1/cash_counts', '', { mode: of.mode, counted: '0', reason: 'An example' })
  await call('POST /ops/v1/cash_counts', '', { mode: of.mode, counted: '0' })
  await call('GET /ops/v1/cash_counts?mode=test')
  await call('GET /ops/v1/cash_counts/{id}/slip.pdf', counted.cash_count_id)
  await call('POST /ops/v1/charges', '', { ...of, code: 'PACK' })
  const { invoice } = await call('POST /ops/v1/invoices', '', of)
  await call('POST /ops/v1/invoices/{id}/issue', invoice.invoice_id)
  await call('POST /ops/v1/invoices/{id}/credit', invoice.invoice_id, { reason: 'Never repacked' })
  await call('POST /ops/v1/invoices/{id}/request_credit', invoice.invoice_id, { reason: 'Never repacked' })
  await call('PUT /ops/v1/money_rules', '', { warehouse_sees_money: false, second_person_from: null })
}

const callNotices = async (call: Call, { deps }: Waybill, business: string): Promise<void> => {
  const told = { mode: 'test', provider: 'paystack', event: 'charge.success', bodyDigest: '', createdAt: deps.clock() } as const
  const [unknown, unwanted, doubtful] = [1, 2, 3].map((count) =>
    needsAttention(
      { ...newNotice({ ...told, id: deps.newId('ntf'), reference: `POS-${count}` }, deps.clock()), amount: 100, currency: 'NGN' },
      'unknown_reference',
    ),
  )
  await deps.db.transaction(SYSTEM, async (tx) => {
    for (const notice of [unknown!, unwanted!, doubtful!]) await notices.insert(tx, byTest(deps), notice)
  })
  await call('GET /ops/v1/payment_notices?mode=test')
  await twice(call, 'POST /ops/v1/payment_notices/{id}/record', unknown!.id, { business })
  await twice(call, 'POST /ops/v1/payment_notices/{id}/dismiss', unwanted!.id, { reason: 'Not ours' })
  for (const notice of [unwanted!, doubtful!]) await call('POST /ops/v1/payment_notices/{id}/look_up', notice.id)
}

const callCredit = async (call: Call, waybill: Waybill): Promise<void> => {
  const { id: business } = (await waybill.newTenant()).business
  const mode = 'test'
  const issued: string[] = []
  for (const amount of ['10', '20']) {
    await call('POST /ops/v1/charges', '', { mode, business, code: 'PACK', amount })
    const { invoice } = await call('POST /ops/v1/invoices', '', { mode, business })
    await call('POST /ops/v1/invoices/{id}/issue', invoice.invoice_id)
    issued.push(invoice.invoice_id)
  }
  const paid = { mode, business, method: 'cash', amount: '15', invoices: issued.slice(0, 1), confirm_overpayment: true }
  await call('POST /ops/v1/payments', '', paid)
  await twice(call, 'POST /ops/v1/businesses/{id}/use_credit', business, { mode })
  const debt = issued[1]!
  const discounted = await call('POST /ops/v1/invoices/{id}/credit', debt, { reason: 'Regular customer', amount: '1', discount: true })
  const { credit_note_id: note } = discounted.paper.credit_notes[0]
  await twice(call, 'POST /ops/v1/credit_notes/{id}/withdraw', note, { reason: 'Paid late' })
  await call('PUT /ops/v1/money_rules', '', { warehouse_sees_money: false, second_person_from: '5' })
  await call('POST /ops/v1/invoices/{id}/write_off', debt, { reason: 'Wound up' })
  await call('POST /ops/v1/invoices/{id}/request_write_off', debt, { reason: 'Wound up' })
  const written = await call('POST /ops/v1/invoices/{id}/write_off', debt, { reason: 'Wound up', amount: '1' })
  await call('PUT /ops/v1/money_rules', '', { warehouse_sees_money: false, second_person_from: null })
  const [{ write_off_id: id }] = written.write_offs
  await twice(call, 'POST /ops/v1/write_offs/{id}/reverse', id, { reason: 'They pay after all' })
}

const callOpening = async (call: Call, waybill: Waybill): Promise<void> => {
  const { id: business } = (await waybill.newTenant()).business
  const balance = { mode: 'test', business, amount: '10', as_of: '2026-01-01' }
  await twice(call, 'POST /ops/v1/opening_balances', '', balance)
  await call('POST /ops/v1/opening_balances', '', { ...balance, amount: 'x' })
  const file = { mode: 'test', business_id: business, csv: 'customer_id,amount,as_of\n,5,2026-01-01\n' }
  await call('POST /ops/v1/opening_balances/import', '', { ...file, dry_run: true })
  await call('POST /ops/v1/opening_balances/import', '', file)
}

const callClosing = async (call: Call): Promise<void> => {
  await call('GET /ops/v1/book_closing')
  await twice(call, 'PUT /ops/v1/book_closing', '', { closed_until: '2020-01-31' })
  await call('PUT /ops/v1/book_closing', '', { closed_until: 'today' })
}
