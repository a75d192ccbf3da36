// The shipments of the demo month.

import type { TransportMode } from '../pricing/cargo.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Times are before the end of the month; null if it has not happened. A shipment takes the packages that are in the warehouse when it is made. */
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
