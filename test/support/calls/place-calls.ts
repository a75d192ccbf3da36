// Calls shared by tests of places and stocktakes.

import assert from 'node:assert/strict'
import type { Json } from './quote-calls.ts'
import type { StaffMember } from './staff-calls.ts'

export const newPlaces = async (staff: StaffMember, body: object): Promise<Json[]> => {
  const answer = await staff.call('POST', '/ops/v1/places', { mode: 'test', ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.json.places
}

export const newPlace = async (staff: StaffMember, code: string): Promise<Json> => (await newPlaces(staff, { code }))[0]

/** Puts the packages in the place, and returns the outcome for each package. The request must succeed. */
export const put = async (staff: StaffMember, { place_id }: Json, parcels: readonly Json[]): Promise<Json[]> => {
  const codes = parcels.map(({ parcel_number }) => parcel_number)
  const answer = await staff.call('POST', `/ops/v1/places/${place_id}/put`, { codes })
  assert.equal(answer.status, 200, answer.text)
  return answer.json.outcomes
}

export const getPlace = async (staff: StaffMember, { place_id }: Json): Promise<Json> =>
  (await staff.call('GET', `/ops/v1/places/${place_id}`)).json

/** The code of the package's place as staff see it, or null if the package has no place. */
export const placeOf = async (staff: StaffMember, { parcel_id }: Json): Promise<string | null> =>
  (await staff.call('GET', `/ops/v1/packages/${parcel_id}`)).json.place?.code ?? null
