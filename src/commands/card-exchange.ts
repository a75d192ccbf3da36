// waybill cards export, validate and diff: cards as files, and what differs.

import { describeDiff } from '../domain/pricing/card-csv/describe-diff.ts'
import type { CardChange } from '../domain/pricing/card-csv/diff-cards.ts'
import { cardRef } from '../domain/pricing/card-version.ts'
import { checkFile } from '../flows/pricing/check-card.ts'
import { compareCards, compareWithFile } from '../flows/pricing/compare-cards.ts'
import { exportCard } from '../flows/pricing/show-card.ts'
import { presentChange, presentVersion } from '../http/ops/pricing/card-present.ts'
import { printMistakes, readCardFile, readCardRef, readKind, writeCardFile } from './card-files.ts'
import type { Output } from './output.ts'
import { printFile } from './output.ts'
import { withStore } from './with-store.ts'

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
  const { kind, reading } = checkFile(bytes, readKind(options.kind))
  if (!reading.ok) return printMistakes(out, file, reading.mistakes)
  const { title, currency } = reading.card
  out.print({ ok: true, file, kind, title, currency }, `${file} is right: ${kind}, ${title}, ${currency}.`)
}

/** Against a file, another version, or the card's own draft. What has a dot or a slash in it is a file. */
export const runCardsDiff = (out: Output, text: string, other: string | undefined): Promise<void> =>
  withStore(async (deps) => {
    const ref = readCardRef(text)
    const show = ({ changes }: { changes: CardChange[] }): void => out.print(changes.map(presentChange), describeDiff(changes))
    const otherRef = other === undefined ? null : cardRef(other)
    if (other === undefined || otherRef) return show(await compareCards(deps, ref, otherRef))
    const compared = await compareWithFile(deps, ref, await readCardFile(other))
    return compared.ok ? show(compared) : printMistakes(out, other, compared.mistakes)
  })
