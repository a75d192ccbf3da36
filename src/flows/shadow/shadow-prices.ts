// Re-prices the quotes of a period with a card or FX rate that is not in force, and reports the difference.

import { accepted } from '../../domain/pricing/card-csv/mistakes.ts'
import type { CardRef } from '../../domain/pricing/card-version.ts'
import { isPublished } from '../../domain/pricing/card-version.ts'
import { readFxRate, readPair } from '../../domain/pricing/fx.ts'
import type { CardKind, FxRate, RateCard } from '../../domain/pricing/rate-card.ts'
import type { History } from '../../domain/shadow/price-history.ts'
import { pastBooks } from '../../domain/shadow/price-history.ts'
import type { Trial } from '../../domain/shadow/shadow-price.ts'
import { shadowPrice } from '../../domain/shadow/shadow-price.ts'
import type { ShadowReport } from '../../domain/shadow/shadow-report.ts'
import { collectShadow } from '../../domain/shadow/shadow-report.ts'
import { invalidField, Problems, Rejection } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Snapshot } from '../../platform/engine/db.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import { listFx } from '../../store/pricing/fx-rates.ts'
import * as rateCards from '../../store/pricing/rate-cards.ts'
import type { Flow, Period } from '../../store/shadow/quoted-prices.ts'
import { countQuotes, quotePages } from '../../store/shadow/quoted-prices.ts'
import type { Deps } from '../deps.ts'
import { cardVersions, chooseDraft } from '../pricing/read-cards.ts'

/** The search for a shorter period ends when the period has at least this share of the allowed quotes. */
const FULL_ENOUGH = 0.9

/**
 * Used if a period has no `until`. The current time would be too early, because quotes made with a test clock may have dates in the future.
 */
const END_OF_TIME = Number.MAX_SAFE_INTEGER

/** Moves the start of the period forward until the period has at most `max` quotes. Uses a binary search. */
export const newestOfPeriod = async (period: Period, max: number, count: (period: Period) => Promise<number>): Promise<Period> => {
  let [tooEarly, since] = [period.since, period.until ?? END_OF_TIME]
  while (since - tooEarly > 1) {
    const middle = tooEarly + Math.floor((since - tooEarly) / 2)
    const found = await count({ ...period, since: middle })
    if (found > max) tooEarly = middle
    else {
      since = middle
      if (found >= max * FULL_ENOUGH) break
    }
  }
  return { ...period, since }
}

export type ShadowRequest = {
  /** The card to try: a named version, or the draft if no version is named. Null if only an exchange rate is tried. */
  card: CardRef | null
  /** Example: `USD/NGN=1500`. */
  fx: string | null
  period: Period
  mode: Mode
  /** The limits of a run whose result a user waits for. A run without limits covers the whole period. */
  bound?: ShadowBound
}

export type ShadowBound = { quotesMax: number; timeMaxMs: number }

/** `period`: the period that was covered. If the requested period has more quotes than `bound` allows, only its newest part is covered. */
export type Shadowed = Omit<ShadowRequest, 'bound'> & {
  quotesInPeriod: number
  trial: Trial
  report: ShadowReport
  businessNames: ReadonlyMap<string, string>
}

export type Progress = (progress: { step: string; done: number; total: number }) => void

const FLOW_OF_KIND: Readonly<Record<CardKind, NonNullable<Flow>>> = {
  export_air: { direction: 'export', transportMode: 'air' },
  import_air: { direction: 'import', transportMode: 'air' },
  ocean_import: { direction: 'import', transportMode: 'ocean' },
  ocean_export: { direction: 'export', transportMode: 'ocean' },
}

export const shadowPrices = async (deps: Deps, request: ShadowRequest, progress: Progress): Promise<Shadowed> => {
  const { period: asked, mode, bound } = request
  if (asked.until !== null && asked.since >= asked.until) throw new Rejection('VALIDATION_FAILED', 'The period must begin before it ends.')
  const [now, startedAt] = [deps.clock(), deps.monotonic()]
  const trial: Trial = {
    card: request.card && (await trialCard(deps, request.card)),
    fx: request.fx === null ? null : trialFx(request.fx, now),
  }
  if (!trial.card && !trial.fx) throw new Rejection('VALIDATION_FAILED', 'Name a card, an exchange rate, or both.')
  const cardAlone = trial.fx ? null : trial.card
  const flow = cardAlone && FLOW_OF_KIND[cardAlone.tariff.kind]
  const all = await businesses.list(deps.db)
  const owner = cardAlone?.businessId ?? null
  const scopes = all.filter(({ id }) => owner === null || id === owner).map(({ id }) => ({ businessId: id, mode }))

  const { add, report } = collectShadow()
  const ran = await deps.db.snapshot(async (view) => {
    const count = async (within: Period): Promise<number> => {
      let found = 0
      for (const scope of scopes) found += await countQuotes(view, scope, within, flow)
      return found
    }
    const past = pastBooks(await readHistory(view), now)
    const quotesInPeriod = await count(asked)
    const isTooMuch = bound !== undefined && quotesInPeriod > bound.quotesMax
    const period = isTooMuch ? await newestOfPeriod(asked, bound.quotesMax, count) : asked
    const total = isTooMuch ? await count(period) : quotesInPeriod
    let done = 0
    for (const scope of scopes) {
      for await (const page of quotePages(view, scope, period, flow)) {
        for (const quote of page) add(quote, shadowPrice(quote, trial, past))
        done += page.length
        progress({ step: 'Re-pricing', done, total })
        if (bound && deps.monotonic() - startedAt > bound.timeMaxMs) throw tookTooLong(bound)
      }
    }
    return { period, quotesInPeriod }
  })
  const businessNames = new Map(all.map(({ id, prefix }) => [id, prefix]))
  return { card: request.card, fx: request.fx, mode, ...ran, trial, report: report(), businessNames }
}

const tookTooLong = ({ timeMaxMs }: ShadowBound): Rejection =>
  invalidField('since', `is too long ago: re-pricing took more than ${timeMaxMs / 1000} seconds and was stopped`)

const trialCard = async ({ db }: Deps, ref: CardRef): Promise<RateCard> => {
  const { id, version } = chooseDraft(await cardVersions(db, ref.id), ref)
  return rateCards.loadCard(db, id, version)
}

const trialFx = (text: string, now: number): FxRate => {
  const problems = new Problems()
  const [pair = '', rate = ''] = text.split('=')
  const currencies = accepted(readPair(pair), 'fx', problems)
  const figure = accepted(readFxRate(rate), 'fx', problems)
  problems.throwIfAny()
  return { id: 'trial', ...currencies!, rate: figure!, effectiveFrom: now, source: 'a trial' }
}

const readHistory = async (view: Pick<Snapshot, 'query'>): Promise<History> => {
  const published = (await rateCards.listVersions(view)).filter(isPublished)
  const cards: History['cards'][number][] = []
  for (const { id, version, publishedAt } of published) cards.push({ ...(await rateCards.loadCard(view, id, version)), publishedAt })
  return { cards, fx: await listFx(view) }
}
