// Simulation steps of the operator: rate cards, exchange rates, terms, new businesses, clocks.

import assert from 'node:assert/strict'
import type { CardId } from './prices.ts'
import { CARD_IDS, cardFile, drawTariff } from './prices.ts'
import { anyDesk } from './quote-steps.ts'
import { WAREHOUSE } from './requests.ts'
import type { Simulation } from './simulation.ts'
import { openHub } from './site-steps.ts'
import type { Desk, Shop } from './world.ts'
import { iso } from './world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A test clock that is further ahead than this is reset. Dates then stay within the years whose time zone rules are known. */
const OFFSET_MAX_MS = 400 * DAY_MS

const done = (answer: { status: number; text: string }): void => assert.ok(answer.status < 300, answer.text)

export const publishCard = async (sim: Simulation, id: CardId = sim.draw.pick(CARD_IDS)): Promise<void> => {
  const { draw, world } = sim
  const tariff = drawTariff(id, draw)
  const title = `Model card ${id}`
  const imported = await sim.post('admin', '/ops/v1/cards/import', { id, csv: cardFile(title, tariff), replace: true })
  if (!imported.isLost) done(imported)
  const answer = await sim.post('admin', `/ops/v1/cards/${id}/publish`)
  if (!answer.isLost) done(answer)
  const version = world.cards.length + 2
  world.cards.push({
    id,
    version,
    title,
    currency: 'USD',
    sample: false,
    businessId: null,
    effectiveFrom: answer.at,
    from: answer.at,
    tariff,
  })
  sim.count('cards published')
}

/**
 * Sets an exchange rate. Sometimes tries a rate far from the last rate. The server refuses such a rate, because the request lacks the
 * required confirmation.
 */
export const setFx = async (sim: Simulation): Promise<void> => {
  const rate = String(sim.draw.between(1300, 1500, 4))
  const isFarOff = sim.draw.chance(0.1)
  const answer = await sim.post('admin', '/ops/v1/fx_rates', { pair: 'USD/NGN', rate: isFarOff ? '14000' : rate, source: 'the model' })
  if (sim.isRefused(answer, isFarOff ? 'VALIDATION_FAILED' : null)) return
  sim.world.fx.push({ from: answer.at, rate })
  sim.count('exchange rates set')
}

export const setTerms = async (sim: Simulation, shop: Shop = sim.draw.pick(sim.world.shops)): Promise<void> => {
  const { draw } = sim
  const terms = { freeDays: draw.upTo(10), dailyRate: String(draw.between(50, 900, 2)), markupPercent: String(draw.between(0, 20, 1)) }
  const body = { free_days: terms.freeDays, daily_rate: terms.dailyRate, markup_percent: terms.markupPercent }
  const answer = await sim.post('admin', `/ops/v1/businesses/${shop.id}/terms`, body)
  if (!answer.isLost) done(answer)
  shop.terms.push({ from: answer.at, ...terms })
  sim.count('terms agreed')
}

/** Advances the simulated real time by up to a day: often a minute or less, sometimes beyond the hour for which a rate is valid. */
export const passTime = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const ms = draw.pick([1_000, MINUTE_MS, MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, DAY_MS])
  sim.servers.advance(draw.chance(0.2) ? ms : draw.upTo(ms))
  sim.count('time passes')
}

export const moveTestClock = async (sim: Simulation): Promise<void> => {
  const { draw } = sim
  const desk = anyDesk(sim)
  const isReset = draw.chance(0.15) || desk.offsetMs > OFFSET_MAX_MS
  const seconds = draw.pick([60, 3_600, 3_601, 86_400, 5 * 86_400, 0.5])
  const answer = await sim.post(desk, '/v1/test_clock', isReset ? { reset: true } : { advance_seconds: seconds })
  if (sim.isRefused(answer, desk.mode === 'live' ? 'NOT_FOUND' : null)) return
  desk.offsetMs = isReset ? 0 : desk.offsetMs + seconds * 1000
  const { now } = answer.isLost ? await sim.read(desk, '/v1/test_clock') : answer.json
  assert.equal(now, iso((answer.isLost ? sim.now() : answer.at) + desk.offsetMs))
  sim.count('test clocks moved')
}

// ── Set-up ──

const SHOPS = [
  { name: 'Acme Imports', prefix: 'ACM', time_zone: 'Africa/Lagos' },
  { name: 'Bright Goods', prefix: 'BRI', time_zone: 'America/New_York' },
  { name: 'Coast Cargo', prefix: 'CO', time_zone: 'Asia/Shanghai' },
]

const openShop = async (sim: Simulation, { name, prefix, time_zone: timeZone }: (typeof SHOPS)[number]): Promise<void> => {
  const answer = await sim.post('admin', '/ops/v1/businesses', { name, prefix, time_zone: timeZone })
  done(answer)
  const shop: Shop = {
    id: answer.json.business_id,
    name,
    prefix,
    timeZone,
    terms: [{ from: 0, freeDays: 7, dailyRate: '500', markupPercent: '0' }],
    desks: [],
  }
  for (const mode of ['test', 'live'] as const) {
    const issued = await sim.post('admin', `/ops/v1/businesses/${shop.id}/keys`, { mode })
    done(issued)
    const memory: Pick<Desk, 'quotes' | 'parcels' | 'customers'> = { quotes: [], parcels: [], customers: [] }
    shop.desks.push({ ...memory, name: `${prefix}/${mode}`, shop, mode, key: issued.json.key, offsetMs: 0, nextNumber: 0 })
  }
  sim.world.shops.push(shop)
}

export const openFor = async (sim: Simulation): Promise<void> => {
  const put = await sim.change('PUT', 'admin', '/ops/v1/warehouses/CN', WAREHOUSE)
  done(put)
  await openHub(sim)
  for (const id of CARD_IDS) await publishCard(sim, id)
  sim.world.fx.push({ from: 0, rate: '1400' })
  for (const shop of SHOPS) await openShop(sim, shop)
  await setTerms(sim, sim.world.shops[1])
  sim.open()
}
