// Simulation steps on quotes: create, read, list, book, cancel, and refusals.

import assert from 'node:assert/strict'
import { ENDINGS } from './carrier.ts'
import { assertQuote, checkParcel, checkQuote } from './checks.ts'
import { offersFor } from './prices.ts'
import { adoptRates, applyBooking, isExportAir, isGood, isImportAir, isPricedOnRead, renewed } from './quotes.ts'
import { drawQuoteRequest } from './requests.ts'
import type { Answer, Simulation } from './simulation.ts'
import type { Desk, Json, Quote, Rate } from './world.ts'
import { desksOf, iso } from './world.ts'

const UNKNOWN = {
  quote: 'pq_00000000000000000000000000',
  parcel: 'pkg_00000000000000000000000000',
  rate: 'rate_00000000000000000000000000',
}

const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60_000

export const anyDesk = (sim: Simulation): Desk => sim.draw.pick(desksOf(sim.world))

/** Picks a quote, in most cases one of the latest pending quotes. Few steps are possible on older quotes. */
const anyQuote = (sim: Simulation): Quote | null => {
  const { quotes } = anyDesk(sim)
  if (quotes.length === 0) return null
  const pending = quotes.filter(({ status }) => status === 'pending')
  if (pending.length > 0 && sim.draw.chance(0.75)) return sim.draw.pick(pending.slice(-8))
  return sim.draw.pick(quotes)
}

/** A desk of another business, or of the same business in the other mode. */
const strangerTo = (sim: Simulation, desk: Desk): Desk => sim.draw.pick(desksOf(sim.world).filter((other) => other !== desk))

const lostQuote = async (sim: Simulation, desk: Desk): Promise<Json> => {
  const known = new Set(desk.quotes.map(({ id }) => id))
  const listed: Json[] = await sim.read(desk, '/v1/parcel_quotes')
  const found = listed.filter(({ parcel_quote_id }) => !known.has(parcel_quote_id))
  assert.equal(found.length, 1, 'the quote whose answer was lost is there, once')
  return found[0]
}

export const createQuote = async (sim: Simulation): Promise<void> => {
  const desk = anyDesk(sim)
  const { parcel, refusal, draft } = drawQuoteRequest(sim, desk)
  const answer = await sim.post(desk, '/v1/parcel_quotes', { parcel })
  if (sim.isRefused(answer, refusal)) return
  const json = answer.isLost ? await lostQuote(sim, desk) : answer.json
  const now = answer.at + desk.offsetMs
  const quote: Quote = {
    ...draft,
    id: json.parcel_quote_id,
    desk,
    source: 'api',
    status: 'pending',
    shown: new Map(),
    rates: [],
    selected: null,
    bookedPrice: null,
    isFinal: false,
    parcels: [],
    purchase: null,
    trackingCode: null,
    createdAt: answer.at,
    bookedAt: null,
    cancelledAt: null,
    closedReason: null,
    comment: null,
    events: ['quote.created'],
  }
  adoptRates(quote, offersFor(sim.world, desk, quote, now), json)
  desk.quotes.push(quote)
  assertQuote(quote, json)
  sim.count(`created: ${draft.direction} ${draft.by}`)
  await checkQuote(sim, quote, { by: desk, at: answer.at })
}

/** The last 16 characters of an id, which follow the encoded time. */
const undated = (id: string): string => id.slice(-16)

/**
 * True if the answer shows the stored export-air rates with new ids and times. The server may do this for less than a minute after it
 * stored the rates.
 */
const isShownAgain = (quote: Quote, json: Json): boolean => {
  const [saved, shown] = [quote.rates[0]?.id, json.rates[0]?.id]
  if (!isExportAir(quote) || saved === undefined || shown === undefined) return false
  return shown !== saved && undated(shown) === undated(saved)
}

const contentOf = ({ carrier, service, amount, days, date }: Rate) => ({ carrier, service, amount, days, date })

export const readQuote = async (sim: Simulation): Promise<void> => {
  const quote = anyQuote(sim)
  if (!quote) return
  const json = await sim.read(quote.desk, `/v1/parcel_quotes/${quote.id}`)
  const now = sim.now() + quote.desk.offsetMs
  if (isShownAgain(quote, json)) {
    const saved = quote.rates
    assert.ok(
      saved.every(({ createdAt }) => now - createdAt < MINUTE_MS),
      'rates are shown again for less than a minute',
    )
    adoptRates(quote, offersFor(sim.world, quote.desk, quote, now), json)
    assert.deepEqual(quote.rates.map(contentOf), saved.map(contentOf), 'rates that are shown again have the same prices')
    assertQuote(quote, json)
    quote.rates = saved
    sim.count('shown again on reading')
    return checkQuote(sim, quote)
  }
  if (isPricedOnRead(quote, now)) {
    const before = quote.rates[0]?.id
    adoptRates(quote, offersFor(sim.world, quote.desk, quote, now), json)
    if (quote.by === 'ocean') assert.notEqual(quote.rates[0]!.id, before, 'an ocean price that was recomputed has a new rate id')
    sim.count('priced anew on reading')
  }
  assertQuote(quote, json)
  await checkQuote(sim, quote)
}

type Choice = { rateId: string | null; rate: Rate | null; refusal: string | null }

/**
 * The requested rate, and the error code with which the booking must be refused at this moment. `refusal` is null if the booking must
 * succeed.
 */
const judge = (quote: Quote, rateId: string | null, now: number): Choice => {
  if (quote.status === 'booked') return { rateId, rate: null, refusal: 'QUOTE_ALREADY_BOOKED' }
  if (quote.status === 'cancelled') return { rateId, rate: null, refusal: 'QUOTE_CANCELLED' }
  if (quote.purchase) return { rateId, rate: null, refusal: 'BOOKING_IN_PROGRESS' }
  if (rateId === null && isExportAir(quote)) return { rateId, rate: null, refusal: 'RATE_REQUIRED' }
  const rate = rateId === null ? (quote.selected ?? quote.rates[0]!) : (quote.shown.get(rateId) ?? null)
  if (rate === null) return { rateId, rate, refusal: 'RATE_NOT_FOUND' }
  const isEstimate = isImportAir(quote) && rateId === null
  return { rateId, rate, refusal: isEstimate || isGood(rate, now) ? null : 'QUOTE_RATE_OUTDATED' }
}

const drawRateId = (sim: Simulation, quote: Quote): string | null => {
  const { draw } = sim
  const current = quote.selected ? [quote.selected] : quote.rates
  if (draw.chance(0.06)) return UNKNOWN.rate
  if (draw.chance(0.06)) {
    const other = draw.pick(quote.desk.quotes)
    return other === quote ? null : ([...other.shown.keys()][0] ?? null)
  }
  if (draw.chance(0.15)) return null
  if (draw.chance(0.25)) return draw.pick([...quote.shown.keys()])
  if (isImportAir(quote) && draw.chance(0.6)) return null
  return current.length > 0 ? draw.pick(current).id : null
}

const freshQuote = (sim: Simulation): Quote | null => {
  const { quotes, offsetMs } = anyDesk(sim)
  const isBookable = ({ status, selected, rates }: Quote): boolean =>
    status === 'pending' && isGood(selected ?? rates[0]!, sim.now() + offsetMs)
  return quotes.findLast(isBookable) ?? null
}

/** Books a quote exactly at the end of the hour for which its rate is valid, a millisecond later, or a minute later. */
export const bookAtTheHour = async (sim: Simulation): Promise<void> => {
  const quote = freshQuote(sim)
  if (!quote) return
  const rate = quote.selected ?? sim.draw.pick(quote.rates)
  const left = rate.createdAt + HOUR_MS - (sim.now() + quote.desk.offsetMs)
  sim.servers.advance(left + sim.draw.pick([0, 1, 60_000]))
  sim.count('booked at the hour')
  await book(sim, quote, isImportAir(quote) && sim.draw.chance(0.5) ? null : rate.id)
}

export const bookQuote = async (sim: Simulation): Promise<void> => {
  const quote = sim.draw.chance(0.6) ? freshQuote(sim) : anyQuote(sim)
  if (quote) await book(sim, quote, drawRateId(sim, quote))
}

const book = async (sim: Simulation, quote: Quote, rateId: string | null): Promise<void> => {
  const { desk } = quote
  const foreseen = judge(quote, rateId, sim.now() + desk.offsetMs)
  const ending = foreseen.refusal === null && foreseen.rate!.outside && sim.draw.chance(0.5) ? sim.draw.pick(ENDINGS) : null
  if (ending) sim.servers.carrier!.order(ending.fault)
  const answer = await sim.post(desk, `/v1/packages/${quote.id}/create_shipment`, rateId === null ? {} : { rate_id: rateId })
  const now = answer.at + desk.offsetMs
  const { rate, refusal } = judge(quote, rateId, now)
  if (sim.isRefused(answer, refusal ?? ending?.code ?? null)) {
    if (refusal === null && ending && ending.becomes !== 'free') quote.purchase = { rate: rate!, becomes: ending.becomes }
    return checkQuote(sim, quote)
  }
  const json = answer.isLost ? await sim.read(desk, `/v1/parcel_quotes/${quote.id}`) : answer.json
  applyBooking(quote, isImportAir(quote) && rateId === null ? renewed(sim.world, quote, now) : rate!, json, now)
  assertQuote(quote, json)
  sim.count(`booked: ${quote.direction} ${quote.by}${rate!.outside ? ' with a carrier' : ''}`)
  await checkBooked(sim, quote, answer.at)
}

const checkBooked = async (sim: Simulation, quote: Quote, at: number): Promise<void> => {
  const { desk } = quote
  await checkQuote(sim, quote, { by: desk, at })
  for (const parcel of quote.parcels) {
    await learnShipment(sim, quote, parcel.id)
    await checkParcel(sim, parcel, { by: desk, at })
  }
}

/** Waiting time before each look-up. A purchase is taken as failed once look-ups have found nothing for two minutes. */
const LOOKS_MS = [20_000, 130_000, 130_000]

/** Looks up all open purchases until they are settled, and checks that each has the outcome that its fault requires. */
export const settlePurchases = async (sim: Simulation): Promise<void> => {
  const open = desksOf(sim.world).flatMap(({ quotes }) => quotes.filter(({ purchase }) => purchase))
  if (open.length === 0) return
  const moments: number[] = []
  for (const ms of LOOKS_MS) {
    sim.servers.advance(ms)
    moments.push(sim.now())
    await sim.servers.settlePurchases()
  }
  for (const quote of open) {
    const { rate, becomes } = quote.purchase!
    quote.purchase = null
    sim.count(`settled as ${becomes}`)
    if (becomes === 'not bought') {
      await checkQuote(sim, quote)
      continue
    }
    const json = await sim.read(quote.desk, `/v1/parcel_quotes/${quote.id}`)
    const at = moments.find((moment) => iso(moment) === json.booked_at)
    assert.ok(at !== undefined, `${quote.id} is booked when it was looked up`)
    applyBooking(quote, rate, json, at)
    await checkBooked(sim, quote, at)
  }
}

/** A package exported by air is in a shipment as soon as it is booked. The model reads the id of this shipment from the server. */
const learnShipment = async (sim: Simulation, quote: Quote, id: string): Promise<void> => {
  if (!isExportAir(quote)) return
  const parcel = quote.parcels.find((each) => each.id === id)!
  const { shipment_id } = await sim.read('warehouse', `/ops/v1/packages/${id}`)
  assert.ok(shipment_id, 'export air is in the shipment that was bought')
  parcel.shipmentId = shipment_id
}

const refusalToCancel = ({ status, purchase }: Quote): string | null => {
  if (status === 'pending') return purchase ? 'BOOKING_IN_PROGRESS' : null
  return status === 'booked' ? 'QUOTE_ALREADY_BOOKED' : 'QUOTE_CANCELLED'
}

export const cancelQuote = async (sim: Simulation): Promise<void> => {
  const quote = anyQuote(sim)
  if (!quote) return
  const isStaff = sim.draw.chance(0.3)
  const by = isStaff ? 'warehouse' : quote.desk
  const comment = sim.draw.chance(0.5) ? `Not wanted ${sim.draw.upTo(99)}` : null
  const path = isStaff ? `/ops/v1/quotes/${quote.id}/cancel` : `/v1/parcel_quotes/${quote.id}/cancel`
  const answer = await sim.post(by, path, comment === null ? {} : { comment })
  if (sim.isRefused(answer, refusalToCancel(quote))) return checkQuote(sim, quote)
  Object.assign(quote, {
    status: 'cancelled',
    cancelledAt: answer.at + quote.desk.offsetMs,
    closedReason: isStaff ? 'cancelled_by_operator' : 'cancelled_by_business',
    comment,
  })
  quote.events.push('quote.cancelled')
  if (!answer.isLost) assertQuote(quote, answer.json)
  sim.count('quotes cancelled')
  await checkQuote(sim, quote, { by, at: answer.at })
}

/**
 * Requests objects that do not exist, or that belong to another business or mode. The server must answer 404. A request without an API key
 * must get a 401.
 */
export const trespass = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const desk = anyDesk(sim)
  const stranger = strangerTo(sim, desk)
  const quote = desk.quotes.length > 0 && draw.chance(0.8) ? draw.pick(desk.quotes).id : UNKNOWN.quote
  const parcel = desk.parcels.length > 0 && draw.chance(0.8) ? draw.pick(desk.parcels).id : UNKNOWN.parcel
  const customer = desk.customers.length > 0 ? draw.pick(desk.customers).id : 'pcus_00000000000000000000000000'
  const tries: (() => Promise<Answer>)[] = [
    () => sim.get(stranger, `/v1/parcel_quotes/${quote}`),
    () => sim.post(stranger, `/v1/parcel_quotes/${quote}/cancel`),
    () => sim.post(stranger, `/v1/packages/${quote}/create_shipment`),
    () => sim.post(stranger, `/v1/packages/${parcel}/cancel`),
    () => sim.post(stranger, `/v1/packages/${parcel}/notices`, { action: draw.pick(['hold', 'release']) }),
    () => sim.get(stranger, `/v1/packages/${parcel}/track`),
    () => sim.get(stranger, `/v1/parcel-customers/${customer}`),
    () => sim.post(stranger, `/v1/test_helpers/packages/${parcel}/${draw.pick(['receive', 'depart', 'deliver'])}`),
  ]
  if (draw.chance(0.2)) {
    const answer = draw.chance(0.5)
      ? await sim.get('nobody', `/v1/parcel_quotes/${quote}`)
      : await sim.post('nobody', `/v1/packages/${parcel}/cancel`)
    sim.isRefused(answer, 'UNAUTHORIZED')
    return
  }
  sim.isRefused(await draw.pick(tries)(), 'NOT_FOUND')
  if (desk.parcels.length > 0 && draw.chance(0.3)) await checkParcel(sim, draw.pick(desk.parcels))
}
