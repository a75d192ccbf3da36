// Converts rate cards, exchange rates and warehouses to the JSON of /ops/v1 and of the command line.

import type { CardChange } from '../../domain/pricing/card-csv/diff-cards.ts'
import { describeDiff } from '../../domain/pricing/card-csv/diff-cards.ts'
import type { CardVersion } from '../../domain/pricing/card-version.ts'
import type { ListedCard, ShownCard, VersionInState } from '../../flows/pricing/read-cards.ts'
import { instant, nullableInstant, omitNulls } from '../../platform/http/wire-format.ts'
import type { RecordedFx } from '../../store/pricing/fx-rates.ts'
import type { Warehouse } from '../../store/pricing/warehouses.ts'
import { isSample } from '../../store/pricing/warehouses.ts'

export const presentListed = ({ card, inForce, next, draft }: ListedCard) => ({
  card_id: card.id,
  kind: card.kind,
  title: card.title,
  currency: card.currency,
  business_id: card.businessId,
  in_force: inForce?.version ?? null,
  since: nullableInstant(inForce?.effectiveFrom ?? null),
  next: next?.version ?? null,
  next_from: nullableInstant(next?.effectiveFrom ?? null),
  draft: draft?.version ?? null,
})

export const presentVersion = (card: CardVersion) => ({
  card_id: card.id,
  version: card.version,
  kind: card.kind,
  title: card.title,
  currency: card.currency,
  sample: card.sample,
  business_id: card.businessId,
  created_at: instant(card.createdAt),
  published_at: nullableInstant(card.publishedAt),
  effective_from: nullableInstant(card.effectiveFrom),
  discarded_at: nullableInstant(card.discardedAt),
})

const presentInState = ({ state, ...card }: VersionInState) => ({ ...presentVersion(card), state })

export const presentShown = ({ chosen, columns, rows, history }: ShownCard) => ({
  ...presentInState(chosen),
  columns,
  rows,
  versions: history.map(presentInState),
})

export const presentChange = ({ change, where, before, after, percent }: CardChange) => {
  const { weightBreak, containerSize, ...place } = where
  return {
    change,
    ...place,
    ...(weightBreak ? { over_kg: weightBreak.overKg, up_to_kg: weightBreak.upToKg } : {}),
    ...(containerSize === undefined ? {} : { container_size: containerSize }),
    before,
    after,
    percent,
  }
}

const nameOf = ({ id, version }: CardVersion) => ({ card_id: id, version })

export const presentComparison = ({ from, to, changes }: { from: CardVersion; to: CardVersion | null; changes: CardChange[] }) => ({
  from: nameOf(from),
  to: to && nameOf(to),
  changes: changes.map(presentChange),
  in_words: describeDiff(changes),
})

export const presentFx = (fx: RecordedFx) => ({
  fx_id: fx.id,
  pair: `${fx.base}/${fx.quote}`,
  rate: fx.rate,
  source: fx.source,
  effective_from: instant(fx.effectiveFrom),
  recorded_at: instant(fx.recordedAt),
})

export const presentWarehouse = (warehouse: Warehouse) => {
  const { id, country, address } = warehouse
  const { street, city, state, postalCode: postal_code, country: name } = address
  return {
    warehouse_id: id,
    country,
    address: omitNulls({ street, city, state, postal_code, country: name }),
    sample: isSample(warehouse),
  }
}
