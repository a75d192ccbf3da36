// waybill cards export, validate and diff: cards as files, and what differs.

import { describeDiff } from '../domain/card-csv/describe-diff.ts'
import type { CardChange } from '../domain/card-csv/diff-cards.ts'
import { diffCards } from '../domain/card-csv/diff-cards.ts'
import { kindOfFile } from '../domain/card-csv/kind-of-file.ts'
import type { CardContent } from '../domain/card-csv/layout.ts'
import { CARD_KINDS } from '../domain/card-csv/layout.ts'
import { readCardCsv } from '../domain/card-csv/read-card.ts'
import { cardToCsv } from '../domain/card-csv/write-card.ts'
import type { CardVersion } from '../domain/card-version.ts'
import { cardRef } from '../domain/card-version.ts'
import { Rejection } from '../domain/errors.ts'
import { cardVersions, chooseDraft, chooseToRead } from '../flows/choose-card-version.ts'
import * as rateCards from '../store/rate-cards.ts'
import { printMistakes, readCardFile, readCardRef, readKind, writeCardFile } from './card-files.ts'
import { presentVersion } from './cards.ts'
import type { Output } from './output.ts'
import { withStore } from './with-store.ts'

export const runCardsExport = (out: Output, text: string, options: { output?: string; force?: boolean; json?: boolean }): Promise<void> =>
  withStore(async (deps) => {
    const ref = readCardRef(text)
    const card = chooseToRead(await cardVersions(deps.db, ref.id), ref, deps.clock())
    const csv = cardToCsv(await rateCards.loadCard(deps.db, card.id, card.version))
    const { output } = options
    if (output !== undefined) await writeCardFile(output, csv, options.force ?? false)
    if (output === undefined && !options.json) process.stdout.write(csv)
    else
      out.print(
        { ...presentVersion(card), ...(output === undefined ? { csv } : { file: output }) },
        `Wrote version ${card.version} of ${card.id} to ${output}.`,
      )
  })

export const runCardsValidate = async (out: Output, file: string, options: { kind?: string }): Promise<void> => {
  const bytes = await readCardFile(file)
  const kind = readKind(options.kind) ?? kindOfFile(bytes)
  if (!kind)
    throw new Rejection('VALIDATION_FAILED', `${file} does not say which kind of card it is: give --kind, one of ${CARD_KINDS.join(', ')}.`)
  const reading = readCardCsv(bytes, kind)
  if (!reading.ok) return printMistakes(out, file, reading.mistakes)
  const { title, currency } = reading.card
  out.print({ ok: true, file, kind, title, currency }, `${file} is right: ${kind}, ${title}, ${currency}.`)
}

const presentChange = ({ change, where, before, after, percent }: CardChange) => {
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

/** Against a file, another version, or the card's own draft. What has a dot or a slash in it is a file. */
export const runCardsDiff = (out: Output, text: string, other: string | undefined): Promise<void> =>
  withStore(async (deps) => {
    const ref = readCardRef(text)
    const versions = await cardVersions(deps.db, ref.id)
    const card = chooseToRead(versions, ref, deps.clock())
    const stored = ({ id, version }: CardVersion): Promise<CardContent> => rateCards.loadCard(deps.db, id, version)
    const show = (after: CardContent, before: CardContent): void => {
      const changes = diffCards(before, after)
      out.print(changes.map(presentChange), describeDiff(changes).join('\n'))
    }
    const before = await stored(card)
    if (other === undefined) return show(await stored(chooseDraft(versions, { id: ref.id, version: null })), before)
    const otherRef = cardRef(other)
    if (otherRef) {
      const others = await cardVersions(deps.db, otherRef.id)
      return show(await stored(chooseToRead(others, otherRef, deps.clock())), before)
    }
    const reading = readCardCsv(await readCardFile(other), card.kind)
    return reading.ok ? show(reading.card, before) : printMistakes(out, other, reading.mistakes)
  })
