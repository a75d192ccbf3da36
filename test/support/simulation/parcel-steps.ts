// Simulation steps on parcels: receive in parts, undo a receipt, hold, release, cancel, close short, deliver.

import type { Size } from '../models/naive-parcel.ts'
import { isAllIn, piecesIn, quantityOf } from '../models/naive-parcel.ts'
import { assertParcel, checkParcel, checkQuote, checkShipment } from './checks.ts'
import { awaitedPieces, isToCollect, record, reopenPrice, settlePrice } from './parcels.ts'
import { anyDesk } from './quote-steps.ts'
import type { Answer, Simulation } from './simulation.ts'
import { drawSite, isSeenByClerk, MAIN } from './sites.ts'
import type { Arrival, Json, Parcel } from './world.ts'
import { dateIn } from './world.ts'

export const anyParcel = (sim: Simulation, wanted: (parcel: Parcel) => boolean = () => true): Parcel | null => {
  const { parcels } = anyDesk(sim)
  const fit = parcels.filter(wanted)
  if (fit.length > 0 && sim.draw.chance(0.85)) return sim.draw.pick(fit.slice(-12))
  return parcels.length > 0 ? sim.draw.pick(parcels) : null
}

const WEIGHT_MAX_KG = 1_000_000

/**
 * Draws the measurements of an arrival. Later arrivals have a weight and sides only if the first arrival had them. All arrivals have a
 * volume if a volume was declared.
 */
const measure = (sim: Simulation, parcel: Parcel, pieces: number): Size => {
  const { draw } = sim
  const { weight, sides, volume, pieces: all } = parcel.declared!
  const [first] = parcel.arrivals
  const off = draw.between(0.8, 1.3, 3)
  const share = (total: number, places: number): number => Number(((total * off * pieces) / all).toFixed(places))
  const weighs = first ? first.weight !== undefined : weight !== undefined && (parcel.by === 'ocean' || draw.chance(0.8))
  const newSides = first
    ? first.sides
    : sides && (parcel.by === 'ocean' || draw.chance(0.6))
      ? { ...sides, height: draw.between(5, 50, 1) }
      : undefined
  return {
    ...(weighs ? { weight: share(weight!, 3) } : {}),
    ...(newSides ? { sides: newSides } : {}),
    ...(volume === undefined ? {} : { volume: share(volume, 4) }),
  }
}

export const wireSize = ({ weight, sides, volume }: Size): Json => ({
  ...(weight === undefined ? {} : { weight }),
  ...sides,
  ...(volume === undefined ? {} : { volume }),
})

const refusalToReceive = (parcel: Parcel): string | null => {
  if (parcel.status === 'cancelled') return 'PACKAGE_CANCELLED'
  if (parcel.status === 'booked') return parcel.containers.length === 0 ? null : 'INVALID_TRANSITION'
  return parcel.status === 'warehouse' && !isAllIn(parcel) ? null : 'INVALID_TRANSITION'
}

export const arrive = (parcel: Parcel, arrival: Arrival, isLast: boolean, now: number): void => {
  parcel.arrivals.push(arrival)
  parcel.status = 'warehouse'
  parcel.arrivedAt = Math.min(parcel.arrivedAt ?? now, now)
  if (isLast) parcel.isClosed = true
  record(parcel, isAllIn(parcel) ? 'package.received' : 'package.pieces_received')
  settlePrice(parcel.quote)
}

export const latestReceipt = async (sim: Simulation, parcel: Parcel): Promise<string> =>
  (await sim.read('warehouse', `/ops/v1/packages/${parcel.id}/receipts`)).at(-1).receipt_id

export const receiveParcel = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const parcel = anyParcel(sim, (each) => each.declared !== null && refusalToReceive(each) === null)
  if (!parcel?.declared) return
  const { desk } = parcel
  const isHelper = desk.mode === 'test' && draw.chance(0.3)
  const awaited = Math.max(1, awaitedPieces(parcel))
  const pieces = !isHelper && awaited > 1 && draw.chance(0.5) ? 1 + draw.upTo(awaited - 1) : awaited
  const size = measure(sim, parcel, pieces)
  const isLast = isHelper || (pieces < awaited && size.weight !== undefined && draw.chance(0.25))
  const tooMany = !isHelper && draw.chance(0.04)
  const tooHeavy = !isHelper && !tooMany && parcel.arrivals.length > 0 && size.weight !== undefined && draw.chance(0.05)
  const target = draw.chance(0.3) ? { package_id: parcel.id } : { code: draw.chance(0.5) ? parcel.number : parcel.number.toLowerCase() }
  // The test helper always uses the oldest site, which is also the default of a receipt without a site. Later pieces of a parcel are
  // refused unless they arrive at the site of the first pieces.
  const at = isHelper ? MAIN : parcel.arrivals.length > 0 && draw.chance(0.9) ? parcel.site : drawSite(sim)
  const isElsewhere = parcel.arrivals.length > 0 && at !== parcel.site
  const body = {
    ...(isHelper || (at === MAIN && draw.chance(0.5)) ? {} : { site: at }),
    ...wireSize(size),
    ...(isHelper ? {} : { pieces: tooMany ? awaited + 1 : pieces, ...target }),
    ...(isLast && !isHelper ? { complete: true } : {}),
    ...(tooHeavy ? { weight: WEIGHT_MAX_KG, confirm: true } : {}),
  }
  const by = isHelper ? desk : 'warehouse'
  const answer = await sim.post(by, isHelper ? `/v1/test_helpers/packages/${parcel.id}/receive` : '/ops/v1/receipts', body)
  const own = refusalToReceive(parcel)
  const refusals = [...(own === null ? [] : [own]), ...(tooMany || tooHeavy || isElsewhere ? ['VALIDATION_FAILED'] : [])]
  if (sim.isRefused(answer, refusals)) return checkParcel(sim, parcel)
  const receiptId = isHelper || answer.isLost ? await latestReceipt(sim, parcel) : answer.json.receipt.receipt_id
  parcel.site = at
  const before = { isClosed: parcel.isClosed, comment: parcel.comment, arrivedAt: parcel.arrivedAt }
  const now = answer.at + desk.offsetMs
  arrive(parcel, { ...size, pieces, receiptId, recordedAt: now, before, isPlayed: isHelper }, isLast, now)
  if (!answer.isLost) assertParcel(parcel, isHelper ? answer.json : answer.json.package, sim.now())
  sim.count(isAllIn(parcel) ? 'received' : 'received in part')
  await checkParcel(sim, parcel, { by, at: answer.at })
}

const UNDO_REASON = 'Another parcel was on the scale'

/**
 * Tries to undo a receipt. The server must refuse unless the receipt is the parcel's last one and was made today, and the parcel is in the
 * warehouse and in no shipment.
 */
export const undoReceipt = async (sim: Simulation): Promise<void> => {
  const parcel = anyParcel(sim, ({ arrivals, status }) => arrivals.length > 0 && status === 'warehouse')
  if (!parcel || parcel.arrivals.length === 0) return
  const { desk } = parcel
  const arrival = sim.draw.chance(0.8) ? parcel.arrivals.at(-1)! : sim.draw.pick(parcel.arrivals)
  const answer = await sim.post('warehouse', `/ops/v1/receipts/${arrival.receiptId}/undo`, { reason: UNDO_REASON })
  const now = answer.at + desk.offsetMs
  const isToday = dateIn(desk.shop.timeZone, now) === dateIn(desk.shop.timeZone, arrival.recordedAt)
  const isPossible = parcel.status === 'warehouse' && parcel.shipment === null && isToday && arrival === parcel.arrivals.at(-1)
  if (sim.isRefused(answer, isPossible ? null : ['INVALID_TRANSITION', 'PACKAGE_CANCELLED'])) return checkParcel(sim, parcel)
  if (parcel.declared === null) {
    // An unannounced parcel exists only because of its receipt. Undoing the receipt cancels the package and its quote.
    const closed = { status: 'cancelled', cancelledAt: now, comment: UNDO_REASON }
    Object.assign(parcel, { ...closed, arrivedAt: null })
    record(parcel, 'package.receipt_undone', 'package.cancelled')
    reopenPrice(parcel.quote)
    if (parcel.quote) Object.assign(parcel.quote, { ...closed, closedReason: 'cancelled_by_operator' }).events.push('quote.cancelled')
  } else {
    parcel.arrivals.pop()
    Object.assign(parcel, arrival.before)
    if (parcel.arrivals.length === 0) parcel.status = 'booked'
    record(parcel, 'package.receipt_undone')
    reopenPrice(parcel.quote)
  }
  sim.count('receipts undone')
  await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

export const holdOrRelease = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const parcel = anyParcel(sim, ({ status, hold }) => hold || status === 'warehouse' || status === 'transit')
  if (!parcel) return
  const by = draw.chance(0.2) ? 'clerk' : draw.chance(0.5) ? 'warehouse' : parcel.desk
  // A parcel on hold is released in most cases. Otherwise so many parcels would be on hold that no shipment could depart.
  const action = parcel.hold ? draw.pick(['release', 'release', 'release', 'hold'] as const) : draw.pick(['hold', 'release'] as const)
  const body = draw.chance(0.6) ? `Papers ${draw.upTo(99)}` : null
  const path = typeof by === 'string' ? `/ops/v1/packages/${parcel.id}/notices` : `/v1/packages/${parcel.id}/notices`
  const answer = await sim.post(by, path, { action, ...(body === null ? {} : { body }) })
  if (sim.isRefused(answer, by === 'clerk' && !isSeenByClerk(parcel) ? 'NOT_FOUND' : null)) return
  const now = answer.at + parcel.desk.offsetMs
  for (const notice of parcel.notices) notice.endedAt ??= now
  parcel.notices.push({ action, body, at: now, endedAt: null })
  parcel.hold = action === 'hold'
  if (action === 'hold' && parcel.status === 'transit') parcel.readyAt = null
  parcel.releasedAt = action === 'release' ? now : null
  record(parcel, action === 'hold' ? 'package.held' : 'package.released')
  sim.count(action === 'hold' ? 'held' : 'released')
  await checkParcel(sim, parcel, { by, at: answer.at })
}

export const cancelParcel = async (
  sim: Simulation,
  parcel = anyParcel(sim, ({ status, arrivals }) => status === 'booked' || arrivals.length > 0),
): Promise<void> => {
  const { draw } = sim
  if (!parcel) return
  const by = draw.chance(0.4) ? 'warehouse' : parcel.desk
  const comment = draw.chance(0.5) ? `Not wanted ${draw.upTo(99)}` : null
  const path = by === 'warehouse' ? `/ops/v1/packages/${parcel.id}/cancel` : `/v1/packages/${parcel.id}/cancel`
  const answer = await sim.post(by, path, comment === null ? {} : { comment })
  const refusal = parcel.status === 'cancelled' ? 'PACKAGE_CANCELLED' : parcel.shipmentId === null ? null : 'PACKAGE_IN_SHIPMENT'
  if (sim.isRefused(answer, refusal)) return checkParcel(sim, parcel)
  const isPlayed = parcel.arrivals.length > 0 && parcel.arrivals.every((arrival) => arrival.isPlayed)
  const isKept = parcel.status === 'warehouse' && !isPlayed
  Object.assign(parcel, { status: 'cancelled', cancelledAt: answer.at + parcel.desk.offsetMs, comment, isKept })
  record(parcel, 'package.cancelled')
  settlePrice(parcel.quote)
  if (!answer.isLost) assertParcel(parcel, answer.json, sim.now())
  sim.count('packages cancelled')
  await checkParcel(sim, parcel, { by, at: answer.at })
}

export const closeShort = async (sim: Simulation): Promise<void> => {
  const isShort = (parcel: Parcel): boolean => parcel.status === 'warehouse' && !isAllIn(parcel) && parcel.arrivals[0]!.weight !== undefined
  const parcel = anyParcel(sim, isShort)
  if (!parcel) return
  // Skips a parcel whose first pieces were not weighed. The server would use a share of the declared weight, which this model does not
  // compute.
  if (parcel.status === 'warehouse' && !isAllIn(parcel) && !isShort(parcel)) return
  const reason = `Lost ${sim.draw.upTo(99)}`
  const answer = await sim.post('warehouse', `/ops/v1/packages/${parcel.id}/close_short`, { reason })
  const refusal = parcel.status === 'cancelled' ? 'PACKAGE_CANCELLED' : isShort(parcel) ? null : 'INVALID_TRANSITION'
  if (sim.isRefused(answer, refusal)) return checkParcel(sim, parcel)
  const missing = quantityOf(parcel) - piecesIn(parcel)
  Object.assign(parcel, { isClosed: true, comment: reason })
  record(parcel, 'package.received')
  settlePrice(parcel.quote)
  if (missing > 0) sim.count('closed short')
  await checkParcel(sim, parcel, { by: 'warehouse', at: answer.at })
}

/**
 * Error codes with which the server may refuse to deliver the parcel. Empty if the server must deliver it. A parcel that a carrier tracks
 * need not have departed.
 */
const refusalsToDeliver = (parcel: Parcel): string[] => {
  if (parcel.status === 'cancelled') return ['PACKAGE_CANCELLED']
  const from = parcel.isCarriers ? ['booked', 'warehouse', 'transit'] : ['transit']
  return [...(from.includes(parcel.status) ? [] : ['INVALID_TRANSITION']), ...(parcel.hold ? ['PACKAGE_ON_HOLD'] : [])]
}

const WRONG_CODES_MAX = 5

type Typed = 'nothing' | 'the code' | 'another code' | 'a reason'

/**
 * If servers can be killed, no wrong code is typed for a parcel that is ready for collection. A request is repeated after a kill, and the
 * server might count the wrong code twice.
 */
const drawTyped = ({ draw, servers }: Simulation, parcel: Parcel): Typed => {
  if (!isToCollect(parcel)) return draw.chance(0.05) ? 'another code' : 'nothing'
  return draw.pick(servers.canKill ? ['the code', 'a reason'] : ['the code', 'the code', 'another code', 'nothing', 'a reason'])
}

const wireTyped = (typed: Typed, { code }: Parcel): Json => {
  if (typed === 'the code') return { collection_code: code }
  if (typed === 'another code') return { collection_code: code === '000000' ? '000001' : '000000' }
  return typed === 'a reason' ? { without_code_reason: 'Known by sight' } : {}
}

const refusesTyped = (typed: Typed, parcel: Parcel): boolean => {
  if (!isToCollect(parcel)) return typed === 'another code'
  if (typed === 'a reason') return false
  return typed !== 'the code' || parcel.wrongCodes >= WRONG_CODES_MAX
}

export const deliverParcel = async (sim: Simulation): Promise<void> => {
  const parcel = anyParcel(sim, ({ status }) => status === 'transit')
  if (parcel) await handOut(sim, parcel, parcel.desk.mode === 'test' && sim.draw.chance(0.5))
}

/** `isHelper`: delivers through the test helper of the API, which asks for no collection code. */
export const handOut = async (sim: Simulation, parcel: Parcel, isHelper = false, given: Typed | null = null): Promise<void> => {
  const by = isHelper ? parcel.desk : 'warehouse'
  const path = isHelper ? `/v1/test_helpers/packages/${parcel.id}/deliver` : `/ops/v1/packages/${parcel.id}/deliver`
  const typed = given ?? (isHelper ? 'nothing' : drawTyped(sim, parcel))
  const answer: Answer = await sim.post(by, path, isHelper ? {} : wireTyped(typed, parcel))
  const isWrong = !isHelper && refusesTyped(typed, parcel)
  if (isWrong && typed === 'another code' && isToCollect(parcel) && parcel.wrongCodes < WRONG_CODES_MAX) parcel.wrongCodes += 1
  if (sim.isRefused(answer, [...(isWrong ? ['VALIDATION_FAILED'] : []), ...refusalsToDeliver(parcel)])) return checkParcel(sim, parcel)
  Object.assign(parcel, { status: 'delivered', deliveredAt: answer.at + parcel.desk.offsetMs })
  record(parcel, 'package.delivered')
  sim.count(typed === 'the code' ? 'handed out for a code' : 'delivered')
  const { shipment } = parcel
  if (shipment?.parcels.every(({ status }) => status === 'delivered')) shipment.status = 'delivered'
  if (shipment) await checkShipment(sim, shipment)
  if (parcel.quote) await checkQuote(sim, parcel.quote)
  await checkParcel(sim, parcel, { by, at: answer.at })
}
