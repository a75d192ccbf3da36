// The model of a simulation: the state that the servers should have after each step. The model shares no code with the domain.

import type { Cargo } from '../models/naive-parcel.ts'
import type { naiveOcean } from '../models/naive-pricing.ts'

type Mode = 'test' | 'live'
type Transport = 'air' | 'ocean'
export type Json = any

type Terms = { from: number; freeDays: number; dailyRate: string; markupPercent: string }

export type Shop = { id: string; name: string; prefix: string; timeZone: string; terms: Terms[]; desks: Desk[] }

/** A business in one mode: everything that one API key can see. */
export type Desk = {
  name: string
  shop: Shop
  mode: Mode
  key: string
  /** How far the test clock is ahead of real time. */
  offsetMs: number
  nextNumber: number
  quotes: Quote[]
  parcels: Parcel[]
  customers: Customer[]
}

export type Customer = {
  id: string
  desk: Desk
  suffix: string
  fields: Record<string, string>
  active: boolean
  mergedInto: Customer | null
  createdAt: number
  version: number
  events: string[]
}

/** A merge of two customers. `quotes` and `parcels`: the records that moved. `name`: the customer name on the parcel before the merge. */
type Merge = {
  id: string
  duplicate: Customer
  stays: Customer
  wasActive: boolean
  quotes: Quote[]
  parcels: { parcel: Parcel; name: string }[]
  isUndone: boolean
}

export type ModelCard = Parameters<typeof naiveOcean>[2]['cards'][number] & { from: number }

export type Rate = {
  id: string
  carrier?: string
  service?: string
  amount: string
  days: number | null
  /** Expected delivery date. Undefined if an outside carrier decides the date; the date is then not compared. */
  date: string | null | undefined
  createdAt: number
  /** Whether the rate is from an outside carrier. */
  outside: boolean
  lines: object[]
  frozen: { card: ModelCard; fx: string; markupPercent: string } | null
}

export type Offer = Omit<Rate, 'id'>

export type Quote = {
  id: string
  desk: Desk
  /** Where the quote comes from: a client (`api`), or the warehouse for a parcel without a booking. */
  source: 'api' | 'warehouse'
  direction: 'import' | 'export'
  by: Transport
  /** The foreign end of the lane. */
  country: string
  cargo: Cargo[]
  listed: boolean
  sender: Json
  recipient: Json
  customer: Customer | null
  status: 'pending' | 'booked' | 'cancelled'
  shown: Map<string, Rate>
  rates: Rate[]
  selected: Rate | null
  bookedPrice: Rate | null
  isFinal: boolean
  parcels: Parcel[]
  /** An open purchase from a carrier: the server does not know the outcome yet. `becomes`: the outcome that look-ups will find. */
  purchase: { rate: Rate; becomes: 'bought' | 'not bought' } | null
  trackingCode: string | null
  createdAt: number
  bookedAt: number | null
  cancelledAt: number | null
  closedReason: string | null
  comment: string | null
  events: string[]
}

export type Arrival = Cargo & {
  receiptId: string
  recordedAt: number
  before: { isClosed: boolean; comment: string | null; arrivedAt: number | null }
  /** Whether the test helper recorded this arrival. If so, there are no real goods in the warehouse. */
  isPlayed?: boolean
}

type Notice = { action: 'hold' | 'release'; body: string | null; at: number; endedAt: number | null }

type Disposition = { kind: string; to: string | null; courier: string | null; courier_number: string | null; reason: string; at: number }

export type SiteCode = 'MAIN' | 'HUB'

type Voyage = { id: string; by: Transport; cutOffAt: number }

export type Parcel = {
  id: string
  number: string
  desk: Desk
  quote: Quote | null
  declared: Cargo | null
  by: Transport | null
  direction: 'import' | 'export'
  origin: string
  destination: string
  isDestinationLocked: boolean
  /** Whether an admin allowed the parcel to depart without a price. */
  isWaived: boolean
  customer: Customer | null
  customerName: string
  status: 'booked' | 'warehouse' | 'transit' | 'delivered' | 'cancelled'
  hold: boolean
  releasedAt: number | null
  notices: Notice[]
  arrivals: Arrival[]
  isClosed: boolean
  arrivedAt: number | null
  departedAt: number | null
  deliveredAt: number | null
  cancelledAt: number | null
  /** Whether the parcel was cancelled in the warehouse and is still there, without a recorded disposition. */
  isKept: boolean
  /** The site that received the parcel. Has no meaning before the parcel has arrived. */
  site: SiteCode
  readyAt: number | null
  /** `code`: the collection code. `wrongCodes`: how often a wrong code was typed. */
  code: string | null
  wrongCodes: number
  disposition: Disposition | null
  comment: string | null
  shipmentId: string | null
  /**
   * The operator's shipment that contains the parcel. Null for a parcel in no shipment. Also null for an export by air: only the
   * `shipmentId` of its shipment is known.
   */
  shipment: Shipment | null
  /** The container numbers of a parcel that joined its shipment at the supplier. Empty for any other parcel. */
  containers: readonly string[]
  isCarriers: boolean
  createdAt: number
  version: number
  events: string[]
}

export type Shipment = {
  id: string
  mode: Mode
  by: Transport
  destination: string
  site: SiteCode
  voyage: Voyage | null
  status: 'open' | 'departed' | 'arrived' | 'delivered' | 'cancelled'
  departedAt: number | null
  parcels: Parcel[]
}

export type World = {
  /** Whether an outside carrier also offers rates for live exports by air. */
  hasCarrier: boolean
  shops: Shop[]
  shipments: Shipment[]
  voyages: Voyage[]
  merges: Merge[]
  cards: ModelCard[]
  fx: { from: number; rate: string }[]
}

export const emptyWorld = (hasCarrier: boolean): World => ({
  hasCarrier,
  shops: [],
  shipments: [],
  voyages: [],
  merges: [],
  cards: [],
  fx: [],
})

export const desksOf = (world: World): Desk[] => world.shops.flatMap(({ desks }) => desks)

/** Returns the entry in force at `at`. If two entries start at the same time, the one further down the list is in force. */
export const inForce = <T extends { from: number }>(entries: readonly T[], at: number): T => {
  let found = entries[0]!
  for (const entry of entries) if (entry.from <= at && entry.from >= found.from) found = entry
  return found
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The calendar date of an instant in the given time zone. */
export const dateIn = (timeZone: string, ms: number): string => {
  let calendar = calendars.get(timeZone)
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    calendars.set(timeZone, calendar)
  }
  return calendar.format(ms)
}

const DAY_MS = 24 * 60 * 60 * 1000
export const dayNumber = (date: string): number => Date.parse(date) / DAY_MS

export const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
