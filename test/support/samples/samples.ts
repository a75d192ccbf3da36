// One plain record of each type, for tests to vary.

import type { Business } from '../../../src/domain/businesses/business.ts'
import type { Customer } from '../../../src/domain/customers/customer.ts'
import type { Package } from '../../../src/domain/packages/package.ts'
import type { Breakdown } from '../../../src/domain/pricing/price.ts'
import type { Quote, Rate } from '../../../src/domain/quotes/quote.ts'
import type { Measured } from '../../../src/domain/receiving/receipt.ts'
import { arrivalOf, receive, requireReceivable } from '../../../src/domain/receiving/receipt.ts'

export const SAMPLE_NOW = Date.UTC(2026, 10, 15, 9, 30)

export const sampleBusiness = (more: Partial<Business> = {}): Business => ({
  id: 'biz_sample',
  name: 'Demo Business',
  prefix: 'DEM',
  timeZone: 'Africa/Lagos',
  ownAddress: {
    phone: '+2348000000000',
    address: { street: '1 Marina', city: 'Lagos', state: 'Lagos', postalCode: '101241', country: 'NG' },
  },
  lastMile: false,
  parcelCustomerAccount: false,
  terms: [],
  messages: null,
  portalEnabled: true,
  createdAt: 0,
  ...more,
})

export const sampleCustomer = (more: Partial<Customer> = {}): Customer => ({
  id: 'pcus_sample',
  version: 1,
  addressSuffix: 'DEM1001',
  firstName: 'Sample',
  lastName: 'Trader',
  email: 'trader@example.com',
  mobile: '+8613800000000',
  originAddress: '8 Example Road',
  originCity: 'Yiwu',
  originZipCode: '322000',
  originState: 'Zhejiang',
  originCountry: 'China',
  messageChannel: null,
  messageLanguage: null,
  messageConsents: [],
  status: 'active',
  mergedIntoId: null,
  clientReference: null,
  metadata: null,
  createdAt: 0,
  updatedAt: 0,
  ...more,
})

const SAMPLE_BREAKDOWN: Breakdown = {
  lane: 'China to Nigeria',
  card: { id: 'card', version: 1, title: 'Card', currency: 'USD', sample: true, effectiveFrom: 0 },
  fx: { id: 'fx', base: 'USD', quote: 'NGN', rate: '1400', effectiveFrom: 0, source: 'test' },
  markupPercent: '0',
  weight: null,
  lines: [],
  total: '1000.00',
  currency: 'NGN',
}

export const sampleRate = (more: Partial<Rate> = {}): Rate => ({
  id: 'rate_sample',
  carrier: 'Waybill',
  service: 'Ocean Freight',
  amount: '1000.00',
  currency: 'NGN',
  estimatedDeliveryDays: 11,
  estimatedDeliveryDate: '2026-11-26',
  createdAt: SAMPLE_NOW,
  breakdown: SAMPLE_BREAKDOWN,
  ...more,
})

/** A pending quote for an ocean import of one container, with one rate. */
export const sampleQuote = (more: Partial<Quote> = {}): Quote => ({
  id: 'pq_sample',
  version: 1,
  status: 'pending',
  source: 'api',
  lane: { direction: 'import', origin: 'CN', destination: 'NG' },
  reference: 'QSAMPLE',
  customerId: null,
  sender: { name: 'Sample Supplier', phone: '+8613800000001', address: { street: '2 Example Road', city: 'Yiwu', country: 'CN' } },
  recipient: { name: 'Demo Business', address: { country: 'NG' } },
  cargo: { mode: 'ocean', elements: [{ containerSize: "20'", quantity: 1 }] },
  rates: [sampleRate()],
  rateMessages: [],
  selectedRate: null,
  purchaseId: null,
  shipmentId: null,
  trackingCode: null,
  trackerId: null,
  labelToken: null,
  createdAt: SAMPLE_NOW,
  bookedAt: null,
  cancelledAt: null,
  closedReason: null,
  comment: null,
  priceFinalisedAt: null,
  bookedRate: null,
  clientReference: null,
  metadata: null,
  updatedAt: SAMPLE_NOW,
  ...more,
})

export const samplePackage = (more: Partial<Package> = {}): Package => ({
  id: 'pkg_sample',
  version: 1,
  parcelNumber: 'PSAMPLE',
  quoteId: 'pq_sample',
  cargoIndex: 0,
  customerId: null,
  customerIdentifier: null,
  customerName: 'Sample Supplier',
  status: 'booked',
  tradeDirection: 'import',
  carrierTracked: false,
  quantity: 1,
  piecesArrived: null,
  declaredWeightKg: 10,
  actualWeightKg: null,
  dimensions: null,
  volumeCbm: null,
  holdInstruction: 'release',
  holdReleasedAt: null,
  warehouseArrivedAt: null,
  departedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  comment: null,
  shipmentId: null,
  originCountry: 'CN',
  destinationCountry: 'NG',
  destinationLockedAt: SAMPLE_NOW,
  transportMode: 'ocean',
  packageType: null,
  containerSize: "20'",
  commodity: null,
  inboundParcelId: null,
  priceWaiver: null,
  offloaded: null,
  readyForCollectionAt: null,
  handedOut: null,
  keptSince: null,
  disposition: null,
  siteId: null,
  eta: null,
  toSiteId: null,
  placeId: null,
  placeChangedAt: null,
  repackedInto: null,
  repackedFrom: null,
  storageCountedUntil: null,
  clientReference: null,
  metadata: null,
  createdAt: SAMPLE_NOW,
  updatedAt: SAMPLE_NOW,
  ...more,
})

/** The given package, received completely in one arrival. */
export const receivedPackage = (parcel: Package, measured: Measured & { quantity?: number } = {}, at = SAMPLE_NOW): Package => {
  requireReceivable(parcel, null)
  const { quantity, ...rest } = measured
  const declared = {
    quantity: parcel.quantity,
    weightKg: parcel.declaredWeightKg,
    dimensions: parcel.dimensions,
    volumeCbm: parcel.volumeCbm,
  }
  return receive(parcel, { declared, earlier: [], arrival: arrivalOf(rest, quantity ?? parcel.quantity), isLast: true, at })
}
