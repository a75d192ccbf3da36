// waybill cards list and show: which cards there are, and which version of each holds when.

import { readCsv } from '../domain/card-csv/csv-text.ts'
import { cardToCsv } from '../domain/card-csv/write-card.ts'
import type { CardVersion } from '../domain/card-version.ts'
import { cardState, isDraft, versionInForce } from '../domain/card-version.ts'
import { cardVersions, chooseToRead } from '../flows/choose-card-version.ts'
import * as businesses from '../store/businesses.ts'
import * as rateCards from '../store/rate-cards.ts'
import { readCardRef } from './card-files.ts'
import type { Output } from './output.ts'
import { iso, since, table } from './output.ts'
import { withStore } from './with-store.ts'

/** A version as commands print it. */
export const presentVersion = (card: CardVersion) => ({
  card_id: card.id,
  version: card.version,
  kind: card.kind,
  title: card.title,
  currency: card.currency,
  sample: card.sample,
  business_id: card.businessId,
  created_at: iso(card.createdAt),
  published_at: iso(card.publishedAt) || null,
  effective_from: iso(card.effectiveFrom) || null,
  discarded_at: iso(card.discardedAt) || null,
})

export const runCardsList = (out: Output): Promise<void> =>
  withStore(async (deps) => {
    const now = deps.clock()
    const prefixes = new Map((await businesses.list(deps.db)).map(({ id, prefix }) => [id, prefix]))
    const cards = Map.groupBy(await rateCards.listVersions(deps.db), ({ id }) => id)
    const data = [...cards.values()].map((versions) => {
      const current = versionInForce(versions, now)
      const scheduled = versions.filter((card) => cardState(card, versions, now) === 'scheduled')
      const [next] = scheduled.toSorted((a, b) => a.effectiveFrom! - b.effectiveFrom!)
      const { id, kind, title, currency, businessId } = current ?? versions.at(-1)!
      return {
        card_id: id,
        kind,
        title,
        currency,
        business_id: businessId,
        in_force: current?.version ?? null,
        since: iso(current?.effectiveFrom ?? null) || null,
        next: next?.version ?? null,
        next_from: iso(next?.effectiveFrom ?? null) || null,
        draft: versions.find(isDraft)?.version ?? null,
      }
    })
    const rows = data.map((card) => [
      card.card_id,
      card.kind,
      card.business_id === null ? 'all' : (prefixes.get(card.business_id) ?? card.business_id),
      card.in_force === null ? '' : `${card.in_force} since ${since(Date.parse(card.since!))}`,
      card.next === null ? '' : `${card.next} from ${card.next_from}`,
      String(card.draft ?? ''),
      `${card.title}, ${card.currency}`,
    ])
    out.print(data, table([['id', 'kind', 'for', 'in force', 'next', 'draft', 'title'], ...rows]))
  })

/** The rows of a card file under their column names, without the empty cells. */
const rowsOf = (csv: string): Record<string, string>[] => {
  const [header = [], ...rows] = readCsv(csv).rows
  return rows.map((cells) =>
    Object.fromEntries(header.map((column, index) => [column, cells[index] ?? '']).filter(([, cell]) => cell !== '')),
  )
}

export const runCardsShow = (out: Output, text: string): Promise<void> =>
  withStore(async (deps) => {
    const now = deps.clock()
    const ref = readCardRef(text)
    const versions = await cardVersions(deps.db, ref.id)
    const chosen = chooseToRead(versions, ref, now)
    const csv = cardToCsv(await rateCards.loadCard(deps.db, chosen.id, chosen.version))
    const history = versions.map((card) => ({ ...presentVersion(card), state: cardState(card, versions, now) }))
    const rows = history.map((card) => [
      String(card.version),
      card.state,
      card.created_at,
      card.published_at ?? '',
      card.effective_from === null ? '' : since(Date.parse(card.effective_from)),
      `${card.title}, ${card.currency}`,
    ])
    const head = `${chosen.id}: ${chosen.kind}, ${chosen.businessId === null ? 'the operator’s own card' : `for ${chosen.businessId} alone`}`
    const parts = [
      head,
      table([['version', 'state', 'made', 'published', 'in force from', 'title'], ...rows]),
      `Version ${chosen.version}:`,
      csv.trimEnd(),
    ]
    out.print({ ...history.find(({ version }) => version === chosen.version), rows: rowsOf(csv), versions: history }, parts.join('\n\n'))
  })
