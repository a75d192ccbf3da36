// The paths of /ops/v1, and a client that sends the session cookie and throws an `ApiError` for every failure.

import { ApiError, problemText } from '../../web/errors.ts'
import type { Page, Params, Places } from '../../web/requests.ts'
import { addressOf, placeIn, reading, request } from '../../web/requests.ts'

export type { Problem } from '../../web/errors.ts'
export { ApiError, fieldError, fieldErrors, OFFLINE, problemText, showMessagesWith } from '../../web/errors.ts'
export type { PagePosition, Params } from '../../web/requests.ts'
export { whenSignedOut } from '../../web/requests.ts'

export const AGED_DEBT = '/ops/v1/aged_debt'
export const BANK_STATEMENTS = '/ops/v1/bank_statements'
export const BUSINESSES = '/ops/v1/businesses'
export const CASH_COUNTS = '/ops/v1/cash_counts'
export const CHARGES = '/ops/v1/charges'
export const CUSTOMERS = '/ops/v1/customers'
export const DELIVERIES = '/ops/v1/webhook_deliveries'
export const ENDPOINTS = '/ops/v1/webhook_endpoints'
export const ESTIMATES = '/ops/v1/estimates'
export const FX = '/ops/v1/fx_rates'
export const INBOUND = '/ops/v1/inbound_parcels'
export const INVOICES = '/ops/v1/invoices'
export const JOURNAL = '/ops/v1/journal.csv'
export const MESSAGE_CHANNELS = '/ops/v1/message_channels'
export const MESSAGE_COUNTS = '/ops/v1/message_counts'
export const MESSAGE_TEMPLATES = '/ops/v1/message_templates'
export const MESSAGES = '/ops/v1/messages'
export const MISSED_CHARGES = '/ops/v1/missed_charges'
export const MONEY_REQUESTS = '/ops/v1/money_requests'
export const TAX_REPORT = '/ops/v1/tax_report'
export const WITHHELD_TAXES = '/ops/v1/withheld_taxes'
export const CERTIFICATES = '/ops/v1/withholding_certificates'
export const OPENING_BALANCES = '/ops/v1/opening_balances'
export const CREDIT_NOTES = '/ops/v1/credit_notes'
export const WRITE_OFFS = '/ops/v1/write_offs'
export const OPERATOR = '/ops/v1/operator'
export const BOOK_CLOSING = '/ops/v1/book_closing'
export const OVERVIEW = '/ops/v1/overview'
export const PACKAGES = '/ops/v1/packages'
export const PAYMENTS = '/ops/v1/payments'
export const PAYMENT_NOTICES = '/ops/v1/payment_notices'
export const PLACES = '/ops/v1/places'
export const PRICE_LIST = '/ops/v1/price_list'
export const QUOTES = '/ops/v1/quotes'
export const RECEIPTS = '/ops/v1/receipts'
export const REQUESTS = '/ops/v1/requests'
export const SAMPLE_PRICES = '/ops/v1/sample_prices'
export const SHIPMENTS = '/ops/v1/shipments'
export const SITES = '/ops/v1/sites'
export const STOCKTAKES = '/ops/v1/stocktakes'
export const TILL_NOW = '/ops/v1/till'
export const TASKS = '/ops/v1/tasks'
export const IMPORTS = '/ops/v1/imports'
export const MONTH_ENDS = '/ops/v1/month_ends'
export const TAX_RATES = '/ops/v1/tax_rates'
export const UNIDENTIFIED = '/ops/v1/unidentified_parcels'
export const WAREHOUSE_ADDRESSES = '/ops/v1/warehouse_addresses'
export const VOYAGES = '/ops/v1/voyages'

type Method = 'POST' | 'PATCH' | 'PUT' | 'DELETE'
/** `staffId`: the staff member on whose behalf the request is sent. The server refuses the request if somebody else is signed in. */
type SendOptions = { idempotencyKey?: string; staffId?: string }

const CONFIRM_HINT = ': send confirm'

/** True if the server refused a request only because the user must confirm it. The server would accept the request with `confirm` added. */
export const isQuestion = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.length > 0 && error.details.every(({ message }) => message.includes(CONFIRM_HINT))

/**
 * True if the server refused a request because of the site in the request. For example, the person does not work at the site, or the site
 * is closed.
 */
export const isSiteRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.details.some(({ field }) => field === 'site')

export const withoutConfirmHint = (message: string): string => message.split(CONFIRM_HINT, 1)[0]!

export const questionsOf = ({ details }: ApiError): string[] => details.map((problem) => `${withoutConfirmHint(problemText(problem))}.`)

const get = async <T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<T> =>
  (await request(addressOf(path, params), reading(signal))).json() as Promise<T>

/** Reads one page of a list. Returns the whole response body, which may have other fields besides the items. */
const page = async <T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<Places & { body: T }> => {
  const response = await request(addressOf(path, params), reading(signal))
  const link = response.headers.get('link')
  return { body: (await response.json()) as T, next: placeIn(link, 'next'), previous: placeIn(link, 'prev') }
}

const list = async <T>(path: string, params: Params = {}, signal?: AbortSignal): Promise<Page<T>> => {
  const { body: items, ...places } = await page<T[]>(path, params, signal)
  return { items, ...places }
}

type ListAllOptions = { rowsMax: number; onProgress?: (count: number) => void; signal?: AbortSignal }

const listAll = async <T>(path: string, params: Params, options: ListAllOptions): Promise<{ items: T[]; isCut: boolean }> => {
  const items: T[] = []
  let place: Params | null = {}
  while (place !== null && items.length < options.rowsMax) {
    const read: Page<T> = await list<T>(path, { ...params, ...place }, options.signal)
    items.push(...read.items)
    options.onProgress?.(items.length)
    place = read.next
  }
  return { items, isCut: place !== null }
}

const RECENT_MS = 5_000
let sentAtMs = Number.NEGATIVE_INFINITY
/** True if this window has just sent a change. New rows in a list then probably come from that change. */
export const hasSentRecently = (): boolean => performance.now() - sentAtMs < RECENT_MS

const send = async <T>(method: Method, path: string, body?: unknown, { idempotencyKey, staffId }: SendOptions = {}): Promise<T> => {
  const headers = new Headers({ 'x-waybill-csrf': '1' })
  if (body !== undefined) headers.set('content-type', body instanceof Blob ? body.type : 'application/json')
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  if (staffId !== undefined) headers.set('x-waybill-staff', staffId)
  sentAtMs = performance.now()
  const sent = body instanceof Blob ? body : JSON.stringify(body)
  const response = await request(path, { method, headers, ...(body === undefined ? {} : { body: sent }) })
  return response.json() as Promise<T>
}

export const api = { get, page, list, listAll, send }
