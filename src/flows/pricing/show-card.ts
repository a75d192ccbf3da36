// Shows a version of a card as file and table, with the card's history.

import { headerOf } from '../../domain/pricing/card-csv/layout.ts'
import { cardToCsv } from '../../domain/pricing/card-csv/write-card.ts'
import type { CardRef, CardState, CardVersion } from '../../domain/pricing/card-version.ts'
import { cardState } from '../../domain/pricing/card-version.ts'
import { readCsv } from '../../domain/values/csv-text.ts'
import * as rateCards from '../../store/pricing/rate-cards.ts'
import type { Deps } from '../deps.ts'
import { cardVersions, chooseToRead } from './choose-card-version.ts'

export type VersionInState = CardVersion & { state: CardState }

export type ShownCard = {
  chosen: VersionInState
  csv: string
  columns: string[]
  /** By column name, without empty cells. */
  rows: Record<string, string>[]
  /** Oldest first. */
  history: VersionInState[]
}

/** The named version, else the one in force, else the last. */
export const exportCard = async ({ db, clock }: Deps, ref: CardRef): Promise<{ card: CardVersion; csv: string }> => {
  const card = chooseToRead(await cardVersions(db, ref.id), ref, clock())
  return { card, csv: cardToCsv(await rateCards.loadCard(db, card.id, card.version)) }
}

const rowsOf = (csv: string): Record<string, string>[] => {
  const [header = [], ...rows] = readCsv(csv.replace(/^\uFEFF/, '')).rows
  return rows.map((cells) =>
    Object.fromEntries(header.map((column, index) => [column, cells[index] ?? '']).filter(([, cell]) => cell !== '')),
  )
}

export const showCard = async (deps: Deps, ref: CardRef): Promise<ShownCard> => {
  const now = deps.clock()
  const { card, csv } = await exportCard(deps, ref)
  const versions = await cardVersions(deps.db, card.id)
  const history = versions.map((version) => ({ ...version, state: cardState(version, versions, now) }))
  const chosen = history.find(({ version }) => version === card.version)!
  return { chosen, csv, columns: headerOf(card.kind), rows: rowsOf(csv), history }
}
