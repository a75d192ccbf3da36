// Rate card files for tests: sample cards as CSV, and functions to edit, import and publish these cards.

import assert from 'node:assert/strict'
import { SAMPLE_CARDS } from '../../../src/domain/demo/sample-cards.ts'
import { cardToCsv } from '../../../src/domain/pricing/card-csv/write-card.ts'
import type { CardVersion } from '../../../src/domain/pricing/card-version.ts'
import { Rejection } from '../../../src/domain/values/errors.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import type { CardFile } from '../../../src/flows/pricing/import-card.ts'
import { importCard } from '../../../src/flows/pricing/import-card.ts'
import { publishCard } from '../../../src/flows/pricing/publish-card.ts'
import type { Db } from '../../../src/platform/engine/db.ts'
import { byTest } from './authors.ts'

export const sampleCsv = (id: string): string => {
  const card = SAMPLE_CARDS.find((sample) => sample.id === id)
  assert.ok(card, id)
  return cardToCsv(card)
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A file that imports the next version of a sample card. `edit` may change the content. */
export const cardFile = (id: string, more: Partial<CardFile> & { edit?: (csv: string) => string } = {}): CardFile => {
  const { edit = (csv) => csv, ...rest } = more
  return { id, bytes: bytesOf(edit(sampleCsv(id))), kind: null, business: null, replace: false, ...rest }
}

export const newDraft = async (deps: Deps, file: CardFile): Promise<CardVersion> => {
  const imported = await importCard(deps, byTest(deps), file)
  assert.ok(imported.ok, JSON.stringify(imported))
  return imported.draft
}

export const publishFile = async (deps: Deps, file: CardFile, from: number | null = null): Promise<void> => {
  await newDraft(deps, file)
  await publishCard(deps, byTest(deps), { id: file.id, version: null }, from)
}

export const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => assert.fail('was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Rejection)) throw error
  return error.messages.join('\n')
}

/** Opens several connections before calls race each other. Otherwise the first call would finish before the others are connected. */
export const openConnections = async (db: Db): Promise<void> => {
  await Promise.all(Array.from({ length: 8 }, () => db.query('select 1 as one')))
}
