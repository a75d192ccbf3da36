// The answers of /ops/v1, as types of the server's own schemas. Only types are imported: no server code is in the bundle.

import type { Static } from 'typebox'
import type { AuditEntry as AuditEntryAnswer } from '../../src/http/audit/ops-schemas.ts'
import type { BankImportAnswer, BankPreviewAnswer } from '../../src/http/billing/bank/ops-schemas.ts'
import type { PaymentNoticeAnswer, WireMissedCharge } from '../../src/http/billing/ops-attention-schemas.ts'
import type { PackageOwedAnswer, ShipmentOwedAnswer } from '../../src/http/billing/ops-owed-schemas.ts'
import type {
  AgedDebtAnswer,
  ChargeAnswer,
  OpsInvoiceAnswer,
  OpsInvoiceDetail,
  OpsPaymentAnswer,
  PriceAnswer,
  RefundBody,
  TakenAnswer,
  TakePaymentBody,
  TaxRateAnswer,
} from '../../src/http/billing/ops-schemas.ts'
import type { BalanceAnswer, PaymentLinkAnswer, StatementAnswer } from '../../src/http/billing/v1-schemas.ts'
import type {
  BusinessAnswer,
  DemoAnswer,
  KeyAnswer,
  RotatedAnswer,
  SetTermsAnswer,
  TermsAnswer,
} from '../../src/http/businesses/ops-schemas.ts'
import type { CustomerDetailAnswer, OpsCustomerAnswer, UndoneAnswer as UndoneMergeAnswer } from '../../src/http/customers/ops-schemas.ts'
import type { FailingDeliveryAnswer } from '../../src/http/events/ops-failing-schemas.ts'
import type {
  CreateEndpointBody,
  DeliveryWithAttemptsAnswer,
  EndpointAnswer,
  EndpointWithSecretAnswer,
} from '../../src/http/events/v1-schemas.ts'
import type { ImportAnswer } from '../../src/http/inbound/v1-schemas.ts'
import type { OperatorAnswer } from '../../src/http/operator/ops-schemas.ts'
import type { BookedAnswer, OverviewAnswer, SearchAnswer } from '../../src/http/overview/ops-schemas.ts'
import type { HoldsAnswer, OpsPackageAnswer, PackageDetailAnswer, TimelineAnswer } from '../../src/http/packages/ops-schemas.ts'
import type {
  CountedAnswer,
  CreatedPlacesAnswer,
  PlaceAnswer,
  PutAnswer,
  StocktakeAnswer,
  StocktakeDetailAnswer,
} from '../../src/http/places/ops-schemas.ts'
import type {
  CardAnswer,
  DiffAnswer,
  FxAnswer,
  ImportedAnswer,
  ListedCardAnswer,
  PublishedAnswer,
  SetFxAnswer,
  ValidationAnswer,
  WarehouseAnswer,
} from '../../src/http/pricing/ops-schemas.ts'
import type { OpsQuoteAnswer } from '../../src/http/quotes/ops-schemas.ts'
import type { EstimateAnswer, ExplanationAnswer } from '../../src/http/quotes/v1-explain-schemas.ts'
import type { RepackingAnswer } from '../../src/http/receiving/ops-repack-schemas.ts'
import type {
  ClosedAnswer,
  PhotoAnswer,
  PreviewAnswer,
  ReceiptAnswer,
  ReceivedAnswer,
  ScanAnswer as ScannedAnswer,
  UnidentifiedAnswer,
} from '../../src/http/receiving/ops-schemas.ts'
import type { ListedRequestAnswer, RequestAnswer } from '../../src/http/requests/schemas.ts'
import type { ShadowAnswer } from '../../src/http/shadow/ops-schemas.ts'
import type { AttachedAnswer, DetachedAnswer, ShipmentAnswer } from '../../src/http/shipments/ops-schemas.ts'
import type {
  AccessTokenAnswer,
  AuthorAnswer,
  CallerAnswer,
  InvitationAnswer,
  PasskeyAnswer,
  SecondFactorAnswer,
  SessionAnswer,
  TotpAnswer,
  WireSavedView,
} from '../../src/http/staff/ops-schemas.ts'
import type { AgeingAnswer, PackageStorageAnswer, TotalsAnswer } from '../../src/http/storage/ops-schemas.ts'

export type Caller = Static<typeof CallerAnswer>
export type StaffMember = Caller['staff']
export type Role = Caller['role']
export type Session = Static<typeof SessionAnswer>
export type AccessToken = Static<typeof AccessTokenAnswer>
export type StaffInvitation = Static<typeof InvitationAnswer>
export type StaffPasskey = Static<typeof PasskeyAnswer>
export type SecondFactor = Static<typeof SecondFactorAnswer>
export type TotpOffer = Static<typeof TotpAnswer>
export type Author = Static<typeof AuthorAnswer>
export type SavedView = WireSavedView
export type AuditEntry = Static<typeof AuditEntryAnswer>

export type Business = Static<typeof BusinessAnswer>
export type Address = Business['own_address']
export type ApiKey = Static<typeof KeyAnswer>
export type RotatedKey = Static<typeof RotatedAnswer>
export type Terms = Static<typeof TermsAnswer>
export type AgreedTerms = Static<typeof SetTermsAnswer>
export type DemoExtent = Static<typeof DemoAnswer>

export type Operator = Static<typeof OperatorAnswer>
export type Overview = Static<typeof OverviewAnswer>
export type BookedValue = Static<typeof BookedAnswer>
export type SearchFound = Static<typeof SearchAnswer>
export type CarrierHealth = Overview['carriers'][number]
export type Leaving = Overview['leaving_soon'][number]

export type Customer = Static<typeof OpsCustomerAnswer>
export type CustomerDetail = Static<typeof CustomerDetailAnswer>
export type Merge = CustomerDetail['merges'][number]
export type UndoneMerge = Static<typeof UndoneMergeAnswer>

export type Quote = Static<typeof OpsQuoteAnswer>
export type QuoteStatus = Quote['status']
export type Party = Quote['sender']
export type CargoItem = NonNullable<Quote['package']['packages']>[number]
export type Explanation = Static<typeof ExplanationAnswer>
export type ExplainedPrice = Explanation['prices'][number]
export type Estimate = Static<typeof EstimateAnswer>
export type Breakdown = ExplainedPrice['breakdown']
type ReceivedCargo = NonNullable<Explanation['received']>['packages'][number]
export type Measures = ReceivedCargo['declared']

export type Charge = Static<typeof ChargeAnswer>
export type Invoice = Static<typeof OpsInvoiceAnswer>
export type InvoiceStatus = Invoice['status']
export type InvoiceDetail = Static<typeof OpsInvoiceDetail>
export type TakenPayment = Static<typeof TakenAnswer>
export type PaymentMethod = Static<typeof TakePaymentBody>['method']
export type Payment = Static<typeof OpsPaymentAnswer>
export type PaymentLink = Static<typeof PaymentLinkAnswer>
export type RefundMethod = Static<typeof RefundBody>['method']
export type MissedCharge = WireMissedCharge
export type PaymentNotice = Static<typeof PaymentNoticeAnswer>
export type BankPreview = Static<typeof BankPreviewAnswer>
export type BankMapping = NonNullable<BankPreview['mapping']>
export type BankLine = BankPreview['lines'][number]
export type BankImport = Static<typeof BankImportAnswer>
export type ExtraPrice = Static<typeof PriceAnswer>
export type TaxRate = Static<typeof TaxRateAnswer>
export type AgedDebt = Static<typeof AgedDebtAnswer>
export type Debt = AgedDebt['debts'][number]
export type PackageOwed = Static<typeof PackageOwedAnswer>
export type ShipmentOwed = Static<typeof ShipmentOwedAnswer>
export type Balance = Static<typeof BalanceAnswer>
export type Statement = Static<typeof StatementAnswer>
export type StatementLine = Statement['lines'][number]

export type OpsPackage = Static<typeof OpsPackageAnswer>
export type PackageStatus = OpsPackage['status']
export type PackageDetail = Static<typeof PackageDetailAnswer>
export type Notice = PackageDetail['notices'][number]
export type Timeline = Static<typeof TimelineAnswer>
export type TimelineEntry = Timeline['entries'][number]
export type HeldPackages = Static<typeof HoldsAnswer>
export type Storage = Static<typeof PackageStorageAnswer>

export type Receipt = Static<typeof ReceiptAnswer>
export type Received = Static<typeof ReceivedAnswer>
export type PriceChange = NonNullable<Received['price']>
export type Preview = Static<typeof PreviewAnswer>
export type Sized = Preview['measured']
export type Photo = Static<typeof PhotoAnswer>
export type UnidentifiedParcel = Static<typeof UnidentifiedAnswer>
export type ScanAnswer = Static<typeof ScannedAnswer>
export type ScannedCustomer = ScanAnswer['candidates'][number]
export type InboundParcel = NonNullable<ScanAnswer['inbound_parcels']>[number]
export type InboundImport = Static<typeof ImportAnswer>
export type Repacking = Static<typeof RepackingAnswer>
export type PricedPackage = Static<typeof ClosedAnswer>

export type Shipment = Static<typeof ShipmentAnswer>
export type ShipmentStatus = Shipment['status']
export type Transport = Shipment['transport_mode']
export type Contents = Shipment['contents']
export type ScannedPackages = Static<typeof AttachedAnswer> | Static<typeof DetachedAnswer>
export type ScanOutcome =
  | ScannedPackages['outcomes'][number]['outcome']
  | Static<typeof PutAnswer>['outcomes'][number]['outcome']
  | Static<typeof CountedAnswer>['outcomes'][number]['outcome']

export type Place = Static<typeof PlaceAnswer>
export type CreatedPlaces = Static<typeof CreatedPlacesAnswer>
export type PutPackages = Static<typeof PutAnswer>
export type Stocktake = Static<typeof StocktakeAnswer>
export type StocktakeDetail = Static<typeof StocktakeDetailAnswer>
export type CountedPackages = Static<typeof CountedAnswer>

export type AgeingPackage = Static<typeof AgeingAnswer>[number]
export type Warehouse = Static<typeof WarehouseAnswer>
export type StorageTotals = Static<typeof TotalsAnswer>
export type StorageSum = StorageTotals['sums'][number]
export type BusinessStorage = StorageTotals['totals'][number]

export type ListedCard = Static<typeof ListedCardAnswer>
export type CardKind = ListedCard['kind']
export type CardInFull = Static<typeof CardAnswer>
export type CardState = CardInFull['state']
export type CardVersion = CardInFull['versions'][number]
export type ImportedCard = Static<typeof ImportedAnswer>
export type PublishedCard = Static<typeof PublishedAnswer>
export type Validation = Static<typeof ValidationAnswer>
export type Mistake = Validation['mistakes'][number]
export type CardDiff = Static<typeof DiffAnswer>
export type CardChange = CardDiff['changes'][number]
export type ShadowReport = Static<typeof ShadowAnswer>
export type LaneTotals = ShadowReport['lanes'][number]
export type MovedQuote = ShadowReport['rises'][number]
export type FxRate = Static<typeof FxAnswer>
export type SetFx = Static<typeof SetFxAnswer>

export type ListedRequest = Static<typeof ListedRequestAnswer>
export type LoggedRequest = Static<typeof RequestAnswer>

export type Endpoint = Static<typeof EndpointAnswer>
export type EndpointWithSecret = Static<typeof EndpointWithSecretAnswer>
export type EventFilter = NonNullable<Static<typeof CreateEndpointBody>['event_types']>[number]
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttemptsAnswer>
export type Delivery = Omit<DeliveryWithAttempts, 'attempts'>
export type FailingDelivery = Static<typeof FailingDeliveryAnswer>
export type Attempt = DeliveryWithAttempts['attempts'][number]
