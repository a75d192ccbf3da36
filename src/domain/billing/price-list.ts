// The price list of extras (clearance, repacking, delivery, insurance) by code.

import { inForce } from '../values/calendar.ts'
import type { ExtraKind } from './charge-kind.ts'

export type PriceListItem = {
  id: string
  code: string
  name: string
  kind: ExtraKind
  unitKobo: number
  effectiveFrom: number
  recordedAt: number
}

const CODE = /^[A-Z0-9][A-Z0-9-]{1,19}$/

/** Returns the code in upper case, such as `CLEAR-20`; null if it is invalid. */
export const itemCode = (text: string): string | null => {
  const code = text.trim().toUpperCase()
  return CODE.test(code) ? code : null
}

export const itemsInForce = (items: readonly PriceListItem[], at: number): PriceListItem[] =>
  [...Map.groupBy(items, ({ code }) => code).values()].flatMap((versions) => inForce(versions, at) ?? [])
