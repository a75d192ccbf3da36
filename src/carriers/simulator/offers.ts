// What the simulated carriers charge: the services and base prices of the recordings, plus so much per ounce.
import { Decimal } from 'decimal.js'

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

export const priceOf = (offer: Offer, weightOz: number): string => new Decimal(offer.perOzUsd).mul(weightOz).add(offer.baseUsd).toFixed(2)
