// Creates a quote from a request, or only estimates the price. Checks the request against the rules of the API and reports all mistakes together.

import type { Customer } from '../../domain/customers/customer.ts'
import { quoteEvent } from '../../domain/events/event.ts'
import type { ServicePrice } from '../../domain/pricing/pricing.ts'
import { cardOffers } from '../../domain/pricing/pricing.ts'
import type { EstimateDraft } from '../../domain/quotes/estimate-request.ts'
import { readEstimateRequest } from '../../domain/quotes/estimate-request.ts'
import type { Quote, QuoteSource } from '../../domain/quotes/quote.ts'
import type { CustomerMention, ParcelRequest, QuoteContext } from '../../domain/quotes/quote-request.ts'
import { isCustomerUnreadable, mentionedCustomer, readQuoteRequest } from '../../domain/quotes/quote-request.ts'
import { checkRehearsal, rehearsalOf } from '../../domain/quotes/rehearsal.ts'
import { readClientData } from '../../domain/values/client-data.ts'
import type { Problems } from '../../domain/values/errors.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Prices } from '../../store/pricing/prices-in-force.ts'
import { pricesInForce } from '../../store/pricing/prices-in-force.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Caller, Deps } from '../deps.ts'
import { newCode, nowFor, pricedAt } from '../deps.ts'
import { listenersOf, recordEvents } from '../events/record-events.ts'
import { rateQuote } from './rate-quote.ts'

/** By default, imports come from the warehouse in this country. */
export const WAREHOUSE_COUNTRY = 'CN'

/** How many times the creation of a quote is tried. A try fails if the customer is changed while the quote is being priced. */
const ATTEMPTS_MAX = 5

/**
 * `problems` already holds the schema errors of the request. Errors found by the business rules are added, and all errors are reported
 * together.
 */
export const createQuote = async (
  deps: Deps,
  caller: Caller,
  parcel: ParcelRequest,
  problems: Problems,
  source: QuoteSource = 'api',
): Promise<Quote> => {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const quote = await tryToCreate(deps, caller, parcel, problems, source)
    if (quote) return quote
  }
  throw new StaleWrite('the customer of this quote keeps changing')
}

/** Returns null if the customer was changed, deactivated or merged while the quote was being priced. */
const tryToCreate = async (
  deps: Deps,
  caller: Caller,
  parcel: ParcelRequest,
  problems: Problems,
  source: QuoteSource,
): Promise<Quote | null> => {
  const { client_reference: reference = null, direction = 'export', transport_mode: mode = 'air' } = parcel
  checkRehearsal(caller.mode, reference, direction === 'export' && mode === 'air', problems)
  const [{ draft, customer, prices }, listeners] = await Promise.all([
    readDraft(deps, caller, parcel, problems, readQuoteRequest),
    listenersOf(deps.db, caller),
  ])
  if (rehearsalOf(caller.mode, reference) === 'customer_inactive')
    throw inactive(mentionedCustomer(parcel)?.field ?? 'parcel.client_reference')
  const now = nowFor(deps, caller)
  const createdAt = deps.clock()
  const id = deps.newId('pq')
  const offer = await rateQuote(deps, caller, { id, rates: [], clientReference: reference, ...draft }, now, prices)
  return deps.db.transaction(caller, async (tx) => {
    if (customer && (await customers.loadShared(tx, caller, customer.id)).version !== customer.version) return null
    const quote: Quote = {
      id,
      version: 1,
      status: 'pending',
      source,
      reference: newCode(deps, 'Q'),
      customerId: customer?.id ?? null,
      ...readClientData(parcel),
      ...draft,
      ...offer,
      purchaseId: null,
      shipmentId: null,
      trackingCode: null,
      trackerId: null,
      labelToken: null,
      createdAt,
      updatedAt: createdAt,
      bookedAt: null,
      cancelledAt: null,
      closedReason: null,
      comment: null,
      priceFinalisedAt: null,
      bookedRate: null,
    }
    await quotes.insert(tx, caller, quote)
    await recordEvents(deps, tx, caller, [quoteEvent('quote.created', quote)], { listeners })
    return quote
  })
}

const inactive = (field: string): Rejection => new Rejection('CUSTOMER_INACTIVE', undefined, { problems: [{ field, message: INACTIVE }] })

const INACTIVE = 'names an inactive parcel customer'

/** Finds the customer that the request names, then calls `read`. Reports all problems together. */
const readDraft = async <D>(
  deps: Deps,
  caller: Caller,
  parcel: ParcelRequest,
  problems: Problems,
  read: (parcel: ParcelRequest, context: QuoteContext) => D | null,
): Promise<{ draft: D; customer: Customer | null; prices: Prices }> => {
  const mention = mentionedCustomer(parcel)
  const [customer, prices] = await Promise.all([mention ? findMentioned(deps, caller, mention) : null, pricesInForce(deps.db)])
  const sites = await prices.siteOrigins()
  const warehouse = sites.get(WAREHOUSE_COUNTRY) ?? (await prices.warehouseIn(WAREHOUSE_COUNTRY)) ?? { country: WAREHOUSE_COUNTRY }
  const unresolved = mention?.by === 'id' && customer === null
  const draft = read(parcel, {
    business: caller.business,
    customer: customer ?? (unresolved || isCustomerUnreadable(problems) ? 'unresolved' : null),
    mention,
    warehouse,
    sites,
    problems,
  })
  const isAlone = !problems.any
  if (unresolved) problems.add(mention.field, 'does not match a parcel customer of this business')
  if (unresolved && isAlone) throw new Rejection('CUSTOMER_NOT_FOUND', undefined, { problems: problems.reported })
  if (customer?.status === 'inactive') {
    if (isAlone) throw inactive(mention!.field)
    problems.add(mention!.field, INACTIVE)
  }
  problems.throwIfAny()
  if (!draft) throw new Error('a request without problems has a draft')
  return { draft, customer, prices }
}

/**
 * A request names a customer in an ID field or in the sender's name. An ID field may hold a token or a unique ID. A sender's name is only
 * compared with unique IDs.
 */
const findMentioned = (deps: Deps, caller: Caller, mention: CustomerMention): Promise<Customer | null> =>
  mention.by === 'name'
    ? customers.findBySuffix(deps.db, caller, caller.business.prefix, mention.value)
    : customers.findByAnyId(deps.db, caller, caller.business.prefix, mention.value)

export type Estimate = EstimateDraft & { offers: ServicePrice[]; estimatedAt: number }

/**
 * `problems` already holds the schema errors of the request. Errors found by the business rules are added, and all errors are reported
 * together.
 */
export const estimatePrice = async (deps: Deps, caller: Caller, parcel: ParcelRequest, problems: Problems): Promise<Estimate> => {
  const { draft, prices } = await readDraft(deps, caller, parcel, problems, readEstimateRequest)
  const now = nowFor(deps, caller)
  const book = await prices.bookFor(caller.businessId, pricedAt(deps, now))
  return { ...draft, offers: cardOffers(draft.lane, draft.cargo, book), estimatedAt: now }
}
