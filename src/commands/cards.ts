// waybill cards list and show: which cards there are, and which version of each holds when.

import { listCards } from '../flows/pricing/list-cards.ts'
import { showCard } from '../flows/pricing/show-card.ts'
import { presentListed, presentShown } from '../http/ops/pricing/card-present.ts'
import * as businesses from '../store/businesses/businesses.ts'
import { readCardRef } from './card-files.ts'
import type { Output } from './output.ts'
import { since, table } from './output.ts'
import { withStore } from './with-store.ts'

export const runCardsList = (out: Output): Promise<void> =>
  withStore(async (deps) => {
    const prefixes = new Map((await businesses.list(deps.db)).map(({ id, prefix }) => [id, prefix]))
    const data = (await listCards(deps)).map(presentListed)
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

export const runCardsShow = (out: Output, text: string): Promise<void> =>
  withStore(async (deps) => {
    const card = await showCard(deps, readCardRef(text))
    const data = presentShown(card)
    const rows = data.versions.map((version) => [
      String(version.version),
      version.state,
      version.created_at,
      version.published_at ?? '',
      version.effective_from === null ? '' : since(Date.parse(version.effective_from)),
      `${version.title}, ${version.currency}`,
    ])
    const whose = data.business_id === null ? 'the operator’s own card' : `for ${data.business_id} alone`
    const versions = table([['version', 'state', 'made', 'published', 'in force from', 'title'], ...rows])
    const sheet = card.csv.trimEnd().split(/\r?\n/)
    out.print(data, [`${data.card_id}: ${data.kind}, ${whose}`, '', ...versions, '', `Version ${data.version}:`, '', ...sheet])
  })
