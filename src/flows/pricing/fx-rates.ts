// Saves an exchange rate with its source and start time, and lists all rates. Rates are never edited: a correction is a new rate.

import { accepted } from '../../domain/pricing/card-csv/mistakes.ts'
import { changePercent, isGreatChange, readFxRate, readPair } from '../../domain/pricing/fx.ts'
import type { FxRate } from '../../domain/pricing/rate-card.ts'
import { inForce } from '../../domain/values/calendar.ts'
import { invalidField, Problems } from '../../domain/values/errors.ts'
import { effectiveFrom } from '../../domain/values/time-input.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { RecordedFx } from '../../store/pricing/fx-rates.ts'
import { fxAt, listFx, recordFx } from '../../store/pricing/fx-rates.ts'
import type { Deps } from '../deps.ts'

const SOURCE_MAX_CHARACTERS = 255

export type FxRequest = {
  /** Example: `USD/NGN`. */
  pair: string
  rate: string
  source: string
  /** When the rate comes into force. Null means now. */
  from: number | null
  /** True if the user has confirmed that the rate changes by more than half. */
  confirm: boolean
}

type SetFx = { fx: RecordedFx; before: FxRate | null; warnings: string[] }

const checkSource = (text: string, problems: Problems): string => {
  const source = text.trim()
  if (source === '' || source.length > SOURCE_MAX_CHARACTERS) {
    problems.add('source', `must name the source of the rate, in 1 to ${SOURCE_MAX_CHARACTERS} characters`)
  }
  if (/\p{C}/u.test(source)) problems.add('source', 'must not contain line breaks or other invisible characters')
  return source
}

/** Rates are set one at a time, because each is compared with the previous one. */
const LOCKS = { locks: ['exchange rates'] }

export const setFx = (deps: Deps, author: Author, request: FxRequest): Promise<SetFx> =>
  deps.db.transaction(
    author,
    async (tx) => {
      const known = await listFx(tx)
      // The clock is read after the lock is taken, so that rates are recorded in order.
      const now = deps.clock()
      const problems = new Problems()
      const pair = accepted(readPair(request.pair), 'pair', problems)
      const rate = accepted(readFxRate(request.rate), 'rate', problems)!
      const source = checkSource(request.source, problems)
      const begins = effectiveFrom(request.from, now, problems)
      problems.throwIfAny()

      const { base, quote } = pair!
      const isPair = (fx: FxRate): boolean => fx.base === base && fx.quote === quote
      const before = (await fxAt(tx, begins, Number.MAX_SAFE_INTEGER)).find(isPair) ?? null
      if (before && isGreatChange(before.rate, rate) && !request.confirm) {
        const percent = changePercent(before.rate, rate)
        throw invalidField('confirm', `is needed: ${rate} after ${before.rate} is a change of ${percent} %`)
      }
      const fx = { id: deps.newId('fx'), base, quote, rate, source, effectiveFrom: begins, recordedAt: now }
      await recordFx(tx, author, fx, now)
      const warnings = known
        .filter((other) => isPair(other) && other.effectiveFrom > begins)
        .map((other) => `${other.rate}, recorded earlier, replaces it on ${new Date(other.effectiveFrom).toISOString()}.`)
      return { fx, before, warnings }
    },
    LOCKS,
  )

type ListedFx = RecordedFx & { isInForce: boolean }

export const listFxRates = async (deps: Deps): Promise<ListedFx[]> => {
  const pairs = Map.groupBy(await listFx(deps.db), ({ base, quote }) => `${base}/${quote}`)
  return [...pairs.values()].flatMap((rates) => {
    const current = inForce(rates, deps.clock())
    return rates.map((fx) => ({ ...fx, isInForce: fx === current }))
  })
}
