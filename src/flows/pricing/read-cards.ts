// Reads rate cards: the list of cards, one version with the history of its card, and the differences between two versions.

import type { CardChange } from '../../domain/pricing/card-csv/diff-cards.ts'
import { diffCards } from '../../domain/pricing/card-csv/diff-cards.ts'
import { headerOf } from '../../domain/pricing/card-csv/layout.ts'
import type { Mistake } from '../../domain/pricing/card-csv/mistakes.ts'
import { readCardCsv } from '../../domain/pricing/card-csv/read-card.ts'
import { cardToCsv } from '../../domain/pricing/card-csv/write-card.ts'
import type { CardRef, CardState, CardVersion, PublishedVersion } from '../../domain/pricing/card-version.ts'
import { cardState, isDraft, isPublished, versionInForce } from '../../domain/pricing/card-version.ts'
import { readCsv } from '../../domain/values/csv-text.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as rateCards from '../../store/pricing/rate-cards.ts'
import type { Deps } from '../deps.ts'

export const cardVersions = async (db: Query, id: string): Promise<CardVersion[]> => {
  const versions = await rateCards.versionsOf(db, id)
  if (versions.length === 0) throw new Rejection('NOT_FOUND', `No rate card has the id ${id}.`)
  return versions
}

const named = (versions: readonly CardVersion[], { id, version }: CardRef): CardVersion => {
  const card = versions.find((candidate) => candidate.version === version)
  if (!card) throw new Rejection('NOT_FOUND', `Card ${id} has no version ${version}; its last is ${versions.at(-1)!.version}.`)
  return card
}

export const chooseDraft = (versions: readonly CardVersion[], ref: CardRef): CardVersion => {
  if (ref.version !== null) return named(versions, ref)
  const draft = versions.find(isDraft)
  if (!draft) throw new Rejection('NOT_FOUND', `Card ${ref.id} has no draft; its last version is ${versions.at(-1)!.version}.`)
  return draft
}

/**
 * Returns the version named in `ref`. If `ref` names no version, returns the version in force, or the newest version if none is in force.
 */
const chooseToRead = (versions: readonly CardVersion[], ref: CardRef, now: number): CardVersion =>
  ref.version === null ? (versionInForce(versions, now) ?? versions.at(-1)!) : named(versions, ref)

export type ListedCard = {
  /**
   * The version in force, or the newest version if none is in force. The list shows the kind, title, currency and owner of this version.
   */
  card: CardVersion
  inForce: PublishedVersion | null
  next: PublishedVersion | null
  draft: CardVersion | null
}

export const listCards = async (deps: Deps): Promise<ListedCard[]> => {
  const now = deps.clock()
  const cards = Map.groupBy(await rateCards.listVersions(deps.db), ({ id }) => id)
  return [...cards.values()].map((versions) => {
    const inForce = versionInForce(versions, now)
    const scheduled = versions.filter(isPublished).filter((card) => cardState(card, versions, now) === 'scheduled')
    const [next = null] = scheduled.toSorted((a, b) => a.effectiveFrom - b.effectiveFrom)
    return { card: inForce ?? versions.at(-1)!, inForce, next, draft: versions.find(isDraft) ?? null }
  })
}

export type VersionInState = CardVersion & { state: CardState }

export type ShownCard = {
  chosen: VersionInState
  csv: string
  columns: string[]
  /** The cells of each row by column name, without empty cells. */
  rows: Record<string, string>[]
  /** The versions of the card, oldest first. */
  history: VersionInState[]
}

/**
 * Exports the version named in `ref`. If `ref` names no version, exports the version in force, or the newest version if none is in force.
 */
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

/** `to` is null if `from` was compared with a file. */
type Compared = { from: CardVersion; to: CardVersion | null; changes: CardChange[] }

/** Compares the card version in `ref` with the version in `other`, or with the draft of the card if `other` is null. */
export const compareCards = async (deps: Deps, ref: CardRef, other: CardRef | null): Promise<Compared> => {
  const { db, clock } = deps
  const versions = await cardVersions(db, ref.id)
  const from = chooseToRead(versions, ref, clock())
  const to = other ? chooseToRead(await cardVersions(db, other.id), other, clock()) : chooseDraft(versions, { id: ref.id, version: null })
  const [before, after] = [await rateCards.loadCard(db, from.id, from.version), await rateCards.loadCard(db, to.id, to.version)]
  return { from, to, changes: diffCards(before, after) }
}

type ComparedWithFile = ({ ok: true } & Compared) | { ok: false; mistakes: Mistake[] }

export const compareWithFile = async ({ db, clock }: Deps, ref: CardRef, bytes: Uint8Array): Promise<ComparedWithFile> => {
  const from = chooseToRead(await cardVersions(db, ref.id), ref, clock())
  const parsed = readCardCsv(bytes, from.kind)
  if (!parsed.ok) return parsed
  return { ok: true, from, to: null, changes: diffCards(await rateCards.loadCard(db, from.id, from.version), parsed.card) }
}
