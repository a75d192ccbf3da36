// Types of the answers of /ops/v1, derived from the server's schemas. Only types are imported, so the bundle contains no server code.

import type { Static } from 'typebox'
import type * as audit from '../../src/http/audit/ops-schemas.ts'
import type * as bank from '../../src/http/billing/bank/ops-schemas.ts'
import type * as closing from '../../src/http/billing/closing/ops-schemas.ts'
import type * as opened from '../../src/http/billing/debt/opening-schemas.ts'
import type * as due from '../../src/http/billing/due/ops-schemas.ts'
import type * as attention from '../../src/http/billing/ops-attention-schemas.ts'
import type * as prices from '../../src/http/billing/ops-price-schemas.ts'
import type * as billing from '../../src/http/billing/ops-schemas.ts'
import type * as owed from '../../src/http/billing/owed/ops-schemas.ts'
import type * as requested from '../../src/http/billing/requests/ops-schemas.ts'
import type * as taxReport from '../../src/http/billing/tax-report/ops-schemas.ts'
import type * as till from '../../src/http/billing/till/ops-schemas.ts'
import type * as account from '../../src/http/billing/v1-schemas.ts'
import type * as withholding from '../../src/http/billing/withholding/ops-schemas.ts'
import type * as businesses from '../../src/http/businesses/ops-schemas.ts'
import type * as customers from '../../src/http/customers/ops-schemas.ts'
import type * as failing from '../../src/http/events/ops-failing-schemas.ts'
import type * as events from '../../src/http/events/v1-schemas.ts'
import type * as members from '../../src/http/members/ops-schemas.ts'
import type * as channels from '../../src/http/messages/ops-channel-schemas.ts'
import type * as invoiceMessages from '../../src/http/messages/ops-schemas.ts'
import type * as messages from '../../src/http/messages/ops-schemas.ts'
import type * as templates from '../../src/http/messages/ops-template-schemas.ts'
import type * as operator from '../../src/http/operator/ops-schemas.ts'
import type * as overview from '../../src/http/overview/ops-schemas.ts'
import type * as packages from '../../src/http/packages/ops-schemas.ts'
import type * as places from '../../src/http/places/ops-schemas.ts'
import type * as pricing from '../../src/http/pricing/ops-schemas.ts'
import type * as quotes from '../../src/http/quotes/ops-schemas.ts'
import type * as explain from '../../src/http/quotes/v1-explain-schemas.ts'
import type * as repack from '../../src/http/receiving/ops-repack-schemas.ts'
import type * as receiving from '../../src/http/receiving/ops-schemas.ts'
import type * as requests from '../../src/http/requests/schemas.ts'
import type * as shadow from '../../src/http/shadow/ops-schemas.ts'
import type * as moves from '../../src/http/shipments/ops-move-schemas.ts'
import type * as shipments from '../../src/http/shipments/ops-schemas.ts'
import type * as voyages from '../../src/http/shipments/ops-voyage-schemas.ts'
import type * as sites from '../../src/http/sites/ops-schemas.ts'
import type * as addresses from '../../src/http/sites/v1-schemas.ts'
import type * as staff from '../../src/http/staff/ops-schemas.ts'
import type * as storage from '../../src/http/storage/ops-schemas.ts'
import type * as tasks from '../../src/http/tasks/ops-schemas.ts'

export type Caller = Static<typeof staff.CallerAnswer>
export type StaffMember = Caller['staff']
export type Role = Caller['role']
export type Session = Static<typeof staff.SessionAnswer>
export type AccessToken = Static<typeof staff.AccessTokenAnswer>
export type StaffInvitation = Static<typeof staff.InvitationAnswer>
export type StaffPasskey = Static<typeof staff.PasskeyAnswer>
export type SecondFactor = Static<typeof staff.SecondFactorAnswer>
export type TotpOffer = Static<typeof staff.TotpAnswer>
export type Author = Static<typeof staff.AuthorAnswer>
export type SavedView = staff.WireSavedView
export type AuditEntry = Static<typeof audit.AuditEntry>

export type Business = Static<typeof businesses.BusinessAnswer>
export type Address = Business['own_address']
export type ApiKey = Static<typeof businesses.KeyAnswer>
export type Member = Static<typeof members.MemberAnswer>
export type SignInLink = Static<typeof members.SignInLinkAnswer>
export type ViewAs = Static<typeof members.ViewAsAnswer>
export type RotatedKey = Static<typeof businesses.RotatedAnswer>
export type Terms = Static<typeof businesses.TermsAnswer>
export type AgreedTerms = Static<typeof businesses.SetTermsAnswer>
export type DemoExtent = Static<typeof businesses.DemoAnswer>

export type Due = Static<typeof due.DueAnswer>

export type Site = sites.WireSite
export type WarehouseAddress = addresses.WireOpsWarehouseAddress
export type Operator = Static<typeof operator.OperatorAnswer>
export type Till = Static<typeof till.TillAnswer>
export type CashCount = Static<typeof till.CashCountAnswer>
export type MoneyRequest = Static<typeof requested.MoneyRequestAnswer>
export type MoneyRules = Static<typeof operator.MoneyRulesAnswer>
export type SamplePrices = Static<typeof pricing.SamplePricesAnswer>
export type Overview = Static<typeof overview.OverviewAnswer>
export type BookedValue = Static<typeof overview.BookedAnswer>
export type SearchFound = Static<typeof overview.SearchAnswer>
export type CarrierHealth = Overview['carriers'][number]
export type Leaving = Overview['leaving_soon'][number]

export type Customer = Static<typeof customers.OpsCustomerAnswer>
export type CustomerDetail = Static<typeof customers.CustomerDetailAnswer>
export type Merge = CustomerDetail['merges'][number]
export type UndoneMerge = Static<typeof customers.UndoneAnswer>

export type Message = messages.WireOpsMessage
export type FullMessage = Static<typeof messages.FullOpsMessageAnswer>
export type MessageSettings = Static<typeof messages.SettingsAnswer>
export type MessageChannel = Static<typeof channels.ChannelsAnswer>[number]
export type InvoicePreview = Static<typeof invoiceMessages.InvoicePreviewAnswer>
export type DailySummary = Static<typeof staff.SummaryAnswer>
export type MessageCounts = Static<typeof channels.CountsAnswer>
export type TestMessage = Static<typeof channels.TestAnswer>
export type ListedTemplate = Static<typeof templates.ListedTemplateAnswer>
export type Template = Static<typeof templates.TemplateAnswer>
export type TemplatePreview = Static<typeof templates.PreviewAnswer>
export type MessageState = Message['status']
export type ProviderAnswer = FullMessage['provider_answers'][number]

export type Quote = Static<typeof quotes.OpsQuoteAnswer>
export type QuoteStatus = Quote['status']
export type Party = Quote['sender']
export type CargoItem = NonNullable<Quote['package']['packages']>[number]
export type Explanation = Static<typeof explain.ExplanationAnswer>
export type ExplainedPrice = Explanation['prices'][number]
export type Estimate = Static<typeof explain.EstimateAnswer>
export type Breakdown = ExplainedPrice['breakdown']
type ReceivedCargo = NonNullable<Explanation['received']>['packages'][number]
export type Measures = ReceivedCargo['declared']

export type Task = Static<typeof tasks.TaskAnswer>
export type TaskDetail = Static<typeof tasks.TaskDetailAnswer>
export type MonthEndPreview = Static<typeof tasks.MonthEndPreviewAnswer>
export type OpenedBalance = Static<typeof opened.OpenedAnswer>
export type Charge = Static<typeof billing.ChargeAnswer>
export type Invoice = Static<typeof billing.OpsInvoiceAnswer>
export type InvoiceStatus = Invoice['status']
export type InvoiceDetail = Static<typeof billing.OpsInvoiceDetail>
export type TakenPayment = Static<typeof billing.TakenAnswer>
export type PaymentMethod = Static<typeof billing.TakePaymentBody>['method']
export type Payment = Static<typeof billing.OpsPaymentAnswer>
export type PaymentDetail = Static<typeof billing.OpsPaymentDetail>
export type TaxReport = Static<typeof taxReport.TaxReportAnswer>
export type PayerTax = Static<typeof withholding.PayerTaxAnswer>
export type WithheldTax = Static<typeof withholding.WithheldTaxAnswer>
export type Certificate = Static<typeof withholding.CertificateAnswer>
export type BookClosing = Static<typeof closing.BookClosingAnswer>
export type UsedCredit = Static<typeof billing.UsedCreditAnswer>
export type PaymentLink = Static<typeof account.PaymentLinkAnswer>
export type RefundMethod = Static<typeof billing.RefundBody>['method']
export type MissedCharge = attention.WireMissedCharge
export type PaymentNotice = Static<typeof attention.PaymentNoticeAnswer>
export type BankPreview = Static<typeof bank.BankPreviewAnswer>
export type BankMapping = NonNullable<BankPreview['mapping']>
export type BankLine = BankPreview['lines'][number]
export type BankImport = Static<typeof bank.BankImportAnswer>
export type ExtraPrice = Static<typeof prices.PriceAnswer>
export type TaxRate = Static<typeof prices.TaxRateAnswer>
export type AgedDebt = Static<typeof billing.AgedDebtAnswer>
export type Debt = AgedDebt['debts'][number]
export type PackageOwed = Static<typeof owed.PackageOwedAnswer>
export type ShipmentOwed = Static<typeof owed.ShipmentOwedAnswer>
export type Balance = Static<typeof account.BalanceAnswer>
export type Statement = Static<typeof account.StatementAnswer>
export type StatementLine = Statement['lines'][number]

export type OpsPackage = Static<typeof packages.OpsPackageAnswer>
export type PackageStatus = OpsPackage['status']
export type PackageDetail = Static<typeof packages.PackageDetailAnswer>
export type Notice = PackageDetail['notices'][number]
export type Timeline = Static<typeof packages.TimelineAnswer>
export type TimelineEntry = Timeline['entries'][number]
export type HeldPackages = Static<typeof packages.HoldsAnswer>
export type Storage = Static<typeof storage.PackageStorageAnswer>

export type Receipt = Static<typeof receiving.ReceiptAnswer>
export type Received = Static<typeof receiving.ReceivedAnswer>
export type PriceChange = NonNullable<Received['price']>
export type Preview = Static<typeof receiving.PreviewAnswer>
export type Sized = Preview['measured']
export type Photo = Static<typeof receiving.PhotoAnswer>
export type UnidentifiedParcel = Static<typeof receiving.UnidentifiedAnswer>
export type ScanAnswer = Static<typeof receiving.ScanAnswer>
export type ScannedCustomer = ScanAnswer['candidates'][number]
export type InboundParcel = NonNullable<ScanAnswer['inbound_parcels']>[number]
export type Repacking = Static<typeof repack.RepackingAnswer>
export type PricedPackage = Static<typeof receiving.ClosedAnswer>

export type Shipment = Static<typeof shipments.ShipmentAnswer>
export type ShipmentStatus = Shipment['status']
export type Transport = Shipment['transport_mode']
export type Contents = Shipment['contents']
export type Fill = NonNullable<Shipment['fill']>
export type Voyage = voyages.WireVoyage
export type OffloadedPackages = Static<typeof moves.OffloadedAnswer>
export type ChangedVoyage = Static<typeof voyages.ChangedVoyageAnswer>
export type ImportedVoyages = Static<typeof voyages.ImportedVoyagesAnswer>
export type ScannedPackages = Static<typeof moves.AttachedAnswer> | Static<typeof moves.DetachedAnswer>
export type ScanOutcome =
  | ScannedPackages['outcomes'][number]['outcome']
  | Static<typeof places.PutAnswer>['outcomes'][number]['outcome']
  | Static<typeof places.CountedAnswer>['outcomes'][number]['outcome']

export type Place = Static<typeof places.PlaceAnswer>
export type CreatedPlaces = Static<typeof places.CreatedPlacesAnswer>
export type PutPackages = Static<typeof places.PutAnswer>
export type Stocktake = Static<typeof places.StocktakeAnswer>
export type StocktakeDetail = Static<typeof places.StocktakeDetailAnswer>
export type CountedPackages = Static<typeof places.CountedAnswer>

export type AgeingPackage = Static<typeof storage.AgeingAnswer>[number]
export type Warehouse = Static<typeof pricing.WarehouseAnswer>
export type StorageTotals = Static<typeof storage.TotalsAnswer>
export type StorageSum = StorageTotals['sums'][number]
export type BusinessStorage = StorageTotals['totals'][number]

export type ListedCard = Static<typeof pricing.ListedCardAnswer>
export type CardKind = ListedCard['kind']
export type CardInFull = Static<typeof pricing.CardAnswer>
export type CardState = CardInFull['state']
export type CardVersion = CardInFull['versions'][number]
export type ImportedCard = Static<typeof pricing.ImportedAnswer>
export type PublishedCard = Static<typeof pricing.PublishedAnswer>
export type Validation = Static<typeof pricing.ValidationAnswer>
export type Mistake = Validation['mistakes'][number]
export type CardDiff = Static<typeof pricing.DiffAnswer>
export type CardChange = CardDiff['changes'][number]
export type ShadowReport = Static<typeof shadow.ShadowAnswer>
export type LaneTotals = ShadowReport['lanes'][number]
export type MovedQuote = ShadowReport['rises'][number]
export type FxRate = Static<typeof pricing.FxAnswer>
export type SetFx = Static<typeof pricing.SetFxAnswer>

export type ListedRequest = Static<typeof requests.ListedRequestAnswer>
export type LoggedRequest = Static<typeof requests.RequestAnswer>

export type Endpoint = Static<typeof events.EndpointAnswer>
export type EndpointWithSecret = Static<typeof events.EndpointWithSecretAnswer>
export type EventFilter = NonNullable<Static<typeof events.CreateEndpointBody>['event_types']>[number]
export type DeliveryWithAttempts = Static<typeof events.DeliveryWithAttemptsAnswer>
export type Delivery = Omit<DeliveryWithAttempts, 'attempts'>
export type ListedDelivery = Static<typeof failing.DeliveryWithLastAttemptAnswer>
export type FailingDelivery = Static<typeof failing.FailingDeliveryAnswer>
export type FailingEndpoint = Static<typeof failing.FailingEndpointsAnswer>[number]
export type Attempt = DeliveryWithAttempts['attempts'][number]
