// Every list in an answer is bounded: by pages, by maxItems in its schema, or by a limit named in the exceptions below.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import { operationsIn, wholeDocument } from '../../support/document/operations.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** Endings of the paths whose answers contain a full invoice. */
const OF_INVOICE = ['/invoices', '/invoices/{id}', '/credit', '/discard', '/issue', '/write_off', 'write_offs/{id}/reverse']

/** Lists whose limit is not in their schema. Each entry has the limit, and the endings of the paths to the lists. */
const BOUNDED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'the fields of a record': ['GET /ops/v1/audit [].changes[]', '.history[].changes[]', '.missing_for_price[]', 'ReceiptPrice.reasons[]'],
  'PER_PAGE_MAX: a page inside an object': ['ParcelCustomerPage.data[]'],
  'the four steps of tracking': ['Tracking.tracking_data[]'],
  FILTERS_MAX_ENTRIES: ['.event_types[]'],
  'MAX_RATES of a carrier, and the cards': ['.rates[]'],
  'MAX_MESSAGES of a carrier, and the cards': ['.rate_messages[]'],
  'PACKAGES_MAX_ENTRIES: the cargo of a request': [
    'Estimate.chargeable_basis[]',
    'ExplainedPrice.calculations[]',
    'ExplainedPrice.chargeable_basis[]',
    'ExplainedReceipt.lines[]',
    'ExplainedReceipt.packages[]',
    'ExplanationInputs.cargo[]',
    'PriceBreakdown.lines[]',
    'QuotedCargo.packages[]',
  ],
  'the rates of a quote': ['QuoteExplanation.notes[]', 'QuoteExplanation.prices[]'],
  'PACKAGES_MAX_ENTRIES and QUOTE_PACKAGES_MAX': ['ParcelDetails.parcels[]'],
  'QUOTES_MAX, each with its packages': ['GET /ops/v1/scan .packages[]'],
  REPACKED_MAX: [
    '.repacked_from[]',
    '.repacked_into[]',
    'Repack.results[]',
    'Repack.sources[]',
    '/split .packages[]',
    '/split .prices[]',
    '/split .sources[]',
    'repacks .packages[]',
    'repacks .prices[]',
    'repacks .sources[]',
    '/undo .packages[]',
    '/undo .prices[]',
    '/undo .sources[]',
  ],
  'the repack that made it, and the one that it went into': ['GET /ops/v1/packages/{id} .repacks[]'],
  PHOTOS_MAX: ['/photos []'],
  ANNOUNCEMENTS_MAX: ['UnidentifiedParcel.proposals[]', 'GET /ops/v1/scan .inbound_parcels[]'],
  'CUSTOMERS_MAX and SUGGESTIONS_MAX': ['GET /ops/v1/scan .candidates[]', '.suggestions.customers[]'],
  READINGS_MAX: ['.suggestions.parcel_numbers[]'],
  FOUND_MAX: ['businesses', 'customers', 'packages', 'papers', 'places', 'quotes', 'shipments'].map((kind) => `/search .${kind}[]`),
  'IMPORT_ROWS_MAX, and the mistakes that are told': [
    'InboundImport.inbound_parcels[]',
    'InboundImport.mistakes[]',
    'opening_balances/import .mistakes[]',
    'voyages/import .mistakes[]',
  ],
  'as many as the request names': [
    'POST /ops/v1/packages/holds .outcomes[]',
    'POST /ops/v1/places .places[]',
    'POST /ops/v1/places/{id}/put .outcomes[]',
    '/attach .outcomes[]',
    '/detach .outcomes[]',
    'POST /ops/v1/stocktakes/{id}/scan .outcomes[]',
    'BankImport.results[]',
  ],
  STOCKTAKE_LISTED_MAX: ['.misplaced[]', '.missing[]', '.unknown[]'],
  INVOICE_LINES_MAX: [
    'Invoice.lines[]',
    'Invoice.taxes[]',
    'CreditNote.charge_ids[]',
    'CreditNote.lines[]',
    'credit_notes/{id}/withdraw []',
    ...OF_INVOICE.map((end) => `${end} .charges[]`),
  ],
  'no constant, staff alone: parts of an invoice that are credited': ['FullInvoice.credit_notes[]'],
  'the lines of an address': ['PaperParty.lines[]', 'PaperBuyer.lines[]'],
  'LINES_MAX of a statement': ['Statement.lines[]'],
  'LINES_MAX, CSV_COLUMNS_MAX, PROPOSALS_MAX and PROBLEMS_MAX of a bank statement': [
    'BankLine.proposals[]',
    'BankPreview.columns[]',
    'BankPreview.lines[]',
    'BankPreview.mistakes[]',
  ],
  'no constant, staff alone: payments of an invoice': OF_INVOICE.map((end) => `${end} .payments[]`),
  'no constant, staff alone: write-offs of an invoice': OF_INVOICE.map((end) => `${end} .write_offs[]`),
  'no constant, staff and periods alone: open invoices of a payer': ['/payments .paid[]', '/allocate .paid[]', '/use_credit .paid[]'],
  'no constant, staff and periods alone: payers with open invoices': ['AgedDebt.debts[]'],
  'no constant, staff alone: what a package is charged for': [
    'PackageOwed.charges[]',
    'PackageOwed.missed_charges[]',
    'Due.own.charges[]',
    'Due.own.invoices[]',
  ],
  DEBTS_MAX: ['Due.others.charges[]', 'Due.others.invoices[]'],
  'the packages of a booking': ['InvoiceLineGoods.parcel_numbers[]'],
  'no constant, staff alone: packages on board of a shipment': [
    'GET /ops/v1/shipments/{id}/owed .packages[]',
    'POST /ops/v1/shipments/{id}/charges []',
    '/deliver .on_hold[]',
    '/deliver .unpaid[]',
    '/deliver .to_collect[]',
    '/ready .on_hold[]',
    '/ready .ready[]',
  ],
  'no constant, staff alone: the invoices and refunds of a payment': [
    'GET /ops/v1/payments/{id} .pays[]',
    'GET /ops/v1/payments/{id} .refunds[]',
  ],
  'no constant, staff alone: merges of customers': [
    'GET /ops/v1/customers/{id} .merges[]',
    'POST /ops/v1/customer_merges/{id}/undo .left_ids[]',
  ],
  'no constant, admins alone: businesses': [
    'Shipment.businesses[]',
    '/deliver .businesses[]',
    '.failed_business_ids[]',
    'GET /ops/v1/storage/totals .sums[]',
    'GET /ops/v1/storage/totals .totals[]',
  ],
  'no constant, staff alone: businesses, purposes and channels, and the currencies of providers': [
    'GET /ops/v1/message_counts .counts[]',
    'GET /ops/v1/message_counts .counts[].costs[]',
  ],
  'HISTORY_DAYS_MAX and SERIES_DAYS_MAX': ['.totals[].history[]', '/storage .series[]'],
  'SALES_DAYS, SHIPMENTS_MAX and the carriers of the settings': ['.per_day[]', '.leaving_soon[]', '/overview .carriers[]'],
  VIEWS_MAX: ['GET /ops/v1/saved_views []'],
  MEMBERS_MAX: ['/members []'],
  PASSKEYS_MAX: ['.passkeys[]'],
  RECOVERY_CODES: ['.recovery_codes[]'],
  'SESSION_ABSOLUTE_MS: they end within a day': ['sessions []'],
  'no constant, admins alone: staff, keys, terms, prices, taxes, rates, warehouses': [
    'GET /ops/v1/staff []',
    'GET /ops/v1/staff_invitations []',
    '/keys []',
    '/terms []',
    'Business.terms[]',
    'GET /ops/v1/cards []',
    'GET /ops/v1/fx_rates []',
    'GET /ops/v1/price_list []',
    'GET /ops/v1/sample_prices .cards[]',
    'GET /ops/v1/sample_prices .pairs[]',
    'GET /ops/v1/tax_rates []',
    'GET /ops/v1/warehouses []',
    'CardInFull.versions[]',
    '.warnings[]',
  ],
  'CSV_ROWS_MAX and CSV_COLUMNS_MAX of a card': ['CardInFull.columns[]', 'CardInFull.rows[]', 'CardDiff.changes[]', 'CardDiff.in_words[]'],
  MISTAKES_LISTED_MAX: ['POST /ops/v1/cards/validate .mistakes[]'],
  'MOVERS_MAX, UNSERVED_LISTED_MAX, and the lanes of the cards': [
    'ShadowReport.falls[]',
    'ShadowReport.lanes[]',
    'ShadowReport.rises[]',
    'ShadowReport.unserved[]',
  ],
}

const PAGES = ['page', 'per_page']

/**
 * Returns the paths of unbounded lists in all answers: lists without pages and without `maxItems`. A list in a named schema is returned
 * once, under the schema's name.
 */
const unboundedLists = (document: Json): string[] => {
  const found = new Set<string>()
  const seen = new Set<string>()
  const walk = (schema: Json, at: string, isPage = false): void => {
    if (schema.$ref !== undefined) {
      const name: string = schema.$ref.split('/').at(-1)
      if (!seen.has(name)) {
        seen.add(name)
        walk(document.components.schemas[name], name)
      }
      return
    }
    for (const choice of ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => schema[keyword] ?? [])) walk(choice, at)
    for (const [name, inner] of Object.entries<Json>(schema.properties ?? {})) walk(inner, `${at}.${name}`)
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${at}.*`)
    if (schema.items === undefined) return
    if (schema.maxItems === undefined && !isPage) found.add(`${at}[]`)
    walk(schema.items, `${at}[]`)
  }
  for (const { method, path, operation } of operationsIn(document)) {
    const isPaged = (operation.parameters ?? []).some(({ name }: Json) => PAGES.includes(name))
    for (const [status, answer] of Object.entries<Json>(operation.responses)) {
      if (!status.startsWith('2')) continue
      const schema = answer.content?.['application/json']?.schema
      if (schema !== undefined) walk(schema, `${method} ${path} `, isPaged)
    }
  }
  return [...found].sort()
}

describe('the lists of an answer', () => {
  let waybill: Waybill
  let found: string[]
  before(async () => {
    waybill = await startWaybill(sqlite)
    found = unboundedLists(await wholeDocument(waybill))
  })
  after(() => waybill.close())

  const known = Object.values(BOUNDED_ELSEWHERE).flat()

  it('are all bounded: a new one has maxItems, or is listed here with its limit', () =>
    assert.deepEqual(
      found.filter((place) => !known.some((end) => place.endsWith(end))),
      [],
    ))

  it('are listed here only if they have no bound in their schema', () =>
    assert.deepEqual(
      known.filter((end) => !found.some((place) => place.endsWith(end))),
      [],
    ))

  it('are found in named schemas, in choices and in maps', () => {
    const list = { type: 'array', items: { type: 'string' } }
    const object = (properties: object): object => ({ type: 'object', properties })
    const answer = object({
      own: { $ref: '#/components/schemas/Own' },
      either: { anyOf: [{ type: 'null' }, list] },
      few: { ...list, maxItems: 3 },
    })
    const content = { 'application/json': { schema: { type: 'array', items: answer } } }
    const get = (parameters: object[]): object => ({ get: { parameters, responses: { 200: { content }, 400: { content } } } })
    const document = {
      paths: { '/pages': get([{ name: 'per_page' }]), '/all': get([]) },
      components: { schemas: { Own: { type: 'object', additionalProperties: list } } },
    }
    assert.deepEqual(unboundedLists(document), ['GET /all []', 'GET /all [].either[]', 'GET /pages [].either[]', 'Own.*[]'])
  })
})
