// Demo parcels that reach the warehouse without a booking. Some are announced, some have no price, and some have no known owner.

import type { InboundRequest } from '../inbound/inbound-request.ts'
import type { Measured } from '../receiving/receipt.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** The places of the demo warehouse: two racks of six bins. */
export const DEMO_PLACES = { from: 'A-01-01', to: 'A-02-06' } as const

/**
 * An announcement in the demo. `...AgoMs`: when a step happened, in milliseconds before the end of the demo month. Null if it has not
 * happened.
 */
export type DemoAnnouncement = {
  customer: number
  request: InboundRequest
  announcedAgoMs: number
  receivedAgoMs: number | null
  cancelledAgoMs: number | null
}

const announcement = (
  customer: number,
  courier: string,
  number: string,
  [description, quantity, value]: [string, number, number],
  [announced, received = null, cancelled = null]: [number, (number | null)?, (number | null)?],
): DemoAnnouncement => {
  const ago = (days: number | null): number | null => (days === null ? null : days * DAY_MS)
  const item = { description, quantity, unit_value: value, currency: 'CNY', country_of_origin: 'CN' }
  return {
    customer,
    request: { courier, courier_numbers: [number], transport_mode: 'air', items: [item] },
    announcedAgoMs: announced * DAY_MS,
    receivedAgoMs: ago(received),
    cancelledAgoMs: ago(cancelled),
  }
}

export const DEMO_ANNOUNCEMENTS: readonly DemoAnnouncement[] = [
  announcement(1, 'SF Express', 'SF1002003004001', ['Bluetooth speakers', 24, 85], [9, 6]),
  announcement(4, 'ZTO', '75600000000101', ['Lip gloss sets', 200, 6.5], [8, 5]),
  announcement(9, 'YTO', 'YT2600000000017', ['Phone screens', 60, 120], [6, 1]),
  announcement(0, 'SF Express', 'SF1002003004002', ['Lace fabric, rolls', 12, 310], [4]),
  announcement(5, 'Deppon', 'DPK200000000031', ['Stainless pots', 40, 48], [3]),
  announcement(7, 'ZTO', '75600000000102', ['Toy cars', 300, 9], [3, null, 2]),
  announcement(10, 'YTO', 'YT2600000000018', ['Leather sandals', 90, 35], [2]),
  announcement(3, 'SF Express', 'SF1002003004003', ['Brake pads', 80, 42], [1]),
]

/** Parcels of known customers that no rate card can price, because their weight or their transport mode is unknown. */
export const DEMO_UNPRICED: readonly { customer: number; measured: Measured; receivedAgoMs: number; note: string }[] = [
  { customer: 2, measured: { pieces: 2 }, receivedAgoMs: 2 * DAY_MS, note: 'Scale was in use; not weighed yet' },
  { customer: 8, measured: { pieces: 1, weightKg: 18.4 }, receivedAgoMs: 20 * HOUR_MS, note: 'Customer has not said air or ocean' },
]

export const DEMO_UNIDENTIFIED: readonly { measured: Measured; receivedAgoMs: number; labelText: string; note: string | null }[] = [
  { measured: { pieces: 1, weightKg: 6.2 }, receivedAgoMs: 11 * DAY_MS, labelText: 'To: warehouse, Guangzhou. No customer ID', note: null },
  { measured: { pieces: 3, weightKg: 27 }, receivedAgoMs: 4 * DAY_MS, labelText: 'Label torn off; blue tape', note: 'One carton is wet' },
  { measured: { pieces: 1, weightKg: 1.1 }, receivedAgoMs: 15 * HOUR_MS, labelText: 'Name in Chinese only, phone unreadable', note: null },
]

/**
 * A webhook endpoint of test mode for which Waybill simulates a failing server. Every delivery gets the answer 503 without network traffic.
 */
export const DEMO_ENDPOINT = {
  madeAgoMs: 2 * DAY_MS,
  request: { url: 'https://rehearse.invalid/503', description: 'Web shop', event_types: ['package.*'] },
}
