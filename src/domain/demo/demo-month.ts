// Generates a month of demo orders and shipments from a seed. All names are invented.

import type { CustomerRequest } from '../customers/customer.ts'
import type { TransportMode } from '../pricing/cargo.ts'
import type { ParcelRequest } from '../quotes/quote-request.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const MONTH_DAYS = 30
const ORDERS = 60
/** The index of a demo order, modulo this number, decides the flow of the order. Any five consecutive orders include every flow. */
export const ORDERS_OF_EACH_FLOW = 5

/** Mulberry32, a seeded pseudo-random generator. */
const diceFrom = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + next() * (high - low)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!
  return { between, pick, tenths: (low: number, high: number): number => Math.round(between(low, high) * 10) / 10 }
}
type Dice = ReturnType<typeof diceFrom>

/** Names of the customers. The first word is sent as the first name. */
const TRADERS = [
  'Harmattan Textiles',
  'Lagoon Electronics',
  'Palmview Furniture',
  'Sahel Auto Parts',
  'Cowrie Beauty Supply',
  'Baobab Kitchenware',
  'Indigo Fabric House',
  'Kingfisher Toys',
  'Iroko Building Supply',
  'Delta Phone Spares',
  'Savanna Shoes',
  'Mangrove Hardware',
]

export const demoCustomers = (): CustomerRequest[] =>
  TRADERS.map((name, index) => {
    const [first, ...rest] = name.split(' ')
    return {
      first_name: first!,
      last_name: rest.join(' '),
      email: `orders@${name.toLowerCase().replaceAll(' ', '-')}.example.com`,
      mobile: `+23480000001${String(index + 1).padStart(2, '0')}`,
      origin_address: `Shop ${index + 1}, Baiyun Wholesale Market`,
      origin_city: 'Guangzhou',
      origin_state: 'Guangdong',
      origin_country: 'CN',
    }
  })

/** How a demo order continues after it was placed. The measured size is the declared size times `measuredTimes`. */
type DemoFate = {
  end: 'pending' | 'cancelled' | 'booked'
  bookedAfterMs: number
  receivedAfterMs: number
  measuredTimes: number
  /** If a package has several pieces, the last piece arrives this long after the others. Null: the last piece never arrives. */
  restAfterMs: number | null
  hold: 'held' | 'released' | null
  /** Whether the order is left out of all shipments, so that its packages stay in the warehouse until storage is charged. */
  isLeftBehind: boolean
  isPartlyCancelled: boolean
}

export type DemoOrder = { agoMs: number; customer: number; parcel: ParcelRequest; fate: DemoFate }

const HOME = {
  name: 'Apapa Distribution Centre',
  phone: '+2348000000200',
  email: 'receiving@apapa-distribution.example.com',
  address: { street: '12 Wharf Road', city: 'Lagos', state: 'Lagos', postal_code: '101001', country: 'NG' },
}
const BUYERS = [
  {
    name: 'Thameside Interiors',
    phone: '+442000000000',
    address: { country: 'GB', city: 'London', state: 'London', postal_code: 'E1 6AN' },
  },
  { name: 'Bayou Imports', phone: '+17130000000', address: { country: 'US', city: 'Houston', state: 'TX', postal_code: '77002' } },
  { name: 'Elbkontor Handel', phone: '+4940000000', address: { country: 'DE', city: 'Hamburg', state: 'Hamburg', postal_code: '20095' } },
]
const buyer = (index: number) => {
  const { name, phone, address } = BUYERS[index % BUYERS.length]!
  return { name, phone, email: 'purchasing@example.com', address: { street: '1 Example Street', ...address } }
}

const carton = (dice: Dice) => ({
  package_type: 'Carton',
  weight: dice.tenths(3, 40),
  length: dice.tenths(30, 60),
  width: dice.tenths(25, 50),
  height: dice.tenths(20, 40),
})

const EXPORTERS = ['Adire Collective', 'Middle Belt Sesame', 'Calabar Craft House', 'Shea Cooperative Ilorin']

const exporter = (customer: number) => ({
  name: EXPORTERS[customer % EXPORTERS.length]!,
  phone: '+2348000000300',
  email: 'export@example.com',
  address: { street: `${customer + 1} Industrial Avenue`, city: 'Ikeja', state: 'Lagos', postal_code: '100271', country: 'NG' },
})

/** Returns the request of a demo order. Of five consecutive orders, two are imports by air; the other three flows have one order each. */
const parcelOf = (index: number, customer: number, dice: Dice): ParcelRequest => {
  switch (index % ORDERS_OF_EACH_FLOW) {
    case 1:
      return {
        direction: 'import',
        transport_mode: 'ocean',
        recipient: HOME,
        packages: [
          {
            container_size: 'LCL',
            quantity: dice.pick([1, 2, 3]),
            volume: dice.tenths(0.5, 4),
            commodity: dice.pick(['Floor tiles', 'LED lamps', 'Office chairs']),
          },
        ],
      }
    case 2:
      return {
        direction: 'export',
        transport_mode: 'air',
        sender: exporter(customer),
        recipient: buyer(index),
        package: {
          weight: dice.tenths(0.5, 12),
          length: 30,
          width: 20,
          height: 15,
          item_description: dice.pick(['Carved bowls', 'Adire fabric', 'Dried hibiscus']),
        },
      }
    case 4:
      return {
        direction: 'export',
        transport_mode: 'ocean',
        sender: exporter(customer),
        recipient: buyer(0),
        packages: [
          { container_size: 'LCL', quantity: 1, volume: dice.tenths(1, 8), commodity: dice.pick(['Sesame seed', 'Cocoa', 'Shea butter']) },
        ],
      }
    default:
      return {
        direction: 'import',
        transport_mode: 'air',
        recipient: HOME,
        packages: index % 3 === 0 ? [carton(dice), carton(dice)] : [carton(dice)],
      }
  }
}

const fateOf = (index: number, dice: Dice): DemoFate => ({
  end: index % 12 === 11 ? 'cancelled' : index % 6 === 5 ? 'pending' : 'booked',
  bookedAfterMs: dice.between(0.1, 0.8) * HOUR_MS,
  receivedAfterMs: dice.between(1, 4) * DAY_MS,
  measuredTimes: Math.round(dice.between(0.9, 1.25) * 100) / 100,
  restAfterMs: index % 2 === 0 ? dice.between(1, 3) * DAY_MS : null,
  hold: index % 10 === 3 ? 'held' : index % 10 === 8 ? 'released' : null,
  isLeftBehind: index % 8 === 0,
  isPartlyCancelled: index % 15 === 3,
})

export const demoOrders = (seed: number): DemoOrder[] => {
  const dice = diceFrom(seed)
  return Array.from({ length: ORDERS }, (_, index) => {
    const customer = Math.floor(dice.between(0, TRADERS.length))
    const agoMs = (MONTH_DAYS * DAY_MS * (ORDERS - index)) / ORDERS - dice.between(0, 6) * HOUR_MS
    const parcel = parcelOf(index, customer, dice)
    return { agoMs, customer, parcel, fate: fateOf(index, dice) }
  })
}

/** The time from the booking of an export by air to its delivery by the carrier. */
export const CARRIED_MS = 5 * DAY_MS
/** A package is put on hold, released or cancelled this long after its previous step. */
export const SOON_MS = HOUR_MS
export const NEXT_DAY_MS = DAY_MS

/**
 * A shipment in the demo. `...AgoMs`: when a step happened, in milliseconds before the end of the demo month. Null if it has not happened.
 * A new shipment gets the packages in the warehouse that are waiting for its route.
 */
export type DemoShipment = {
  transportMode: TransportMode
  origin: string
  destination: string
  conveyance: string
  madeAgoMs: number
  departedAgoMs: number | null
  arrivedAgoMs: number | null
  deliveredAgoMs: number | null
}

const shipment = (
  transportMode: TransportMode,
  [origin, destination]: [string, string],
  conveyance: string,
  [made, departed = null, arrived = null, delivered = null]: [number, (number | null)?, (number | null)?, (number | null)?],
): DemoShipment => {
  const ago = (days: number | null): number | null => (days === null ? null : days * DAY_MS)
  return {
    transportMode,
    origin,
    destination,
    conveyance,
    madeAgoMs: made * DAY_MS,
    departedAgoMs: ago(departed),
    arrivedAgoMs: ago(arrived),
    deliveredAgoMs: ago(delivered),
  }
}

export const DEMO_SHIPMENTS: readonly DemoShipment[] = [
  shipment('air', ['CN', 'NG'], 'XX 101', [19.5, 19, 18, 15]),
  shipment('air', ['CN', 'NG'], 'XX 103', [12.5, 12, 11, 9]),
  shipment('ocean', ['CN', 'NG'], 'MV Harmattan Star', [10.5, 10]),
  shipment('ocean', ['NG', 'GB'], 'MV Lagoon Trader', [9.5, 9, 1]),
  shipment('air', ['CN', 'NG'], 'XX 105', [5.5, 5, 3.5]),
  shipment('air', ['CN', 'NG'], 'XX 107', [0.5]),
]
