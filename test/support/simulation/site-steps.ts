// Simulation steps about sites: a second site, a clerk who works only at the second site, and scheduled flights and sailings.

import assert from 'node:assert/strict'
import { anyParcel } from './parcel-steps.ts'
import type { Simulation } from './simulation.ts'
import { HUB, isSeenByClerk } from './sites.ts'
import { iso } from './world.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Adds the second site, and lets the clerk work there. A new store has one site. */
export const openHub = async (sim: Simulation): Promise<void> => {
  const site = { code: HUB, name: 'The hub', purpose: 'both', country: 'CN', time_zone: 'Asia/Shanghai' }
  const answer = await sim.post('admin', '/ops/v1/sites', site)
  assert.equal(answer.status, 201, answer.text)
  await sim.servers.placeClerk(answer.json.site_id)
}

/** The clerk of the hub reads a parcel. If the parcel arrived at the other site, the server must answer 404. */
export const readAtHub = async (sim: Simulation): Promise<void> => {
  const parcel = anyParcel(sim, (each) => each.arrivedAt !== null)
  if (!parcel) return
  const answer = await sim.get('clerk', `/ops/v1/packages/${parcel.id}`)
  assert.equal(answer.status, isSeenByClerk(parcel) ? 200 : 404, answer.text)
  sim.count(answer.status === 200 ? 'seen by the clerk' : 'not seen by the clerk')
}

/** Adds a flight or sailing to the schedule, with a cut-off up to four days ahead. */
export const schedule = async (sim: Simulation, by = sim.draw.pick(['air', 'ocean'] as const)): Promise<void> => {
  const { draw, world } = sim
  const number = `ML ${world.voyages.length + 1}`
  const cutOffAt = sim.now() + Math.round(draw.between(0.1, 4, 2) * DAY_MS)
  const departsAt = cutOffAt + DAY_MS
  const answer = await sim.post('warehouse', '/ops/v1/voyages', {
    transport_mode: by,
    carrier: 'Model Lines',
    number,
    origin: 'CAN',
    destination: 'LOS',
    cut_off_at: iso(cutOffAt),
    departs_at: iso(departsAt),
    arrives_at: iso(departsAt + 3 * DAY_MS),
  })
  if (sim.isRefused(answer, null) || answer.isLost) return
  world.voyages.push({ id: answer.json.voyage_id, by, cutOffAt })
  sim.count('scheduled')
}
