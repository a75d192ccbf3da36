// State of the simulated EasyPost account: offers, shipments and purchases in memory.

import { Decimal } from 'decimal.js'
import type { JsonObject } from '../../src/platform/remote/json.ts'
import { asObject } from '../../src/platform/remote/json.ts'
import type { Seeded } from './seeded.ts'

export type Offer = { carrier: string; service: string; baseUsd: string; perOzUsd: string; days: number | null }

const DOMESTIC: readonly Offer[] = [
  { carrier: 'USPS', service: 'Express', baseUsd: '33.10', perOzUsd: '0.11', days: 2 },
  { carrier: 'USPS', service: 'Priority', baseUsd: '6.90', perOzUsd: '0.07', days: 2 },
  { carrier: 'USPS', service: 'GroundAdvantage', baseUsd: '5.93', perOzUsd: '0.05', days: 3 },
]

const INTERNATIONAL: readonly Offer[] = [
  { carrier: 'DHLExpress', service: 'ExpressWorldwide', baseUsd: '32.50', perOzUsd: '0.31', days: 4 },
  { carrier: 'DHLExpress', service: 'ExpressWorldwideNonDoc', baseUsd: '36.95', perOzUsd: '0.33', days: 4 },
  { carrier: 'USPS', service: 'FirstClassPackageInternationalService', baseUsd: '20.19', perOzUsd: '0.21', days: null },
  { carrier: 'USPS', service: 'PriorityMailInternational', baseUsd: '38.57', perOzUsd: '0.25', days: null },
  { carrier: 'USPS', service: 'ExpressMailInternational', baseUsd: '51.81', perOzUsd: '0.29', days: null },
]

export const offersFor = (international: boolean): readonly Offer[] => (international ? INTERNATIONAL : DOMESTIC)

const priceOf = (offer: Offer, weightOz: number): string => new Decimal(offer.perOzUsd).mul(weightOz).add(offer.baseUsd).toFixed(2)

export type SimRate = {
  id: string
  carrier: string
  service: string
  amount: string
  currency: string
  days: number | null
  createdAt: number
}

type SimScan = { status: string; message: string; at: number }

export type SimPurchase = {
  rate: SimRate
  trackingCode: string
  trackerId: string
  labelId: string
  at: number
  scans: SimScan[]
  refunds: number
  formats: Set<string>
}

export type SimShipment = {
  id: string
  createdAt: number
  asked: JsonObject // the shipment as the client sent it
  rates: SimRate[]
  explanation: string | null // why there are no rates
  purchase: SimPurchase | null
  buyRequests: number
}

export type Twist = { currency?: string; noRates?: boolean }

const USD = 'USD'

export type Account = ReturnType<typeof createAccount>

export const createAccount = (seeded: Seeded, now: () => number) => {
  const shipments = new Map<string, SimShipment>()
  const byTrackingCode = new Map<string, SimShipment>()
  const byTrackerId = new Map<string, SimShipment>()
  const byLabelId = new Map<string, SimShipment>()

  const rate = (shipment: SimShipment, twist: Twist) => {
    const { asked } = shipment
    const international = asObject(asked.from_address)?.country !== asObject(asked.to_address)?.country
    const undeclared = international && !asObject(asked.customs_info)
    shipment.explanation = twist.noRates
      ? 'Unable to retrieve USPS rates without a valid origin zip code.'
      : undeclared
        ? 'shipment.customs_info: field required'
        : null
    const weightOz = Number(asObject(asked.parcel)?.weight)
    const offers = shipment.explanation === null ? offersFor(international) : []
    // Each time a shipment is rated, its rates get new ids, as in the recordings. It is unknown whether EasyPost still accepts the old ids.
    // The simulator refuses them.
    shipment.rates = offers.map((offer) => ({
      id: seeded.id('rate'),
      carrier: offer.carrier,
      service: offer.service,
      amount: priceOf(offer, weightOz),
      currency: twist.currency ?? USD,
      days: offer.days,
      createdAt: now(),
    }))
  }

  return {
    shipments: (): Iterable<SimShipment> => shipments.values(),
    find: (id: string): SimShipment | undefined => shipments.get(id),
    findByTrackingCode: (code: string): SimShipment | undefined => byTrackingCode.get(code),
    findByTrackerId: (trackerId: string): SimShipment | undefined => byTrackerId.get(trackerId),
    findByLabelId: (labelId: string): SimShipment | undefined => byLabelId.get(labelId),

    create: (asked: JsonObject, twist: Twist): SimShipment => {
      const shipment: SimShipment = {
        id: seeded.id('shp'),
        createdAt: now(),
        asked,
        rates: [],
        explanation: null,
        purchase: null,
        buyRequests: 0,
      }
      rate(shipment, twist)
      shipments.set(shipment.id, shipment)
      return shipment
    },

    rerate: rate,

    buy: (shipment: SimShipment, chosen: SimRate, twist: Twist): SimPurchase => {
      const purchase: SimPurchase = {
        rate: { ...chosen, currency: twist.currency ?? chosen.currency },
        trackingCode: seeded.trackingCode(),
        trackerId: seeded.id('trk'),
        labelId: seeded.id('pl'),
        at: now(),
        scans: [],
        refunds: 0,
        formats: new Set(['PNG']),
      }
      shipment.purchase = purchase
      byTrackingCode.set(purchase.trackingCode, shipment)
      byTrackerId.set(purchase.trackerId, shipment)
      byLabelId.set(purchase.labelId, shipment)
      return purchase
    },
  }
}
