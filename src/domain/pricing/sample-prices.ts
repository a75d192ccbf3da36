// The sample prices still in use: cards and exchange rates added at the first start and not yet replaced by the operator.

import { SAMPLE_FX } from '../demo/sample-cards.ts'
import { allCountries } from '../values/country.ts'
import type { PriceBook } from './pricing.ts'
import type { RateCard } from './rate-card.ts'
import { cardsFor } from './rate-card.ts'

export type SamplePrices = { cards: RateCard[]; pairs: string[] }

/**
 * Finds the samples in use. A sample card is in use if it is the best card for at least one country. `cards` must not contain cards for a
 * single business.
 */
export const samplesInUse = ({ cards, fx }: Pick<PriceBook, 'cards' | 'fx'>): SamplePrices => {
  const kinds = new Set(cards.filter(({ sample }) => sample).map(({ tariff }) => tariff.kind))
  const first = [...kinds].flatMap((kind) => allCountries.flatMap((country) => cardsFor(cards, kind, country).slice(0, 1)))
  return {
    cards: cards.filter((card) => card.sample && first.some((each) => each.id === card.id)),
    pairs: fx.filter(({ source }) => source === SAMPLE_FX.source).map(({ base, quote }) => `${base}/${quote}`),
  }
}
