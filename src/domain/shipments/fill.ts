// How full a flight or sailing is, and the warnings for the person who loads goods on it.

import { instantText } from '../values/calendar.ts'
import { quantityText } from '../values/money.ts'
import type { Voyage } from './voyage.ts'

/** The number, weight and volume of all shipments on the voyage. */
export type Load = { shipments: number; weightKg: number; volumeCbm: number }

export const NO_LOAD: Load = { shipments: 0, weightKg: 0, volumeCbm: 0 }

export type Fill = Load & { weightPercent: number | null; volumePercent: number | null; isOver: boolean }

const TENTHS = 10

const percent = (part: number, capacity: number | null): number | null =>
  capacity === null ? null : Math.round((part / capacity) * 100 * TENTHS) / TENTHS

const exceeds = (part: number, capacity: number | null): boolean => capacity !== null && part > capacity

export const fillOf = ({ capacityKg, capacityCbm }: Voyage, load: Load): Fill => ({
  ...load,
  weightPercent: percent(load.weightKg, capacityKg),
  volumePercent: percent(load.volumeCbm, capacityCbm),
  isOver: exceeds(load.weightKg, capacityKg) || exceeds(load.volumeCbm, capacityCbm),
})

export const LOADING_WARNINGS = ['over_capacity', 'past_cut_off'] as const
export type LoadingWarning = { code: (typeof LOADING_WARNINGS)[number]; message: string }

/** The warnings to show when goods are loaded on a voyage. They do not prevent the loading. */
export const loadingWarnings = (voyage: Voyage, fill: Fill, now: number): LoadingWarning[] => {
  const { number, cutOffAt, capacityKg, capacityCbm } = voyage
  const warnings: LoadingWarning[] = []
  if (cutOffAt !== null && now > cutOffAt)
    warnings.push({ code: 'past_cut_off', message: `The cut-off of ${number} was ${instantText(cutOffAt)}.` })
  const over = [
    exceeds(fill.weightKg, capacityKg) ? `${quantityText(fill.weightKg)} of ${quantityText(capacityKg!)} kg` : null,
    exceeds(fill.volumeCbm, capacityCbm) ? `${quantityText(fill.volumeCbm)} of ${quantityText(capacityCbm!)} CBM` : null,
  ].filter((text) => text !== null)
  if (over.length > 0) warnings.push({ code: 'over_capacity', message: `${number} is over its capacity: ${over.join(', ')}.` })
  return warnings
}
