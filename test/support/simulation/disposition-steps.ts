// Simulation steps for parcels that were cancelled in the warehouse: record their disposition (for example destroyed), or undo the disposition.

import { assertParcel, checkParcel, checkTracking } from './checks.ts'
import { anyParcel } from './parcel-steps.ts'
import { record } from './parcels.ts'
import type { Simulation } from './simulation.ts'
import type { Json, Parcel } from './world.ts'
import { dateIn } from './world.ts'

const NOBODY = { to: null, courier: null, courier_number: null }

const drawDisposition = ({ draw }: Simulation): NonNullable<Parcel['disposition']> => {
  const reason = `Not wanted ${draw.upTo(99)}`
  const told = { ...NOBODY, reason, at: 0 }
  return draw.pick([
    { ...told, kind: 'handed_back', to: `Ada ${draw.upTo(99)}` },
    { ...told, kind: 'returned_to_supplier', courier: 'SF Express', courier_number: `SF${draw.upTo(99_999)}` },
    { ...told, kind: 'destroyed' },
    { ...told, kind: 'given_up' },
  ])
}

const written = ({ at: _at, ...fields }: NonNullable<Parcel['disposition']>): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

export const disposeParcel = async (sim: Simulation, parcel = anyParcel(sim, ({ isKept }) => isKept)): Promise<void> => {
  if (!parcel) return
  const drawn = drawDisposition(sim)
  const isIncomplete = drawn.courier !== null && sim.draw.chance(0.1)
  const body = { ...written(drawn), ...(isIncomplete ? { courier_number: '' } : {}) }
  const answer = await sim.post('warehouse', `/ops/v1/packages/${parcel.id}/dispose`, body)
  const refusals = [
    ...(isIncomplete ? ['VALIDATION_FAILED'] : []),
    ...(parcel.isKept ? [] : ['INVALID_TRANSITION']),
    ...(parcel.isKept && parcel.hold ? ['PACKAGE_ON_HOLD'] : []),
  ]
  if (sim.isRefused(answer, refusals)) return checkParcel(sim, parcel)
  Object.assign(parcel, { isKept: false, disposition: { ...drawn, at: answer.at + parcel.desk.offsetMs } })
  record(parcel, 'package.disposed')
  if (!answer.isLost) assertParcel(parcel, answer.json, sim.now())
  sim.count(`disposed of: ${drawn.kind}`)
  await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
  await checkTracking(sim, parcel)
}

/** Tries to undo a disposition. The server must refuse unless the disposition was recorded today. */
export const undoDisposition = async (
  sim: Simulation,
  parcel = anyParcel(sim, ({ disposition }) => disposition !== null),
): Promise<void> => {
  if (!parcel) return
  const answer = await sim.post('warehouse', `/ops/v1/packages/${parcel.id}/undo_disposition`)
  const { disposition, desk } = parcel
  const { timeZone } = desk.shop
  const isToday = disposition !== null && dateIn(timeZone, disposition.at) === dateIn(timeZone, answer.at + desk.offsetMs)
  if (sim.isRefused(answer, isToday ? null : 'INVALID_TRANSITION')) return checkParcel(sim, parcel)
  Object.assign(parcel, { isKept: true, disposition: null })
  record(parcel, 'package.disposition_undone')
  sim.count('dispositions undone')
  await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}
