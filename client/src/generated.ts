// The types and operations of the API, generated from its document by `npm run client:types`. Do not edit.

/** A downloaded file. */
export type DownloadedFile = {
  /** The name of the file, as the server sends it: INV-2026-000042.pdf */
  name: string
  bytes: Uint8Array
}

export type Address = {
  street?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postal_code?: string | undefined
  /** Country as the client wrote it */
  country: string
}

export type AddressRequest = {
  street?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  postal_code?: string | null | undefined
  /** ISO-2 code, ISO-3 code or English name */
  country?: string | null | undefined
}

export type AirCargoRequest = {
  /** kg */
  weight?: number | null | undefined
  /** cm */
  length?: number | null | undefined
  /** cm */
  width?: number | null | undefined
  /** cm */
  height?: number | null | undefined
  item_description?: string | null | undefined
}

export type Balance = {
  currency: string
  /** Amount owed; negative if there is credit, NGN with two decimals */
  balance: string
  /** Charges that are not paid, whether invoiced or not, NGN with two decimals */
  receivable: string
  /** Payments that are not used yet, NGN with two decimals */
  credit: string
  /** The time of this balance */
  at: string
}

export type CargoItem = {
  package_type?: string | undefined
  container_size?: ContainerSize | undefined
  quantity?: number | undefined
  commodity?: string | undefined
  weight?: number | undefined
  length?: number | undefined
  width?: number | undefined
  height?: number | undefined
  volume?: number | undefined
}

export type CargoItemRequest = {
  /** Air: Pallet, Carton, Crate, … */
  package_type?: string | null | undefined
  /** Ocean: the exact pricing key */
  container_size?: ContainerSize | null | undefined
  /** Ocean: containers or cargo units; 1 when absent */
  quantity?: number | null | undefined
  commodity?: string | null | undefined
  /** kg, total of the element; required for air, Ro-Ro and Breakbulk */
  weight?: number | null | undefined
  /** cm */
  length?: number | null | undefined
  /** cm */
  width?: number | null | undefined
  /** cm */
  height?: number | null | undefined
  /** Ocean: CBM, total of the element; required for LCL, Ro-Ro and Breakbulk unless all dimensions are given */
  volume?: number | null | undefined
}

export type ChannelKind = 'email' | 'sms' | 'whatsapp'

export type ChargeKind = 'freight' | 'storage' | 'clearance' | 'repacking' | 'delivery' | 'insurance' | 'other' | 'returned_payment' | 'opening_balance' | 'withdrawn_discount'

/** The chargeable quantity of the freight line at the same index */
export type ChargeableBasis = {
  cargo: string
  quantity: string
  unit: string
  /** How the quantity was derived */
  explanation: string
}

export type ChargeableWeight = {
  actual_weight_kg: string
  volumetric_weight_kg: string
  /** cm³ per kg */
  volumetric_divisor: number
  rounding_step_kg: string | null
  chargeable_weight_kg: string
}

export type Collection = {
  /** Token */
  parcel_id: string
  parcel_number: string
  /** Null if it was not made ready for collection */
  ready_for_collection_at: string | null
  /** Asked for when the package is handed out. Null while it does not wait to be collected. Tell it to the recipient only */
  collection_code: string | null
  /** When it was handed out after it was ready for collection */
  handed_out_at: string | null
}

export type ContainerSize = '20\'' | '40\'' | '40\' HC' | '40\' REEF' | '20\' REEF' | 'LCL' | 'Ro-Ro' | 'Breakbulk'

export type CreditNote = {
  /** Token */
  credit_note_id: string
  number: string
  kind: 'correction' | 'discount'
  reason: string
  /** With tax, NGN with two decimals */
  total: string
  /** Calendar date in the business’s time zone */
  issue_date: string
  /** The invoice lines that it credits */
  charge_ids: Array<string>
  /** The credited part of each line */
  lines: Array<InvoiceLine>
}

export type CustomerStatus = 'active' | 'inactive'

export type DeletedWebhookEndpoint = {
  /** Token */
  webhook_endpoint_id: string
  deleted: boolean
}

export type DestinationDetails = {
  name: string
  email?: string | undefined
  phone?: string | undefined
  dest_address?: string | undefined
  dest_city?: string | undefined
  dest_state?: string | undefined
  dest_zip_code?: string | undefined
  /** ISO-2 */
  destination_country: string
  destination_country_name: string
}

export type Direction = 'import' | 'export'

export type ErrorBody = {
  /** Message for people */
  error: string
  /** Stable, for programs */
  code: ErrorCode
  /** Quote this when asking for help */
  request_id: string
}

export type ErrorCode = 'INVALID_JSON' | 'MALFORMED_REQUEST' | 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE' | 'UNAUTHORIZED' | 'SECOND_FACTOR_REQUIRED' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED' | 'CUSTOMER_NOT_FOUND' | 'CUSTOMER_INACTIVE' | 'LANE_NOT_SERVED' | 'RATE_REQUIRED' | 'RATE_NOT_FOUND' | 'QUOTE_RATE_OUTDATED' | 'QUOTE_ALREADY_BOOKED' | 'QUOTE_CANCELLED' | 'BOOKING_IN_PROGRESS' | 'PACKAGE_IN_SHIPMENT' | 'PACKAGE_CANCELLED' | 'PACKAGE_ON_HOLD' | 'PACKAGE_UNPRICED' | 'DESTINATION_LOCKED' | 'INVALID_TRANSITION' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_ANSWER_LOST' | 'INVOICE_NOT_OPEN' | 'PAYMENT_ALREADY_RECORDED' | 'PAYMENT_REQUIRED' | 'PAYMENT_PROVIDER_UNAVAILABLE' | 'SECOND_PERSON_REQUIRED' | 'RATE_LIMITED' | 'CARRIER_REJECTED' | 'CARRIER_UNAVAILABLE' | 'CARRIER_OUTCOME_PENDING' | 'OVERLOADED' | 'UNAVAILABLE' | 'OUTCOME_UNKNOWN' | 'INTERNAL'

export type ErrorsBody = {
  /** One sentence per problem, for people */
  errors: Array<string>
  /** Stable, for programs */
  code: ErrorCode
  /** The same problems, field by field */
  details?: Array<FieldProblem> | undefined
  /** Quote this when asking for help */
  request_id: string
}

export type Estimate = {
  direction: Direction
  transport_mode: TransportMode
  /** The priced lane; imports are priced to Nigeria */
  lane: string
  origin_country: string
  destination_country: string
  cargo_volume: string
  chargeable_basis: Array<ChargeableBasis>
  /** Cheapest first. They have no id and cannot be booked */
  rates: Array<EstimatedRate>
  /** ISO 8601, UTC, with milliseconds */
  estimated_at: string
}

export type EstimatedRate = {
  carrier: string
  service: string
  /** Amount with two decimals */
  rate: string
  currency: string
  estimated_delivery_days: number
  estimated_delivery_date: string
  breakdown: PriceBreakdown
}

export type EventFilter = '*' | 'quote.*' | 'package.*' | 'customer.*' | 'inbound_parcel.*' | 'invoice.*' | 'payment.*' | 'message.*' | 'quote.created' | 'quote.price_changed' | 'quote.booked' | 'quote.cancelled' | 'quote.price_reopened' | 'quote.price_finalised' | 'package.created' | 'package.received' | 'package.pieces_received' | 'package.receipt_undone' | 'package.assigned' | 'package.attached' | 'package.detached' | 'package.arrived' | 'package.ready_for_collection' | 'package.ready_undone' | 'package.changed' | 'package.held' | 'package.released' | 'package.departed' | 'package.delivered' | 'package.delivery_undone' | 'package.departure_undone' | 'package.offloaded' | 'package.arrival_undone' | 'package.shipment_corrected' | 'package.repacked' | 'package.split' | 'package.repack_undone' | 'package.cancelled' | 'package.disposed' | 'package.disposition_undone' | 'package.storage_last_free_day' | 'package.storage_started' | 'customer.created' | 'customer.updated' | 'customer.deactivated' | 'customer.reactivated' | 'inbound_parcel.created' | 'inbound_parcel.changed' | 'inbound_parcel.partly_received' | 'inbound_parcel.received' | 'inbound_parcel.receipt_undone' | 'inbound_parcel.cancelled' | 'inbound_parcel.expired' | 'invoice.issued' | 'invoice.paid' | 'invoice.voided' | 'payment.recorded' | 'payment.reversed' | 'message.failed'

/** When it happened */
export type EventTime = string

export type EventType = 'quote.created' | 'quote.price_changed' | 'quote.booked' | 'quote.cancelled' | 'quote.price_reopened' | 'quote.price_finalised' | 'package.created' | 'package.received' | 'package.pieces_received' | 'package.receipt_undone' | 'package.assigned' | 'package.attached' | 'package.detached' | 'package.arrived' | 'package.ready_for_collection' | 'package.ready_undone' | 'package.changed' | 'package.held' | 'package.released' | 'package.departed' | 'package.delivered' | 'package.delivery_undone' | 'package.departure_undone' | 'package.offloaded' | 'package.arrival_undone' | 'package.shipment_corrected' | 'package.repacked' | 'package.split' | 'package.repack_undone' | 'package.cancelled' | 'package.disposed' | 'package.disposition_undone' | 'package.storage_last_free_day' | 'package.storage_started' | 'customer.created' | 'customer.updated' | 'customer.deactivated' | 'customer.reactivated' | 'inbound_parcel.created' | 'inbound_parcel.changed' | 'inbound_parcel.partly_received' | 'inbound_parcel.received' | 'inbound_parcel.receipt_undone' | 'inbound_parcel.cancelled' | 'inbound_parcel.expired' | 'invoice.issued' | 'invoice.paid' | 'invoice.voided' | 'payment.recorded' | 'payment.reversed' | 'message.failed' | 'webhook_endpoint.test'

export type ExchangeRate = {
  base: string
  quote: string
  rate: string
  /** ISO 8601, UTC, with milliseconds */
  effective_from: string
  source: string
}

export type ExplainedCargo = {
  package_type?: string | undefined
  container_size?: string | undefined
  commodity?: string | undefined
  quantity: number
  weight_kg?: string | undefined
  length_cm?: string | undefined
  width_cm?: string | undefined
  height_cm?: string | undefined
  /** Volume as given, or length x width x height x quantity */
  volume_cbm?: string | undefined
}

export type ExplainedPrice = {
  /** Null for a hypothetical price */
  rate_id: string | null
  carrier: string
  service: string
  selected: boolean
  estimated_delivery_days: number | null
  /** ISO 8601, UTC, with milliseconds */
  priced_at: string
  chargeable_basis: Array<ChargeableBasis>
  /** The lines of the breakdown, each written out as a sum */
  calculations: Array<string>
  markup_percent: string
  breakdown: PriceBreakdown
  /** The sum of the lines, in NGN */
  total: string
  /** Compares the hypothetical price with the quote’s own; absent if the quote has none */
  comparison?: {
    carrier: string
    service: string
    /** Total of the quote’s own price */
    total: string
    /** Hypothetical total minus the quote’s own */
    difference: string
  } | undefined
}

/** Received cargo compared with declared cargo; absent until something was received */
export type ExplainedReceipt = {
  /** When the last package was received; always null for export air */
  price_finalised_at: string | null
  packages: Array<{
    /** Token */
    parcel_id: string
    parcel_number: string
    status: PackageStatus
    /** Whether the final price includes it */
    counted: boolean
    /** Cancelled: the price no longer includes it */
    left_out: boolean
    declared: Measures
    measured?: Measures | undefined
    /** Measured minus declared */
    difference?: {
      quantity: number
      weight_kg?: string | undefined
      volume_cbm?: string | undefined
    } | undefined
  }>
  /** NGN before measuring; null until the price is final */
  previous_total: string | null
  /** NGN, final minus previous */
  difference: string | null
  /** The booked and the final price, line by line; empty until the price is final */
  lines: Array<{
    description: string
    /** NGN in the booked price; null if it had no such line */
    before: string | null
    before_calculation: string | null
    /** NGN in the final price; null if it has no such line */
    after: string | null
    after_calculation: string | null
    /** NGN, after minus before */
    difference: string
  }>
}

export type ExplanationInputs = {
  direction: Direction
  transport_mode: TransportMode
  /** The priced lane; imports are priced to Nigeria */
  lane: string
  origin_country: string
  destination_country: string
  /** The linked parcel customer, if any */
  customer?: {
    parcel_customer_id: string
    address_suffix: string
    full_name: string
  } | undefined
  cargo_volume: string
  /** The priced cargo: as declared, or as measured once the price is final */
  cargo: Array<ExplainedCargo>
  description?: string | undefined
}

export type FieldProblem = {
  /** Name of the field as the client wrote it */
  field: string
  message: string
  /** Row of a table that was sent; 1 is the header */
  row?: number | undefined
  column?: string | undefined
}

export type FullInvoice = {
  /** Token */
  invoice_id: string
  /** Consecutive per year. Also the payment reference */
  number: string
  /** `void`: credit notes cover all of it. `written_off`: the operator does not expect the rest any more */
  status: 'issued' | 'part_paid' | 'paid' | 'written_off' | 'void'
  mode: Mode
  /** The customer who owes it; null is the business itself */
  parcel_customer_id: string | null
  currency: string
  /** Without tax, NGN with two decimals */
  net: string
  /** Tax, NGN with two decimals */
  tax: string
  /** With tax, NGN with two decimals */
  total: string
  /** Paid so far, NGN with two decimals */
  paid: string
  /** Credited by credit notes, NGN with two decimals */
  credited: string
  /** Not expected to be paid any more, NGN with two decimals */
  written_off: string
  /** Still owed, NGN with two decimals */
  open: string
  /** Date in the operator’s time zone */
  issue_date: string
  /** Date in the operator’s time zone */
  due_date: string
  seller: PaperParty
  buyer: PaperBuyer
  lines: Array<InvoiceLine>
  /** Tax by rate */
  taxes: Array<TaxLine>
  /** ISO 8601, UTC, with milliseconds */
  issued_at: string
  credit_notes: Array<CreditNote>
}

export type FullMessage = {
  /** Token */
  message_id: string
  /** `queued`: waits for its time. `sending`: the provider is being called. `sent`: the provider accepted it. `delivered`: the provider says so. `failed`: refused or not deliverable; `reason` says why. `suppressed`: not sent, because the recipient does not want it, cannot be reached, or it came too late. `unknown`: it may have been sent; a person decides. `withdrawn`: no longer true before it was sent */
  status: MessageStatus
  purpose: MessagePurpose
  channel: ChannelKind
  /** A parcel customer, or a contact of the business itself */
  recipient: 'customer' | 'contact' | 'staff'
  /** Email address or phone number as it was when the message was queued; empty if there was none */
  to: string
  name: string
  language: MessageLanguage
  mode: Mode
  parcel_customer_id: string | null
  parcel_id: string | null
  invoice_id: string | null
  payment_id: string | null
  /** Subject of an e-mail; null until it is sent */
  subject: string | null
  /** Text as it was sent; null until then */
  text: string | null
  /** Why it was not sent, or is sent later */
  reason: string | null
  attempts: number
  /** The price that the provider reported, if it did */
  cost: string | null
  cost_currency: string | null
  /** The message about several parcels that was sent in place of this one */
  part_of_id: string | null
  /** The message that this one repeats */
  resend_of_id: string | null
  /** The earliest time at which it is sent */
  due_at: string
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  sent_at: string | null
  delivered_at: string | null
  /** An email as its recipient sees it; null for others, and until it is sent */
  html: string | null
}

export type HoldInstruction = 'hold' | 'release'

export type HoldResult = {
  /** Token */
  parcel_id: string
  action: HoldInstruction
  hold_instruction: HoldInstruction
  hold_released_at: string | null
  notice: Notice
}

export type InboundImport = {
  rows: number
  /** The first 100 mistakes, then how many more there are. Only with `dry_run`; without it, they are the errors of a 422 */
  mistakes: Array<InboundImportMistake>
  /** The inbound parcels that were created */
  inbound_parcels: Array<InboundParcel>
}

export type InboundImportMistake = {
  /** Row number as in a spreadsheet, where the header is row 1; 0 means the whole file */
  row: number
  column: string
  message: string
}

export type InboundItem = {
  description: string
  quantity: number
  /** Decimal */
  unit_value: string | null
  currency: string | null
  hs_code: string | null
  /** ISO-2 code */
  country_of_origin: string | null
  has_battery: boolean
  has_liquid: boolean
}

export type InboundItemChange = {
  description?: string | null | undefined
  /** Default 1 */
  quantity?: number | null | undefined
  /** Value of one unit, in `currency`, with no more decimals than the currency has: a number, or text as in responses */
  unit_value?: number | string | null | undefined
  /** ISO 4217 code */
  currency?: string | null | undefined
  /** 6, 8 or 10 digits */
  hs_code?: string | null | undefined
  /** ISO-2 code, ISO-3 code or English name */
  country_of_origin?: string | null | undefined
  has_battery?: boolean | null | undefined
  has_liquid?: boolean | null | undefined
}

export type InboundItemRequest = {
  description?: string | null | undefined
  /** Default 1 */
  quantity?: number | null | undefined
  /** Value of one unit, in `currency`, with no more decimals than the currency has: a number, or text as in responses */
  unit_value?: number | string | null | undefined
  /** ISO 4217 code */
  currency?: string | null | undefined
  /** 6, 8 or 10 digits */
  hs_code?: string | null | undefined
  /** ISO-2 code, ISO-3 code or English name */
  country_of_origin?: string | null | undefined
  has_battery?: boolean | null | undefined
  has_liquid?: boolean | null | undefined
}

export type InboundPackage = {
  /** Token */
  parcel_id: string
  parcel_number: string
  courier_number: string
  /** ISO 8601, UTC, with milliseconds */
  received_at: string
}

export type InboundParcel = {
  /** Token */
  inbound_parcel_id: string
  /** `received` once something has come under every courier number; `expired` when nothing came in time */
  status: InboundParcelStatus
  mode: Mode
  /** Null for a parcel of the business itself */
  parcel_customer_id: string | null
  courier: string | null
  courier_numbers: Array<string>
  items: Array<InboundItem>
  transport_mode: 'air' | 'ocean' | null
  note: string | null
  /** Received packages, oldest first for each courier number */
  packages: Array<InboundPackage>
  received_at: string | null
  cancelled_at: string | null
  expired_at: string | null
  /** Comment given at cancellation */
  comment: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds */
  updated_at: string
  /** The client’s own reference */
  client_reference: string | null
  /** The client’s own facts */
  metadata: Record<string, string> | null
}

export type InboundParcelRequest = {
  /** Customer token or unique ID, full or short; or the prefix of the business for a parcel of its own */
  parcel_customer_token?: string | null | undefined
  /** Alias of parcel_customer_token */
  customer_id?: string | null | undefined
  /** Customer unique ID, full or short */
  address_suffix?: string | null | undefined
  courier?: string | null | undefined
  /** Numbers as the courier gave them; spaces, hyphens and case do not matter */
  courier_numbers?: Array<string> | null | undefined
  items?: Array<InboundItemRequest> | null | undefined
  /** Transport mode from the warehouse to the destination */
  transport_mode?: 'air' | 'ocean' | null | undefined
  note?: string | null | undefined
  /** Your own reference, such as an order number */
  client_reference?: string | null | undefined
  /** Your own key-value data: up to 20 keys of 40 characters, with texts of 500 */
  metadata?: Record<string, string | null> | null | undefined
}

export type InboundParcelStatus = 'expected' | 'received' | 'cancelled' | 'expired'

export type Invoice = {
  /** Token */
  invoice_id: string
  /** Consecutive per year. Also the payment reference */
  number: string
  /** `void`: credit notes cover all of it. `written_off`: the operator does not expect the rest any more */
  status: 'issued' | 'part_paid' | 'paid' | 'written_off' | 'void'
  mode: Mode
  /** The customer who owes it; null is the business itself */
  parcel_customer_id: string | null
  currency: string
  /** Without tax, NGN with two decimals */
  net: string
  /** Tax, NGN with two decimals */
  tax: string
  /** With tax, NGN with two decimals */
  total: string
  /** Paid so far, NGN with two decimals */
  paid: string
  /** Credited by credit notes, NGN with two decimals */
  credited: string
  /** Not expected to be paid any more, NGN with two decimals */
  written_off: string
  /** Still owed, NGN with two decimals */
  open: string
  /** Date in the operator’s time zone */
  issue_date: string
  /** Date in the operator’s time zone */
  due_date: string
  seller: PaperParty
  buyer: PaperBuyer
  lines: Array<InvoiceLine>
  /** Tax by rate */
  taxes: Array<TaxLine>
  /** ISO 8601, UTC, with milliseconds */
  issued_at: string
}

export type InvoiceLine = {
  /** Token */
  charge_id: string
  kind: ChargeKind
  description: string
  quantity: number
  /** Price of one, NGN with two decimals */
  unit_price: string
  /** Without tax, NGN with two decimals */
  net: string
  tax_percent: string
  /** `zero`: taxed at zero percent; `exempt`: not taxed by law; `outside`: not within the scope of the tax */
  tax_category: TaxCategory
  /** Tax, NGN with two decimals */
  tax: string
  /** With tax, NGN with two decimals */
  total: string
  /** The quote that is charged */
  parcel_quote_id: string | null
  /** The package that is charged */
  parcel_id: string | null
  /** The first day of storage */
  first_day: string | null
  /** The last day of storage */
  last_day: string | null
  /** Goods and service of the line, as printed on the invoice; null if it is for no package, and on invoices of earlier versions */
  goods: InvoiceLineGoods | null
  /** URL of the explanation of the price */
  explanation: string | null
}

export type InvoiceLineGoods = {
  /** The freight of a booking is for all of its packages */
  parcel_numbers: Array<string>
  shipment: string | null
  /** Customer ID and name */
  customer: string | null
  route: string | null
  service: string | null
  /** The weight or volume that freight was charged for */
  charged: string | null
  /** When the first package arrived */
  received_on: string | null
  client_reference: string | null
}

export type Measures = {
  quantity: number
  weight_kg?: string | undefined
  length_cm?: string | undefined
  width_cm?: string | undefined
  height_cm?: string | undefined
  /** Volume as given, or length x width x height x quantity */
  volume_cbm?: string | undefined
}

export type Message = {
  /** Token */
  message_id: string
  /** `queued`: waits for its time. `sending`: the provider is being called. `sent`: the provider accepted it. `delivered`: the provider says so. `failed`: refused or not deliverable; `reason` says why. `suppressed`: not sent, because the recipient does not want it, cannot be reached, or it came too late. `unknown`: it may have been sent; a person decides. `withdrawn`: no longer true before it was sent */
  status: MessageStatus
  purpose: MessagePurpose
  channel: ChannelKind
  /** A parcel customer, or a contact of the business itself */
  recipient: 'customer' | 'contact' | 'staff'
  /** Email address or phone number as it was when the message was queued; empty if there was none */
  to: string
  name: string
  language: MessageLanguage
  mode: Mode
  parcel_customer_id: string | null
  parcel_id: string | null
  invoice_id: string | null
  payment_id: string | null
  /** Subject of an e-mail; null until it is sent */
  subject: string | null
  /** Text as it was sent; null until then */
  text: string | null
  /** Why it was not sent, or is sent later */
  reason: string | null
  attempts: number
  /** The price that the provider reported, if it did */
  cost: string | null
  cost_currency: string | null
  /** The message about several parcels that was sent in place of this one */
  part_of_id: string | null
  /** The message that this one repeats */
  resend_of_id: string | null
  /** The earliest time at which it is sent */
  due_at: string
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  sent_at: string | null
  delivered_at: string | null
}

export type MessageLanguage = 'en' | 'zh' | 'fr'

export type MessagePurpose = 'parcel_received' | 'price_changed' | 'on_hold' | 'released' | 'free_days_end' | 'storage_charged' | 'departed' | 'arrived' | 'ready_for_collection' | 'delivered' | 'invoice_issued' | 'invoice_overdue' | 'payment_received' | 'invitation' | 'password_reset' | 'daily_summary' | 'second_factor_changed' | 'portal_invitation' | 'portal_code'

export type MessageStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'suppressed' | 'unknown' | 'withdrawn'

export type Mode = 'test' | 'live'

export type Notice = {
  /** Token */
  token: string
  uuid: string
  level: NoticeLevel
  body: string
  active: boolean
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  deactivated_at: string | null
}

export type NoticeLevel = 'info' | 'warning' | 'danger'

export type OriginDetails = {
  name: string
  email?: string | undefined
  phone?: string | undefined
  origin_address?: string | undefined
  origin_city?: string | undefined
  origin_state?: string | undefined
  origin_zip_code?: string | undefined
  /** ISO-2 */
  origin_country: string
  origin_country_name: string
}

export type Package = {
  /** Package token */
  parcel_id: string
  /** Number on the label, for people and scanners */
  parcel_number: string
  /** Unique ID of the linked customer */
  customer_identifier?: string | undefined
  status: PackageStatus
  trade_direction: Direction
  quantity: number
  declared_weight?: number | undefined
  actual_weight?: number | undefined
  length?: number | undefined
  width?: number | undefined
  height?: number | undefined
  volume?: number | undefined
  mode: Mode
  hold_instruction: HoldInstruction
  hold_released_at: string | null
  warehouse_arrived_at: string | null
  cancelled_at: string | null
  /** Comment given at cancellation */
  comment: string | null
  shipment_id: string | null
  parcel_quote_id: string | null
  /** The inbound parcel under which it was received */
  inbound_parcel_id: string | null
  /** The packages that replace it after a repack or split; this one is then cancelled */
  repacked_into: Array<{
    parcel_id: string
    parcel_number: string
  }> | null
  /** The packages that it replaces after a repack or split */
  repacked_from: Array<{
    parcel_id: string
    parcel_number: string
  }> | null
  storage_fee: StorageFee
  /** The newest 100, oldest first */
  notices: Array<Notice>
  /** ISO-2 */
  origin_country: string
  /** ISO-2 */
  destination_country: string
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** Last changed */
  updated_at: string
  /** The client’s own reference */
  client_reference: string | null
  /** The client’s own facts */
  metadata: Record<string, string> | null
  /** Token of the linked customer */
  parcel_customer_id: string | null
  /** Null for an unannounced parcel until its transport mode is decided */
  transport_mode: 'air' | 'ocean' | null
  /** Air: as the quote declared it */
  package_type: string | null
  /** Ocean: as the quote declared it */
  container_size: '20\'' | '40\'' | '40\' HC' | '40\' REEF' | '20\' REEF' | 'LCL' | 'Ro-Ro' | 'Breakbulk' | null
  /** Ocean: as the quote declared it */
  commodity: string | null
  /** Expected arrival of its shipment, as flight, vessel and dates are now; null if unknown, and once it is delivered */
  eta: string | null
  /** Times of events that do not change the status */
  milestones: {
    /** Time at which it became ready for collection; kept after it was handed out */
    ready_for_collection_at: string | null
    /** Time of its cancellation in the warehouse; its storage goes on. Null before that, and after its disposition */
    kept_since: string | null
  }
  /** How a package that was cancelled in the warehouse left it; storage accrues until then */
  disposition: {
    kind: 'handed_back' | 'returned_to_supplier' | 'destroyed' | 'given_up'
    /** The person or supplier that got the package */
    to: string | null
    courier: string | null
    courier_number: string | null
    reason: string
    at: string
  } | null
  /** The quote it was booked with, only with `expand=quote`; `parcel_details.parcels` names this package only */
  quote?: Quote | null | undefined
}

export type PackageStatus = 'booked' | 'warehouse' | 'transit' | 'delivered' | 'cancelled'

export type PageMeta = {
  current_page: number
  total_pages: number
  total_count: number
  per_page: number
}

export type PaperBuyer = {
  name: string
  /** Address and contact */
  lines: Array<string>
  /** Tax number of the buyer, as printed */
  tax_number: string | null
}

export type PaperParty = {
  name: string
  /** Address and contact */
  lines: Array<string>
}

export type ParcelCustomer = {
  /** Internal token */
  parcel_customer_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  mobile: string | null
  /** Unique customer ID */
  address_suffix: string
  full_name: string
  status: CustomerStatus
  mode: Mode
  origin_address: string | null
  origin_city: string | null
  origin_zip_code: string | null
  origin_state: string | null
  origin_country: string | null
  /** Channel of messages; `none` sends none, null leaves it to the settings of the business */
  message_channel: 'email' | 'sms' | 'whatsapp' | 'none' | null
  /** Language of messages; null leaves it to the settings of the business */
  message_language: 'en' | 'zh' | 'fr' | null
  /** For each channel, when and how the customer agreed. SMS and WhatsApp are sent only to customers who agreed; the list is replaced as a whole */
  message_consents: Array<{
    channel: 'email' | 'sms' | 'whatsapp'
    /** ISO 8601, UTC, with milliseconds */
    given_at: string
    how: string
  }>
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** Last changed */
  updated_at: string
  /** The client’s own reference */
  client_reference: string | null
  /** The client’s own facts */
  metadata: Record<string, string> | null
}

export type ParcelCustomerAnswer = {
  status: string
  message: string
  data: ParcelCustomer
}

export type ParcelCustomerPage = {
  data: Array<ParcelCustomer>
  meta: PageMeta
}

export type ParcelCustomerRequest = {
  /** The unique customer ID; generated from the business prefix when absent */
  address_suffix?: string | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  email?: string | null | undefined
  mobile?: string | null | undefined
  origin_address?: string | null | undefined
  origin_city?: string | null | undefined
  origin_zip_code?: string | null | undefined
  origin_state?: string | null | undefined
  /** ISO-2 code, ISO-3 code or English name */
  origin_country?: string | null | undefined
  /** Channel of messages; `none` sends none, null leaves it to the settings of the business */
  message_channel?: 'email' | 'sms' | 'whatsapp' | 'none' | null | undefined
  /** Language of messages; null leaves it to the settings of the business */
  message_language?: 'en' | 'zh' | 'fr' | null | undefined
  /** For each channel, when and how the customer agreed. SMS and WhatsApp are sent only to customers who agreed; the list is replaced as a whole */
  message_consents?: Array<{
    channel: 'email' | 'sms' | 'whatsapp'
    /** ISO 8601 with its offset */
    given_at: string
    /** How the customer agreed, for example: ticked on the order form */
    how: string
  }> | null | undefined
  /** Your own reference, such as an order number */
  client_reference?: string | null | undefined
  /** Your own key-value data: up to 20 keys of 40 characters, with texts of 500 */
  metadata?: Record<string, string | null> | null | undefined
}

export type ParcelDetails = {
  transport_mode: TransportMode
  /** kg */
  chargeable_weight?: number | undefined
  /** CBM */
  volume?: number | undefined
  parcels?: Array<ParcelMention> | undefined
}

export type ParcelMention = {
  /** Token */
  parcel_id: string
  parcel_number: string
  status: PackageStatus
}

export type ParcelRequest = {
  direction?: Direction | null | undefined
  transport_mode?: TransportMode | null | undefined
  /** Customer unique ID, full (`DEM1001`) or short (`1001`) */
  address_suffix?: string | null | undefined
  /** Customer token or unique ID; takes precedence over address_suffix */
  parcel_customer_token?: string | null | undefined
  /** Alias of parcel_customer_token */
  customer_id?: string | null | undefined
  sender_name?: string | null | undefined
  sender_email?: string | null | undefined
  origin_mobile?: string | null | undefined
  origin_address?: string | null | undefined
  origin_city?: string | null | undefined
  origin_zip_code?: string | null | undefined
  origin_state?: string | null | undefined
  /** ISO-2 code, ISO-3 code or English name */
  origin_country?: string | null | undefined
  dest_name?: string | null | undefined
  dest_email?: string | null | undefined
  dest_mobile?: string | null | undefined
  dest_address?: string | null | undefined
  dest_city?: string | null | undefined
  dest_zip_code?: string | null | undefined
  dest_state?: string | null | undefined
  /** ISO-2 code, ISO-3 code or English name */
  destination_country?: string | null | undefined
  /** kg */
  declared_weight?: number | null | undefined
  /** cm */
  length?: number | null | undefined
  /** cm */
  width?: number | null | undefined
  /** cm */
  height?: number | null | undefined
  description?: string | null | undefined
  sender?: PartyRequest | null | undefined
  recipient?: PartyRequest | null | undefined
  package?: AirCargoRequest | null | undefined
  packages?: Array<CargoItemRequest> | null | undefined
  /** Your own reference, such as an order number */
  client_reference?: string | null | undefined
  /** Your own key-value data: up to 20 keys of 40 characters, with texts of 500 */
  metadata?: Record<string, string | null> | null | undefined
}

export type Party = {
  name: string
  email?: string | undefined
  phone?: string | undefined
  address: Address
}

export type PartyRequest = {
  /** A name, or the unique ID of a parcel customer */
  name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  address?: AddressRequest | null | undefined
}

export type Payment = {
  /** Token */
  payment_id: string
  /** Number of the receipt */
  number: string
  status: 'recorded' | 'refunded' | 'reversed'
  mode: Mode
  /** The customer who paid; null is the business itself */
  parcel_customer_id: string | null
  method: PaymentMethod
  currency: string
  /** Money received, NGN with two decimals */
  amount: string
  /** Tax that the payer withheld; it pays invoices like money, NGN with two decimals */
  withheld: string
  /** Part that is allocated to invoices, NGN with two decimals */
  allocated: string
  /** Part that was refunded, NGN with two decimals */
  refunded: string
  /** Part that is not allocated yet, for later invoices, NGN with two decimals */
  credit: string
  /** Reference of the transfer or card receipt */
  reference: string | null
  /** The day on which it was made */
  paid_on: string
  /** The day on which it was recorded */
  receipt_date: string
  reversed_at: string | null
  reverse_reason: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
}

export type PaymentLink = {
  /** Reference of the payment; without a link, the invoice number, to be used for a transfer */
  reference: string
  /** Amount to pay, NGN with two decimals */
  amount: string
  currency: string
  /** Page on which to pay; null if the operator takes no payments by link */
  url: string | null
}

export type PaymentMethod = 'cash' | 'transfer' | 'card' | 'paystack' | 'test' | 'opening'

export type PreviousPrice = {
  total: string
  difference: string
  reason: string
}

/** All inputs needed to recompute the amount */
export type PriceBreakdown = {
  lane: string
  card?: PriceCard | undefined
  fx: ExchangeRate
  weight?: ChargeableWeight | undefined
  lines: Array<PriceLine>
  /** The sum of the lines, before tax */
  total: string
  currency: string
  tax?: PriceTax | undefined
  previous?: PreviousPrice | undefined
}

/** Absent for prices of an outside carrier */
export type PriceCard = {
  id: string
  version: number
  title: string
  currency: string
  /** Ships with Waybill, to be replaced by the operator’s own */
  sample: boolean
  /** ISO 8601, UTC, with milliseconds */
  effective_from: string
}

export type PriceLine = {
  kind: PriceLineKind
  description: string
  quantity: string
  /** kg, container, CBM, RT, shipment, or % of the lines before */
  unit: string
  unit_price: string
  currency: string
  fx_rate: string
  /** quantity x unit_price x fx_rate, rounded half up to the kobo; a % line is a hundredth of that */
  amount: string
}

export type PriceLineKind = 'freight' | 'minimum' | 'fuel' | 'handling' | 'markup'

/** The tax on freight at the rate in force when the price was made; a final price has the tax that is charged */
export type PriceTax = {
  percent: string
  /** NGN, with two decimals */
  amount: string
  /** NGN, with tax */
  total: string
}

export type Quote = {
  /** Quote token */
  parcel_quote_id: string
  status: QuoteStatus
  /** `api`, `console` (made by staff) or `warehouse` (made for a parcel that arrived without a booking) */
  source: string
  direction: Direction
  /** Short number for people, with a check character */
  reference: string
  /** Cheapest first; empty for import air and once booked */
  rates: Array<Rate>
  /** Why a carrier or one of its services has no rate; or what was priced, if the sender of an export or the recipient of an import is abroad */
  rate_messages: Array<RateMessage>
  sender: Party
  recipient: Party
  package: QuotedCargo
  cargo_volume: string
  origin_details: OriginDetails
  dest_details: DestinationDetails
  parcel_details: ParcelDetails
  tracking_code: string | null
  label_url: string | null
  selected_rate: Rate | null
  tracker_id: string | null
  /** Legacy: the same moment as booked_at */
  purchased_at: string | null
  booked_at: string | null
  cancelled_at: string | null
  closed_reason: string | null
  comment: string | null
  /** NGN; provisional for ocean and import until the warehouse receives the goods */
  estimated_price: number | null
  /** NGN: tax on the estimated price at the rate in force when it was priced; null if no rate is set or no price is known */
  estimated_tax: number | null
  /** NGN: the estimated price with tax, as it will be invoiced */
  estimated_total: number | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** Last changed; a refresh of rates at the same prices is not a change */
  updated_at: string
  /** The client’s own reference */
  client_reference: string | null
  /** The client’s own facts */
  metadata: Record<string, string> | null
  /** The parcel customer that the sender was resolved to */
  parcel_customer_id: string | null
}

export type QuoteExplanation = {
  /** Token */
  parcel_quote_id: string
  reference: string
  status: QuoteStatus
  /** True with as_of: the quote keeps its own price */
  hypothetical: boolean
  as_of: string | null
  inputs: ExplanationInputs
  /** The selected or single price; all rates as last shown while none is chosen */
  prices: Array<ExplainedPrice>
  /** The rounding rule, in words */
  rounding: string
  received?: ExplainedReceipt | undefined
  notes: Array<string>
}

export type QuoteStatus = 'pending' | 'booked' | 'cancelled'

export type QuotedCargo = {
  weight?: number | undefined
  length?: number | undefined
  width?: number | undefined
  height?: number | undefined
  item_description?: string | undefined
  packages?: Array<CargoItem> | undefined
}

export type Rate = {
  /** Send it as rate_id to create_shipment */
  id: string
  carrier: string
  service: string
  /** Amount with two decimals */
  rate: string
  currency: string
  estimated_delivery_days: number | null
  /** Calendar date */
  estimated_delivery_date: string | null
  /** Bookable for one hour from this moment */
  created_at: string
  breakdown: PriceBreakdown
}

export type RateMessage = {
  carrier: string
  service?: string | undefined
  reason: string
}

export type Statement = {
  currency: string
  /** Calendar date in the business’s time zone */
  from: string
  /** Last day, inclusive */
  to: string
  /** Balance before the first day, NGN with two decimals */
  opening_balance: string
  /** Balance after the last day, NGN with two decimals */
  closing_balance: string
  lines: Array<StatementLine>
}

export type StatementLine = {
  /** Calendar date in the business’s time zone */
  date: string
  type: 'charge' | 'charge_reversal' | 'credit_note' | 'payment' | 'refund' | 'payment_reversal' | 'credit_transfer' | 'withholding' | 'withholding_reversal' | 'opening_balance' | 'discount' | 'write_off' | 'write_off_reversal'
  /** Token of the charge, credit note, payment, refund or write-off */
  id: string
  /** Number of the invoice, credit note or receipt */
  reference: string | null
  description: string
  /** Positive if it adds to the debt, negative if it reduces it, NGN with two decimals */
  amount: string
  /** Balance after this line, NGN with two decimals */
  balance: string
}

export type StorageFee = {
  /** Free warehouse holding days from arrival */
  free_days: number
  /** Warehouse arrival date; absent before arrival */
  start_date?: string | undefined
  /** Last calendar date before storage accrues; absent before arrival */
  last_free_day?: string | undefined
  /** Billable days as of today */
  chargeable_storage_days: number
  /** Price per square metre and day */
  daily_rate: number
  currency: string
  /** The volume if the package has one, else length x width x quantity */
  storage_area_sqm: number
  amount_due: number
}

export type TaxCategory = 'standard' | 'zero' | 'exempt' | 'outside'

export type TaxLine = {
  /** `zero`: taxed at zero percent; `exempt`: not taxed by law; `outside`: not within the scope of the tax */
  category: TaxCategory
  /** The reason why no tax is charged */
  reason: string | null
  percent: string
  /** Net amount at this rate, NGN with two decimals */
  net: string
  /** Tax, NGN with two decimals */
  tax: string
}

export type TestClock = {
  /** ISO 8601, UTC, with milliseconds */
  now: string
  /** How far the clock is ahead of real time */
  offset_seconds: number
}

export type Tracking = {
  /** Token */
  parcel_id: string
  parcel_number: string | null
  status: PackageStatus
  tracking_data: Array<TrackingStep>
}

export type TrackingCode = 'PARCEL_BOOKED' | 'PARCEL_RECEIVED' | 'PARCEL_IN_TRANSIT' | 'PARCEL_DELIVERED' | 'PARCEL_CANCELLED'

export type TrackingStep = {
  step: number
  status: PackageStatus
  code: TrackingCode
  info: string
  completed_on: string | null
}

export type TransportMode = 'air' | 'ocean'

export type WarehouseAddress = {
  /** Short code of the site */
  site: string
  site_name: string
  /** ISO 3166, two letters */
  country: string
  opening_hours: string | null
  /** Time zone of the opening hours */
  time_zone: string
  /** Parcels for an ID of test mode are not matched by the warehouse */
  mode: 'test' | 'live'
  /** Null: the address is for the business itself */
  parcel_customer_id: string | null
  /** Unique ID of the customer, or the prefix of the business */
  customer_identifier: string
  english: WrittenAddress
  /** The address in the language of the country; null if the forwarder has not set it */
  local: WrittenAddress | null
}

export type WaybillEvent = {
  /** The webhook-id of its deliveries */
  event_id: string
  type: EventType
  /** When it happened; in test mode, by the test clock */
  timestamp: string
  /** When it was recorded, in real time */
  recorded_at: string
  object_id: string
  /** The object as it was after the change, as the API shows it; see Webhooks for the schema of each type */
  data: Record<string, unknown>
}

export type WebhookAttempt = {
  /** Counts all attempts of the delivery, from 1 */
  number: number
  /** ISO 8601, UTC, with milliseconds */
  attempted_at: string
  duration_ms: number
  response_status: number | null
  /** The beginning of the response body */
  response_excerpt: string | null
  /** Why there was no response */
  error: string | null
}

export type WebhookDelivery = {
  /** Token */
  webhook_delivery_id: string
  /** Token */
  webhook_endpoint_id: string
  /** Token */
  event_id: string
  event_type: EventType
  /** `failed`: no more attempts; it can be replayed */
  status: 'pending' | 'delivered' | 'failed'
  /** Attempts since it was created or last replayed */
  attempt_count: number
  /** When a failed attempt is retried; null while it is queued */
  next_attempt_at: string | null
  delivered_at: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
}

export type WebhookDeliveryWithAttempts = {
  /** Token */
  webhook_delivery_id: string
  /** Token */
  webhook_endpoint_id: string
  /** Token */
  event_id: string
  event_type: EventType
  /** `failed`: no more attempts; it can be replayed */
  status: 'pending' | 'delivered' | 'failed'
  /** Attempts since it was created or last replayed */
  attempt_count: number
  /** When a failed attempt is retried; null while it is queued */
  next_attempt_at: string | null
  delivered_at: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** The latest 100, oldest first */
  attempts: Array<WebhookAttempt>
}

export type WebhookEndpoint = {
  /** Token */
  webhook_endpoint_id: string
  url: string
  description: string | null
  event_types: Array<string>
  mode: Mode
  status: 'enabled' | 'disabled'
  disabled_at: string | null
  /** Why it was disabled */
  disabled_reason: string | null
  /** Time of the first failed attempt after the last successful one */
  failing_since: string | null
  /** Until this time the previous secret also signs deliveries */
  previous_secret_expires_at: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds */
  updated_at: string
}

export type WebhookEndpointWithSecret = {
  /** Token */
  webhook_endpoint_id: string
  url: string
  description: string | null
  event_types: Array<string>
  mode: Mode
  status: 'enabled' | 'disabled'
  disabled_at: string | null
  /** Why it was disabled */
  disabled_reason: string | null
  /** Time of the first failed attempt after the last successful one */
  failing_since: string | null
  /** Until this time the previous secret also signs deliveries */
  previous_secret_expires_at: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds */
  updated_at: string
  /** Signs deliveries; shown only when the endpoint is created and when the secret is rotated */
  secret: string
}

export type WebhookReplay = {
  /** Token */
  webhook_endpoint_id: string
  /** How many deliveries were queued */
  replayed: number
  /** Null, or the `since` to go on with when the range held too many events for one request */
  continue_since: string | null
}

export type WrittenAddress = {
  /** Language of the address, such as en or zh */
  language: string
  /** Name of the addressee, with the ID */
  name: string
  /** First line of the address: the ID, by which the warehouse knows whose parcel it is */
  line1: string
  street: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  /** Name of the country in this language */
  country: string
  /** Telephone number of the warehouse */
  phone: string | null
  /** The whole address line by line */
  lines: Array<string>
  /** The same as one text */
  text: string
}

/** The payload of a webhook, by its `type`. */
export type WebhookPayload =
| {
  type: 'quote.created' | 'quote.price_changed' | 'quote.booked' | 'quote.cancelled' | 'quote.price_reopened' | 'quote.price_finalised'
  timestamp: EventTime
  data: Quote
}
| {
  type: 'package.created' | 'package.received' | 'package.pieces_received' | 'package.receipt_undone' | 'package.assigned' | 'package.attached' | 'package.detached' | 'package.arrived' | 'package.ready_for_collection' | 'package.ready_undone' | 'package.changed' | 'package.held' | 'package.released' | 'package.departed' | 'package.delivered' | 'package.delivery_undone' | 'package.departure_undone' | 'package.offloaded' | 'package.arrival_undone' | 'package.shipment_corrected' | 'package.repacked' | 'package.split' | 'package.repack_undone' | 'package.cancelled' | 'package.disposed' | 'package.disposition_undone' | 'package.storage_last_free_day' | 'package.storage_started'
  timestamp: EventTime
  data: Package
}
| {
  type: 'customer.created' | 'customer.updated' | 'customer.deactivated' | 'customer.reactivated'
  timestamp: EventTime
  data: ParcelCustomer
}
| {
  type: 'inbound_parcel.created' | 'inbound_parcel.changed' | 'inbound_parcel.partly_received' | 'inbound_parcel.received' | 'inbound_parcel.receipt_undone' | 'inbound_parcel.cancelled' | 'inbound_parcel.expired'
  timestamp: EventTime
  data: InboundParcel
}
| {
  type: 'invoice.issued' | 'invoice.paid' | 'invoice.voided'
  timestamp: EventTime
  data: Invoice
}
| {
  type: 'payment.recorded' | 'payment.reversed'
  timestamp: EventTime
  data: Payment
}
| {
  type: 'message.failed'
  timestamp: EventTime
  data: Message
}
| {
  type: 'webhook_endpoint.test'
  timestamp: EventTime
  data: {
    webhook_endpoint_id: string
    url: string
  }
}

export type Operations = {
  /** Create a parcel quote. Prices air or ocean parcel freight. The quote starts `pending`; book it with create_shipment. */
  createQuote: {
    body: {
      parcel: ParcelRequest
    }
    answer: Quote
  }
  /** List quotes. Newest first, 25 a page unless `per_page` says otherwise. Lists never refresh rates. The Link header leads to the next and previous page. */
  listQuotes: {
    query: {
      /** One or several, separated by commas or repeated */
      status?: 'pending' | 'booked' | Array<'pending' | 'booked'> | undefined
      /** true: cancelled quotes instead of pending ones */
      cancelled?: boolean | undefined
      direction?: 'import' | 'export' | undefined
      transport_mode?: 'air' | 'ocean' | undefined
      /** Customer token or unique ID, full or short */
      parcel_customer_id?: string | undefined
      /** The exact reference */
      client_reference?: string | undefined
      /** Created at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_since?: string | undefined
      /** Created before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_before?: string | undefined
      /** Last changed at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      updated_since?: string | undefined
      /** Last changed before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      updated_before?: string | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<Quote>
  }
  /** Retrieve a quote. Pending export air is rated anew on every call; pending ocean and import air once their estimate is older than one hour. */
  getQuote: {
    id: string
    answer: Quote
  }
  /** Cancel a pending quote. Only pending quotes can be cancelled. The quote stays retrievable. */
  cancelQuote: {
    id: string
    body?: {
      comment?: string | null | undefined
    }
    answer: Quote
  }
  /** Confirm a pending quote. Books the quote and creates its packages. Export air needs the `rate_id` of a rate at most one hour old, and answers with tracking code and label. `id` is a quote token. */
  createShipment: {
    id: string
    body?: {
      /** The id of a rate of this quote; required for export air */
      rate_id?: string | null | undefined
    }
    answer: Quote
  }
  /** Explain the price of a quote. Every step from the cargo to the total; adding the lines gives the total to the kobo. Nothing is refreshed. With `as_of` the same cargo is priced with the cards, FX and terms of that moment, as known then: hypothetical, and without outside carriers, which cannot be asked about the past. `Accept: text/plain` gives a letter to the customer. */
  explainQuote: {
    id: string
    query: {
      /** An ISO 8601 instant, or a date, which stands for its beginning; not in the future. It prices the same cargo with the cards, FX and terms of that moment, as known then */
      as_of?: string | undefined
    }
    answer: QuoteExplanation
  }
  /** Estimate a price. Takes the `parcel` of a quote but needs only countries and cargo: where an export goes, where an import comes from (or a parcel customer), and Nigeria is the other end. Prices come from the operator’s own cards; outside carriers are not asked. Nothing is stored, and the rates have no id: they cannot be booked. */
  estimatePrice: {
    body: {
      parcel: ParcelRequest
    }
    answer: Estimate
  }
  /** List packages. Newest first, 25 a page unless `per_page` says otherwise; every status, cancelled ones included, unless `status` is given. */
  listPackages: {
    query: {
      /** One or several, separated by commas or repeated */
      status?: 'booked' | 'warehouse' | 'transit' | 'delivered' | Array<'booked' | 'warehouse' | 'transit' | 'delivered'> | undefined
      /** Part of a customer name or parcel number, in any case */
      key?: string | undefined
      /** trade_direction */
      direction?: 'import' | 'export' | undefined
      transport_mode?: 'air' | 'ocean' | undefined
      hold_instruction?: 'hold' | 'release' | undefined
      /** true: only cancelled packages; false: all others */
      cancelled?: boolean | undefined
      /** Token of the quote that the packages were booked with */
      parcel_quote_id?: string | undefined
      /** A date: packages in the warehouse whose last free day of storage is then or earlier */
      last_free_day_by?: string | undefined
      /** Customer token or unique ID, full or short */
      parcel_customer_id?: string | undefined
      /** The exact reference */
      client_reference?: string | undefined
      /** Created at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_since?: string | undefined
      /** Created before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_before?: string | undefined
      /** Last changed at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      updated_since?: string | undefined
      /** Last changed before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      updated_before?: string | undefined
      /** Adds `quote`: price, label and tracking code in one call */
      expand?: 'quote' | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<Package>
  }
  /** Retrieve a package. The package as in the list, in any status. */
  getPackage: {
    id: string
    query: {
      /** Adds `quote`: price, label and tracking code in one call */
      expand?: 'quote' | undefined
    }
    answer: Package
  }
  /** Cancel a package. Allowed while the package is in no shipment. The package stays retrievable. */
  cancelPackage: {
    id: string
    body?: {
      comment?: string | null | undefined
    }
    answer: Package
  }
  /** Hold or release a package. Updates the hold instruction and records a notice. Allowed in every status. */
  holdOrReleasePackage: {
    id: string
    body: {
      action: HoldInstruction
      /** The reason; a default text if absent */
      body?: string | null | undefined
    }
    answer: HoldResult
  }
  /** Track a package. The four steps of the road, each with the moment it was completed; a cancelled package shows those completed and the cancellation. One that was repacked follows the package that its goods are in now, of several the one that is least far. */
  trackPackage: {
    id: string
    answer: Tracking
  }
  /** Retrieve the collection code of a package. For a recipient who lost the message with it. Events and lists never hold the code. */
  getCollection: {
    id: string
    answer: Collection
  }
  /** List the photos of a package. Those that the warehouse took when the package arrived, or later, oldest first. The photos of an arrival that was undone are left out. */
  listPackagePhotos: {
    id: string
    answer: Array<{
      /** Token */
      photo_id: string
      /** Path of the picture, which needs the key */
      url: string
      /** image/jpeg */
      content_type: string
      /** Pixels */
      width: number
      /** Pixels */
      height: number
      /** ISO 8601, UTC, with milliseconds */
      created_at: string
    }>
  }
  /** See a photo of a package. The picture itself. */
  getPackagePhoto: {
    id: string
    answer: DownloadedFile
  }
  /** Create a parcel customer. Returns the existing customer with 200 when address_suffix is taken or, without one, when mobile or email match; otherwise creates one with 201. */
  createCustomer: {
    body: {
      parcel_customer: ParcelCustomerRequest
    }
    answer: ParcelCustomerAnswer
  }
  /** List parcel customers. Newest first; active ones unless `status` says otherwise. */
  listCustomers: {
    query: {
      /** Part of a name, email, mobile or address_suffix, in any case */
      key?: string | undefined
      status?: 'active' | 'inactive' | 'all' | undefined
      /** The exact reference */
      client_reference?: string | undefined
      /** Created at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_since?: string | undefined
      /** Created before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_before?: string | undefined
      /** Last changed at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      updated_since?: string | undefined
      /** Last changed before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      updated_before?: string | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: ParcelCustomerPage
  }
  /** Retrieve a parcel customer. By internal token. Inactive customers stay readable. */
  getCustomer: {
    id: string
    answer: ParcelCustomerAnswer
  }
  /** Change a parcel customer. Omitted fields stay the same, null clears a field, and `metadata` is replaced as a whole. The unique ID and the status cannot be changed: the operator deactivates customers. The resulting profile must meet the rules for a new customer. */
  updateCustomer: {
    id: string
    body: {
      parcel_customer: {
        /** Cannot be changed: another value is refused */
        address_suffix?: string | null | undefined
        first_name?: string | null | undefined
        last_name?: string | null | undefined
        email?: string | null | undefined
        mobile?: string | null | undefined
        origin_address?: string | null | undefined
        origin_city?: string | null | undefined
        origin_zip_code?: string | null | undefined
        origin_state?: string | null | undefined
        /** ISO-2 code, ISO-3 code or English name */
        origin_country?: string | null | undefined
        /** Channel of messages; `none` sends none, null leaves it to the settings of the business */
        message_channel?: 'email' | 'sms' | 'whatsapp' | 'none' | null | undefined
        /** Language of messages; null leaves it to the settings of the business */
        message_language?: 'en' | 'zh' | 'fr' | null | undefined
        /** For each channel, when and how the customer agreed. SMS and WhatsApp are sent only to customers who agreed; the list is replaced as a whole */
        message_consents?: Array<{
          channel: 'email' | 'sms' | 'whatsapp'
          /** ISO 8601 with its offset */
          given_at: string
          /** How the customer agreed, for example: ticked on the order form */
          how: string
        }> | null | undefined
        /** Your own reference, such as an order number */
        client_reference?: string | null | undefined
        /** Your own key-value data: up to 20 keys of 40 characters, with texts of 500 */
        metadata?: Record<string, string | null> | null | undefined
      }
    }
    answer: ParcelCustomerAnswer
  }
  /** Announce a parcel. A parcel that a courier brings to the warehouse for one of your customers. When its number is scanned, the warehouse knows whose it is. A number is expected once at a time. */
  createInboundParcel: {
    body: {
      inbound_parcel: InboundParcelRequest
    }
    answer: InboundParcel
  }
  /** List inbound parcels. Newest first, of every status unless `status` says otherwise. */
  listInboundParcels: {
    query: {
      /** One or several, separated by commas or repeated */
      status?: 'expected' | 'received' | 'cancelled' | 'expired' | Array<'expected' | 'received' | 'cancelled' | 'expired'> | undefined
      /** Courier number; spaces, hyphens and case are ignored */
      courier_number?: string | undefined
      /** Customer token or unique ID, full or short */
      parcel_customer_id?: string | undefined
      /** The exact reference */
      client_reference?: string | undefined
      /** Created at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_since?: string | undefined
      /** Created before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_before?: string | undefined
      /** Last changed at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      updated_since?: string | undefined
      /** Last changed before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      updated_before?: string | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<InboundParcel>
  }
  /** Retrieve an inbound parcel. The inbound parcel with the packages received under its numbers. */
  getInboundParcel: {
    id: string
    answer: InboundParcel
  }
  /** Change an inbound parcel. Allowed while the parcel is expected. Omitted fields stay the same, and null clears a field. `courier_numbers`, `items` and `metadata` are replaced as a whole. A number under which something was received cannot be removed. */
  updateInboundParcel: {
    id: string
    body: {
      inbound_parcel: {
        /** Customer token or unique ID, full or short; or the prefix of the business for a parcel of its own */
        parcel_customer_token?: string | null | undefined
        /** Alias of parcel_customer_token */
        customer_id?: string | null | undefined
        /** Customer unique ID, full or short */
        address_suffix?: string | null | undefined
        courier?: string | null | undefined
        /** Numbers as the courier gave them; spaces, hyphens and case do not matter */
        courier_numbers?: Array<string> | null | undefined
        items?: Array<InboundItemChange> | null | undefined
        transport_mode?: 'air' | 'ocean' | null | undefined
        note?: string | null | undefined
        /** Your own reference, such as an order number */
        client_reference?: string | null | undefined
        /** Your own key-value data: up to 20 keys of 40 characters, with texts of 500 */
        metadata?: Record<string, string | null> | null | undefined
      }
    }
    answer: InboundParcel
  }
  /** Cancel an inbound parcel. Allowed until something is received under one of its numbers. */
  cancelInboundParcel: {
    id: string
    body?: {
      comment?: string | null | undefined
    }
    answer: InboundParcel
  }
  /** Announce many parcels from a CSV file. All of them or none. With `dry_run` nothing is stored, and every mistake is named by row and column. The body is JSON with the file in `csv`, or the file itself as `text/csv`; then `dry_run` is a query parameter. */
  importInboundParcels: {
    body: {
      /** The file: a header and one row per parcel, at most 10000. Columns: customer_id, courier, courier_numbers, description, quantity, unit_value, currency, hs_code, country_of_origin, has_battery, has_liquid, transport_mode, note, client_reference */
      csv: string
      /** Whether to check the file only, and store nothing */
      dry_run?: boolean | null | undefined
    }
    query: {
      /** Whether to check the file only, and store nothing */
      dry_run?: boolean | undefined
    }
    answer: InboundImport
  }
  /** List the addresses for suppliers. One for every warehouse that takes parcels in: the address as a supplier must write it, with the ID of the customer on the first line and in the name, in English and in the local language. A business with customer accounts must name a customer. */
  listWarehouseAddresses: {
    query: {
      /** Customer token or unique ID, full or short; without it, the addresses are for the business itself */
      customer_id?: string | undefined
      /** Alias of customer_id */
      parcel_customer_id?: string | undefined
      /** Alias of customer_id */
      address_suffix?: string | undefined
    }
    answer: Array<WarehouseAddress>
  }
  /** Create a webhook endpoint. Events of this business and mode are sent there from now on. The secret that signs them is shown only in this response. */
  createWebhookEndpoint: {
    body: {
      /** https; in test mode also http to localhost */
      url: string
      /** Event types to send: single types, all types of an object such as `package.*`, or `*` for all, the default */
      event_types?: Array<EventFilter> | null | undefined
      description?: string | null | undefined
    }
    answer: WebhookEndpointWithSecret
  }
  /** List webhook endpoints. Newest first, 25 a page. */
  listWebhookEndpoints: {
    query: {
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<WebhookEndpoint>
  }
  /** Retrieve a webhook endpoint. The endpoint with its state: since when it fails, and why it was disabled. */
  getWebhookEndpoint: {
    id: string
    answer: WebhookEndpoint
  }
  /** Change, disable or enable a webhook endpoint. Omitted fields stay the same. Deliveries in progress when it is disabled are listed as failed. */
  updateWebhookEndpoint: {
    id: string
    body?: {
      /** https; in test mode also http to localhost */
      url?: string | null | undefined
      /** Event types to send: single types, all types of an object such as `package.*`, or `*` for all, the default */
      event_types?: Array<EventFilter> | null | undefined
      /** null clears it */
      description?: string | null | undefined
      /** A disabled endpoint receives nothing; replay the missed events after enabling it */
      status?: 'enabled' | 'disabled' | null | undefined
    }
    answer: WebhookEndpoint
  }
  /** Delete a webhook endpoint. Nothing more is sent to it. Its deliveries stay listed. */
  deleteWebhookEndpoint: {
    id: string
    answer: DeletedWebhookEndpoint
  }
  /** Give a webhook endpoint a new secret. Shown in this answer and never again. Both secrets sign until the overlap is over, so that nothing is refused during the change. */
  rotateWebhookSecret: {
    id: string
    body?: {
      /** How long the old secret also signs deliveries */
      overlap_seconds?: number | null | undefined
    }
    answer: WebhookEndpointWithSecret
  }
  /** Send a test event to a webhook endpoint. Sent whatever its event types are. Retrieve the delivery to see the result. */
  testWebhookEndpoint: {
    id: string
    answer: WebhookDelivery
  }
  /** List events. Last recorded first, 25 a page unless `per_page` says otherwise. */
  listEvents: {
    query: {
      type?: EventType | undefined
      /** Token of the quote, package or customer that the event is about */
      object_id?: string | undefined
      /** Recorded at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      since?: string | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<WaybillEvent>
  }
  /** Retrieve an event. The event with its object as it was after the change. */
  getEvent: {
    id: string
    answer: WaybillEvent
  }
  /** List webhook deliveries. Newest first, 25 a page. */
  listWebhookDeliveries: {
    query: {
      webhook_endpoint_id?: string | undefined
      event_id?: string | undefined
      /** One or several, separated by commas or repeated */
      status?: 'pending' | 'delivered' | 'failed' | Array<'pending' | 'delivered' | 'failed'> | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<WebhookDelivery>
  }
  /** Send the events of a time range again. Everything recorded in the range that the endpoint wants and did not get: what failed, and what happened while it was disabled or did not exist. */
  replayWebhookDeliveries: {
    body: {
      webhook_endpoint_id: string
      /** Events recorded at or after this time: ISO 8601, or a date: its beginning in the business’s time zone */
      since: string
      /** ISO 8601, or a date: its end; now when absent */
      until?: string | null | undefined
      /** Include events that were delivered already */
      include_delivered?: boolean | null | undefined
    }
    answer: WebhookReplay
  }
  /** Retrieve a webhook delivery. The delivery with every attempt: its time, duration and response. */
  getWebhookDelivery: {
    id: string
    answer: WebhookDeliveryWithAttempts
  }
  /** Send a delivery again. Sent at once, and then retried by the usual schedule. Its webhook-id stays the same. */
  replayWebhookDelivery: {
    id: string
    answer: WebhookDelivery
  }
  /** List your requests. Requests of this business in the mode of the key, of the last days, newest first; a request appears about a second after it was answered. In busy seconds only a part of those that went well is kept. */
  listRequests: {
    query: {
      /** Status code or class, such as 422, 4xx or 5xx */
      status?: string | undefined
      method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | undefined
      /** Part of the path */
      path?: string | undefined
      request_id?: string | undefined
      /** Requests at or after this time: ISO 8601, an age such as 12h or 3d, or a date: its beginning */
      since?: string | undefined
      /** Requests up to this time, in the same formats; a date: its end */
      until?: string | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<{
      log_id: string
      request_id: string
      mode: 'live' | 'test'
      /** The token of the key, or of the person who works in the portal */
      actor: string
      method: string
      /** The pattern that the path matched */
      route: string
      /** Path as it was called, with search texts masked */
      path: string
      status: number
      error_code: string | null
      /** Unknown fields and parameters, which were ignored */
      ignored_fields: string | null
      duration_ms: number
      /** When it was answered */
      created_at: string
    }>
  }
  /** Retrieve a request. With its bodies as far as they were kept, personal data and secrets masked. Every answer names its request as X-Request-Id, and an error as `request_id`. */
  getRequest: {
    id: string
    query: {
      /** Selects one of several requests with the same ID; by default the newest */
      log_id?: string | undefined
    }
    answer: {
      log_id: string
      request_id: string
      mode: 'live' | 'test'
      /** The token of the key, or of the person who works in the portal */
      actor: string
      method: string
      /** The pattern that the path matched */
      route: string
      /** Path as it was called, with search texts masked */
      path: string
      status: number
      error_code: string | null
      /** Unknown fields and parameters, which were ignored */
      ignored_fields: string | null
      duration_ms: number
      /** When it was answered */
      created_at: string
      /** JSON with personal data and secrets masked, cut at 4 KiB; null if it was not kept */
      request_body: string | null
      /** In the same form as `request_body`; for GET requests kept only if they failed */
      response_body: string | null
    }
  }
  /** Read the test clock. The current time for test data of this business. */
  getTestClock: {
    answer: TestClock
  }
  /** Move the test clock. Rate expiry, ocean refresh and storage fees of test data follow this clock. Live data never does, and prices are always those in force in real time. */
  moveTestClock: {
    body?: {
      /** Moves the clock forward */
      advance_seconds?: number | null | undefined
      /** Back to real time, before any advance */
      reset?: boolean | null | undefined
    }
    answer: TestClock
  }
  /** Play the warehouse: receive a package. Measurements are optional; for import air and ocean they make the price final once the last package is in. */
  testReceivePackage: {
    id: string
    body?: {
      /** kg, total */
      weight?: number | null | undefined
      /** Alias of weight, as in package responses */
      actual_weight?: number | null | undefined
      /** cm */
      length?: number | null | undefined
      /** cm */
      width?: number | null | undefined
      /** cm */
      height?: number | null | undefined
      /** CBM */
      volume?: number | null | undefined
      quantity?: number | null | undefined
    }
    answer: Package
  }
  /** Play the warehouse: a package departs. Creates a shipment for the package unless it is in one. A package on hold, or without a price, cannot depart. */
  testDepartPackage: {
    id: string
    answer: Package
  }
  /** Play the warehouse: a package is delivered. The last status of a package. A package on hold cannot be delivered. */
  testDeliverPackage: {
    id: string
    answer: Package
  }
  /** Play the operator: issue an invoice. Invoices all open charges of one payer: the payer of the oldest charge without an invoice. */
  testIssueInvoice: {
    answer: Invoice
  }
  /** Play the bank: a payment arrives. Pays the given invoice, or the oldest open ones. Overpayment is kept as credit. */
  testPlayPayment: {
    body?: {
      /** The invoice that is paid; the oldest open ones by default */
      invoice_id?: string | null | undefined
      /** NGN with up to two decimals; what is owed on the invoice by default */
      amount?: string | null | undefined
      /** Reference of the transfer */
      reference?: string | null | undefined
    }
    answer: Payment
  }
  /** List invoices. Issued invoices of this business, newest first. */
  listInvoices: {
    query: {
      /** One or several, separated by commas or repeated */
      status?: 'issued' | 'part_paid' | 'paid' | 'written_off' | 'void' | Array<'issued' | 'part_paid' | 'paid' | 'written_off' | 'void'> | undefined
      /** Customer token or unique ID, full or short */
      parcel_customer_id?: string | undefined
      /** Package token: invoices of its freight, storage and services */
      package_id?: string | undefined
      /** Issued at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      issued_since?: string | undefined
      /** Issued before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      issued_before?: string | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<Invoice>
  }
  /** Retrieve an invoice. The invoice as issued, with its payments so far and its credit notes. */
  getInvoice: {
    id: string
    answer: FullInvoice
  }
  /** Get a link to pay an invoice. At the operator’s payment provider, over what is still owed. The same link again until it was used or another amount is owed. What is paid arrives as `payment.recorded`. */
  createPaymentLink: {
    id: string
    body?: {
      /** Email address for the provider’s receipt; by default the payer’s, else the operator’s */
      email?: string | null | undefined
    }
    answer: PaymentLink
  }
  /** An invoice as PDF. A4, with the number as a QR code. As it was issued: what was paid since is not on it. */
  getInvoicePdf: {
    id: string
    answer: DownloadedFile
  }
  /** An invoice as CSV. A header, and one row per line. */
  getInvoiceCsv: {
    id: string
    answer: DownloadedFile
  }
  /** An invoice as UBL. UBL 2.1 by EN 16931 and Peppol BIS Billing 3, for tax offices and accounting programs. */
  getInvoiceXml: {
    id: string
    answer: DownloadedFile
  }
  /** A credit note as PDF. The latest credit note of the invoice, or the one with the given number. */
  getCreditNotePdf: {
    id: string
    query: {
      /** Number of the credit note */
      number?: string | undefined
    }
    answer: DownloadedFile
  }
  /** A credit note as UBL. UBL 2.1: the latest credit note of the invoice, or the one with the given number. */
  getCreditNoteXml: {
    id: string
    query: {
      /** Number of the credit note */
      number?: string | undefined
    }
    answer: DownloadedFile
  }
  /** List payments. Payments of this business and its customers, newest first, reversed ones included. */
  listPayments: {
    query: {
      /** Customer token or unique ID, full or short */
      parcel_customer_id?: string | undefined
      /** Recorded at or after: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_since?: string | undefined
      /** Recorded before: ISO 8601 with its offset, an age such as 12h, 3d or 4w, or a date, which stands for its beginning in the business’s time zone */
      created_before?: string | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<Payment>
  }
  /** Retrieve a payment. The payment with its allocated part and its remaining credit. */
  getPayment: {
    id: string
    answer: Payment
  }
  /** The receipt of a payment as PDF. A4, with what it pays. */
  getReceiptPdf: {
    id: string
    answer: DownloadedFile
  }
  /** Retrieve the balance. Charges less credit notes and payments, now or at an earlier moment. */
  getBalance: {
    query: {
      /** Parcel customer token: only what this customer owes and paid */
      customer?: string | undefined
      /** ISO 8601 with its offset, 30d for 30 days ago, or a date: its end in the business’s time zone; now by default */
      at?: string | undefined
    }
    answer: Balance
  }
  /** A statement of account. All charges, credit notes, payments and refunds in a range of days, oldest first, with the balance after each. Streamed, without a limit of lines. */
  getStatement: {
    query: {
      /** Parcel customer token: only what this customer owes and paid */
      customer?: string | undefined
      /** First day, such as 2026-11-01; the first of this month by default */
      from?: string | undefined
      /** Last day, inclusive; today by default */
      to?: string | undefined
    }
    answer: Statement
  }
  /** A statement of account as PDF. A4. Up to 10,000 lines. */
  getStatementPdf: {
    query: {
      /** Parcel customer token: only what this customer owes and paid */
      customer?: string | undefined
      /** First day, such as 2026-11-01; the first of this month by default */
      from?: string | undefined
      /** Last day, inclusive; today by default */
      to?: string | undefined
    }
    answer: DownloadedFile
  }
  /** A statement of account as CSV. The same lines, streamed, without a limit. */
  getStatementCsv: {
    query: {
      /** Parcel customer token: only what this customer owes and paid */
      customer?: string | undefined
      /** First day, such as 2026-11-01; the first of this month by default */
      from?: string | undefined
      /** Last day, inclusive; today by default */
      to?: string | undefined
    }
    answer: DownloadedFile
  }
  /** List messages. Messages to the customers and contacts of this business, newest first. In test mode none reaches anybody. */
  listMessages: {
    query: {
      /** One or several, separated by commas or repeated */
      status?: 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'suppressed' | 'unknown' | 'withdrawn' | Array<'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'suppressed' | 'unknown' | 'withdrawn'> | undefined
      /** Package token */
      parcel_id?: string | undefined
      /** Customer token or unique ID, full or short */
      parcel_customer_id?: string | undefined
      /** Counts from 1; a page past the end is empty */
      page?: number | undefined
      /** Opaque; taken from the Link header, stays fast on any page */
      cursor?: string | undefined
      /** At most 100; larger values are reduced to it */
      per_page?: number | undefined
    }
    answer: Array<Message>
  }
  /** Retrieve a message. With the email as its recipient sees it. */
  getMessage: {
    id: string
    answer: FullMessage
  }
  /** Send a message again. As a new message, at once, to the address that the customer has now. Not for messages that are still queued or were withdrawn. */
  resendMessage: {
    id: string
    answer: Message
  }
  /** Print a label. A 4x6 inch label as PDF, or by suffix as PNG. The address comes from label_url, needs no key, and expires 90 days after delivery. */
  getLabel: {
    id: string
    answer: DownloadedFile
  }
}

export const OPERATIONS = {
  createQuote: { method: 'POST', path: '/v1/parcel_quotes', takes: ['body'], isFile: false },
  listQuotes: { method: 'GET', path: '/v1/parcel_quotes', takes: ['query'], isFile: false },
  getQuote: { method: 'GET', path: '/v1/parcel_quotes/{id}', takes: ['id'], isFile: false },
  cancelQuote: { method: 'POST', path: '/v1/parcel_quotes/{id}/cancel', takes: ['id', 'body'], isFile: false },
  createShipment: { method: 'POST', path: '/v1/packages/{id}/create_shipment', takes: ['id', 'body'], isFile: false },
  explainQuote: { method: 'GET', path: '/v1/parcel_quotes/{id}/explain', takes: ['id', 'query'], isFile: false },
  estimatePrice: { method: 'POST', path: '/v1/estimates', takes: ['body'], isFile: false },
  listPackages: { method: 'GET', path: '/v1/packages', takes: ['query'], isFile: false },
  getPackage: { method: 'GET', path: '/v1/packages/{id}', takes: ['id', 'query'], isFile: false },
  cancelPackage: { method: 'POST', path: '/v1/packages/{id}/cancel', takes: ['id', 'body'], isFile: false },
  holdOrReleasePackage: { method: 'POST', path: '/v1/packages/{id}/notices', takes: ['id', 'body'], isFile: false },
  trackPackage: { method: 'GET', path: '/v1/packages/{id}/track', takes: ['id'], isFile: false },
  getCollection: { method: 'GET', path: '/v1/packages/{id}/collection', takes: ['id'], isFile: false },
  listPackagePhotos: { method: 'GET', path: '/v1/packages/{id}/photos', takes: ['id'], isFile: false },
  getPackagePhoto: { method: 'GET', path: '/v1/photos/{id}', takes: ['id'], isFile: true },
  createCustomer: { method: 'POST', path: '/v1/parcel-customers', takes: ['body'], isFile: false },
  listCustomers: { method: 'GET', path: '/v1/parcel-customers', takes: ['query'], isFile: false },
  getCustomer: { method: 'GET', path: '/v1/parcel-customers/{id}', takes: ['id'], isFile: false },
  updateCustomer: { method: 'PATCH', path: '/v1/parcel-customers/{id}', takes: ['id', 'body'], isFile: false },
  createInboundParcel: { method: 'POST', path: '/v1/inbound_parcels', takes: ['body'], isFile: false },
  listInboundParcels: { method: 'GET', path: '/v1/inbound_parcels', takes: ['query'], isFile: false },
  getInboundParcel: { method: 'GET', path: '/v1/inbound_parcels/{id}', takes: ['id'], isFile: false },
  updateInboundParcel: { method: 'PATCH', path: '/v1/inbound_parcels/{id}', takes: ['id', 'body'], isFile: false },
  cancelInboundParcel: { method: 'POST', path: '/v1/inbound_parcels/{id}/cancel', takes: ['id', 'body'], isFile: false },
  importInboundParcels: { method: 'POST', path: '/v1/inbound_parcels/import', takes: ['body', 'query'], isFile: false },
  listWarehouseAddresses: { method: 'GET', path: '/v1/warehouse_addresses', takes: ['query'], isFile: false },
  createWebhookEndpoint: { method: 'POST', path: '/v1/webhook_endpoints', takes: ['body'], isFile: false },
  listWebhookEndpoints: { method: 'GET', path: '/v1/webhook_endpoints', takes: ['query'], isFile: false },
  getWebhookEndpoint: { method: 'GET', path: '/v1/webhook_endpoints/{id}', takes: ['id'], isFile: false },
  updateWebhookEndpoint: { method: 'PATCH', path: '/v1/webhook_endpoints/{id}', takes: ['id', 'body'], isFile: false },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/v1/webhook_endpoints/{id}', takes: ['id'], isFile: false },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhook_endpoints/{id}/rotate_secret', takes: ['id', 'body'], isFile: false },
  testWebhookEndpoint: { method: 'POST', path: '/v1/webhook_endpoints/{id}/test', takes: ['id'], isFile: false },
  listEvents: { method: 'GET', path: '/v1/events', takes: ['query'], isFile: false },
  getEvent: { method: 'GET', path: '/v1/events/{id}', takes: ['id'], isFile: false },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhook_deliveries', takes: ['query'], isFile: false },
  replayWebhookDeliveries: { method: 'POST', path: '/v1/webhook_deliveries/replay', takes: ['body'], isFile: false },
  getWebhookDelivery: { method: 'GET', path: '/v1/webhook_deliveries/{id}', takes: ['id'], isFile: false },
  replayWebhookDelivery: { method: 'POST', path: '/v1/webhook_deliveries/{id}/replay', takes: ['id'], isFile: false },
  listRequests: { method: 'GET', path: '/v1/requests', takes: ['query'], isFile: false },
  getRequest: { method: 'GET', path: '/v1/requests/{id}', takes: ['id', 'query'], isFile: false },
  getTestClock: { method: 'GET', path: '/v1/test_clock', takes: [], isFile: false },
  moveTestClock: { method: 'POST', path: '/v1/test_clock', takes: ['body'], isFile: false },
  testReceivePackage: { method: 'POST', path: '/v1/test_helpers/packages/{id}/receive', takes: ['id', 'body'], isFile: false },
  testDepartPackage: { method: 'POST', path: '/v1/test_helpers/packages/{id}/depart', takes: ['id'], isFile: false },
  testDeliverPackage: { method: 'POST', path: '/v1/test_helpers/packages/{id}/deliver', takes: ['id'], isFile: false },
  testIssueInvoice: { method: 'POST', path: '/v1/test_helpers/invoices', takes: [], isFile: false },
  testPlayPayment: { method: 'POST', path: '/v1/test_helpers/payments', takes: ['body'], isFile: false },
  listInvoices: { method: 'GET', path: '/v1/invoices', takes: ['query'], isFile: false },
  getInvoice: { method: 'GET', path: '/v1/invoices/{id}', takes: ['id'], isFile: false },
  createPaymentLink: { method: 'POST', path: '/v1/invoices/{id}/payment_link', takes: ['id', 'body'], isFile: false },
  getInvoicePdf: { method: 'GET', path: '/v1/invoices/{id}/invoice.pdf', takes: ['id'], isFile: true },
  getInvoiceCsv: { method: 'GET', path: '/v1/invoices/{id}/invoice.csv', takes: ['id'], isFile: true },
  getInvoiceXml: { method: 'GET', path: '/v1/invoices/{id}/invoice.xml', takes: ['id'], isFile: true },
  getCreditNotePdf: { method: 'GET', path: '/v1/invoices/{id}/credit_note.pdf', takes: ['id', 'query'], isFile: true },
  getCreditNoteXml: { method: 'GET', path: '/v1/invoices/{id}/credit_note.xml', takes: ['id', 'query'], isFile: true },
  listPayments: { method: 'GET', path: '/v1/payments', takes: ['query'], isFile: false },
  getPayment: { method: 'GET', path: '/v1/payments/{id}', takes: ['id'], isFile: false },
  getReceiptPdf: { method: 'GET', path: '/v1/payments/{id}/receipt.pdf', takes: ['id'], isFile: true },
  getBalance: { method: 'GET', path: '/v1/balance', takes: ['query'], isFile: false },
  getStatement: { method: 'GET', path: '/v1/statements', takes: ['query'], isFile: false },
  getStatementPdf: { method: 'GET', path: '/v1/statements.pdf', takes: ['query'], isFile: true },
  getStatementCsv: { method: 'GET', path: '/v1/statements.csv', takes: ['query'], isFile: true },
  listMessages: { method: 'GET', path: '/v1/messages', takes: ['query'], isFile: false },
  getMessage: { method: 'GET', path: '/v1/messages/{id}', takes: ['id'], isFile: false },
  resendMessage: { method: 'POST', path: '/v1/messages/{id}/resend', takes: ['id'], isFile: false },
  getLabel: { method: 'GET', path: '/labels/{id}', takes: ['id'], isFile: true },
} as const
