// waybill cards: list, show, export, validate, diff, import, publish and discard rate cards.

import type { CardChange } from '../../domain/pricing/card-csv/diff-cards.ts'
import { describeDiff } from '../../domain/pricing/card-csv/diff-cards.ts'
import { cardRef } from '../../domain/pricing/card-version.ts'
import { readFrom } from '../../domain/values/time-input.ts'
import { checkFile } from '../../flows/pricing/check-card.ts'
import { importCard } from '../../flows/pricing/import-card.ts'
import { discardCard, publishCard } from '../../flows/pricing/publish-card.ts'
import { compareCards, compareWithFile, exportCard, listCards, showCard } from '../../flows/pricing/read-cards.ts'
import { presentChange, presentListed, presentShown, presentVersion } from '../../http/pricing/ops-present.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import type { Output } from '../output.ts'
import { iso, printFile, since, table, warn } from '../output.ts'
import { commandLineAuthor, withStore } from '../with-store.ts'
import { printMistakes, readCardFile, readCardRef, readKind, writeCardFile } from './card-files.ts'

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

export const runCardsExport = (out: Output, text: string, options: { output?: string; force?: boolean; json?: boolean }): Promise<void> =>
  withStore(async (deps) => {
    const { card, csv } = await exportCard(deps, readCardRef(text))
    const { output } = options
    if (output !== undefined) await writeCardFile(output, csv, options.force ?? false)
    if (output === undefined && !options.json) printFile(csv)
    else
      out.print(
        { ...presentVersion(card), ...(output === undefined ? { csv } : { file: output }) },
        `Wrote version ${card.version} of ${card.id} to ${output}.`,
      )
  })

export const runCardsValidate = async (out: Output, file: string, options: { kind?: string }): Promise<void> => {
  const bytes = await readCardFile(file)
  const { kind, parsed } = checkFile(bytes, readKind(options.kind))
  if (!parsed.ok) return printMistakes(out, file, parsed.mistakes)
  const { title, currency } = parsed.card
  out.print({ ok: true, file, kind, title, currency }, `${file} is right: ${kind}, ${title}, ${currency}.`)
}

/**
 * `other`: the file or card version to compare with. A value with a dot or a slash is a file. Without `other`, the card is compared with
 * its draft.
 */
export const runCardsDiff = (out: Output, text: string, other: string | undefined): Promise<void> =>
  withStore(async (deps) => {
    const ref = readCardRef(text)
    const show = ({ changes }: { changes: CardChange[] }): void => out.print(changes.map(presentChange), describeDiff(changes))
    const otherRef = other === undefined ? null : cardRef(other)
    if (other === undefined || otherRef) return show(await compareCards(deps, ref, otherRef))
    const compared = await compareWithFile(deps, ref, await readCardFile(other))
    return compared.ok ? show(compared) : printMistakes(out, other, compared.mistakes)
  })

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
