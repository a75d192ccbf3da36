// waybill cards import, publish and discard: from a file to a version in force.

import { readFrom } from '../domain/values/moments.ts'
import { importCard } from '../flows/pricing/import-card.ts'
import { discardCard, publishCard } from '../flows/pricing/publish-card.ts'
import { presentVersion } from '../http/ops/pricing/card-present.ts'
import { printMistakes, readCardFile, readCardRef, readKind } from './card-files.ts'
import { commandLineAuthor } from './command-line-author.ts'
import type { Output } from './output.ts'
import { iso, warn } from './output.ts'
import { withStore } from './with-store.ts'

type ImportOptions = { id: string; kind?: string; business?: string; replace?: boolean }

export const runCardsImport = (out: Output, file: string, options: ImportOptions): Promise<void> =>
  withStore(async (deps) => {
    const { id, business = null, replace = false } = options
    const read = { id, business, replace, kind: readKind(options.kind), bytes: await readCardFile(file) }
    const imported = await importCard(deps, commandLineAuthor(deps), read)
    if (!imported.ok) return printMistakes(out, file, imported.mistakes, '; nothing was imported')
    const { draft, replaced } = imported
    out.print(
      { ...presentVersion(draft), replaced: replaced?.version ?? null },
      `Draft ${draft.id}@${draft.version} is made${replaced ? `; version ${replaced.version} is discarded` : ''}. It prices nothing until it is published.`,
    )
  })

export const runCardsPublish = (out: Output, text: string, options: { from?: string }): Promise<void> =>
  withStore(async (deps) => {
    const { card, warnings } = await publishCard(deps, commandLineAuthor(deps), readCardRef(text), readFrom('--from', options.from))
    out.print({ ...presentVersion(card), warnings }, `Published ${card.id}@${card.version}, in force from ${iso(card.effectiveFrom)}.`)
    warn(warnings)
  })

export const runCardsDiscard = (out: Output, text: string): Promise<void> =>
  withStore(async (deps) => {
    const card = await discardCard(deps, commandLineAuthor(deps), readCardRef(text))
    out.print(presentVersion(card), `Discarded ${card.id}@${card.version}.`)
  })
