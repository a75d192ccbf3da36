// Tries steps that must be refused, on packages in every status, and checks that nothing changes.

import assert from 'node:assert/strict'
import type { Answer } from '../server/waybill.ts'
import { isAllIn } from './naive-parcel.ts'
import type { NaiveParcel } from './naive-warehouse.ts'
import { refusalsOf } from './naive-warehouse.ts'

type Refusals = ReturnType<typeof refusalsOf>

const CALLS: Record<keyof Refusals, (parcel: NaiveParcel) => [path: string, body: object]> = {
  receive: ({ id }) => ['/receipts', { package_id: id, pieces: 1, weight: 1, confirm: true }],
  close_short: ({ id }) => [`/packages/${id}/close_short`, { reason: 'The rest will not come' }],
  deliver: ({ id }) => [`/packages/${id}/deliver`, {}],
  cancel: ({ id }) => [`/packages/${id}/cancel`, { comment: 'Not wanted' }],
}

const stateOf = (parcel: NaiveParcel): string =>
  [
    parcel.status,
    parcel.hold && 'on hold',
    parcel.arrivals.length > 0 && !isAllIn(parcel) && 'in part',
    parcel.shipmentId && 'in a shipment',
  ]
    .filter((part) => part)
    .join(' ')

type Asking = {
  parcels: readonly NaiveParcel[]
  pick(parcels: readonly NaiveParcel[]): NaiveParcel
  post(path: string, body: object): Promise<Answer>
  compare(touched: readonly NaiveParcel[]): Promise<void>
  count(what: string): void
}

/** Picks one package in each state, and tries every step that must be refused in that state. */
export const tryRefusedSteps = async ({ parcels, pick, post, compare, count }: Asking): Promise<void> => {
  for (const [state, alike] of Map.groupBy(parcels, stateOf)) {
    const parcel = pick(alike)
    for (const [what, code] of Object.entries(refusalsOf(parcel)) as [keyof Refusals, string | null][]) {
      if (code === null) continue
      const [path, body] = CALLS[what](parcel)
      const answer = await post(path, body)
      assert.equal(answer.json.code, code, `${what} of ${parcel.number}, ${state}: ${answer.text}`)
    }
    count(`refused: ${state}`)
    await compare([parcel])
  }
}
