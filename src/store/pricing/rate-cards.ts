// Rate cards: every version with its dates.

import { hash } from 'node:crypto'
import type { CardContent } from '../../domain/pricing/card-csv/layout.ts'
import type { CardVersion } from '../../domain/pricing/card-version.ts'
import type { RateCard, Tariff } from '../../domain/pricing/rate-card.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import type { Author } from '../audit/audit.ts'
import { changeRecorded, insertRecorded } from '../audit/audited-rows.ts'
import { pricesChanged } from './price-revisions.ts'

const plain = columnsOf<Omit<CardVersion, 'sample'>>()(
  'id, version, business_id, kind, title, currency, created_at, published_at, effective_from, discarded_at',
)
type CardRow = ReturnType<typeof plain.toRow> & { origin: 'sample' | 'operator' }

const CARD_COLUMNS = `select ${plain.list}, origin from rate_cards`

const fromRow = (row: CardRow): CardVersion => ({ ...plain.fromRow(row), sample: row.origin === 'sample' })

/** The id of a card version in audit records. */
const versionId = ({ id, version }: Pick<CardVersion, 'id' | 'version'>): string => `${id}@${version}`

const insertVersion = async (
  tx: Tx,
  author: Author,
  card: Omit<CardVersion, 'kind' | 'discardedAt'> & { tariff: Tariff },
): Promise<void> => {
  const tariff = JSON.stringify(card.tariff)
  const row = {
    id: card.id,
    version: card.version,
    business_id: card.businessId,
    kind: card.tariff.kind,
    title: card.title,
    currency: card.currency,
    origin: card.sample ? 'sample' : 'operator',
    tariff,
    tariff_hash: hash('sha256', tariff, 'hex'),
    created_at: card.createdAt,
    published_at: card.publishedAt,
    effective_from: card.effectiveFrom,
  }
  await insertRecorded(tx, author, 'rate_card', row, versionId(card))
}

/** Adds a rate card version that is published immediately, without a draft. */
export const publishCard = async (tx: Tx, author: Author, card: RateCard, now: number): Promise<void> => {
  await insertVersion(tx, author, { ...card, createdAt: now, publishedAt: now })
  await pricesChanged(tx, now)
}

export type NewDraft = Pick<CardVersion, 'id' | 'version' | 'businessId' | 'createdAt'> & CardContent

export const insertDraft = (tx: Tx, author: Author, draft: NewDraft): Promise<void> =>
  insertVersion(tx, author, { ...draft, sample: false, publishedAt: null, effectiveFrom: null })

const changeDraft = async (tx: Tx, author: Author, { id, version }: CardVersion, changes: Columns): Promise<boolean> => {
  const ifDraft = (row: CardRow): Columns | null => (row.published_at === null && row.discarded_at === null ? changes : null)
  return (await changeRecorded<CardRow>(tx, author, 'rate_card', { id, version }, ifDraft, versionId({ id, version }))) !== null
}

/** Publishes a draft. Returns false if the version has already been published or discarded. */
export const publishDraft = async (
  tx: Tx,
  author: Author,
  draft: CardVersion,
  at: { publishedAt: number; effectiveFrom: number },
): Promise<boolean> => {
  await pricesChanged(tx, at.publishedAt)
  return changeDraft(tx, author, draft, { published_at: at.publishedAt, effective_from: at.effectiveFrom })
}

/** Discards a draft. Returns false if the version has already been published or discarded. The version number is not used again. */
export const discardDraft = (tx: Tx, author: Author, draft: CardVersion, now: number): Promise<boolean> =>
  changeDraft(tx, author, draft, { discarded_at: now })

/** The versions of a card, sorted by number. Empty if no card has this id. */
export const versionsOf = async (db: Query, id: string): Promise<CardVersion[]> =>
  (await db.query<CardRow>(`${CARD_COLUMNS} where id = $1 order by version`, [id])).map(fromRow)

export const listVersions = async (db: Pick<Query, 'query'>): Promise<CardVersion[]> =>
  (await db.query<CardRow>(`${CARD_COLUMNS} order by id, version`)).map(fromRow)

/** SQL that selects rate cards with their tariffs. Tariffs are large, so use `CARD_COLUMNS` if the tariff is not needed. */
export const CARD_WITH_TARIFF = CARD_COLUMNS.replace(' from ', ', tariff from ')

export type CardWithTariffRow = CardRow & { tariff: string }

export const cardFrom = (row: CardWithTariffRow): RateCard => ({
  id: row.id,
  version: row.version,
  title: row.title,
  currency: row.currency,
  sample: row.origin === 'sample',
  businessId: row.business_id,
  effectiveFrom: row.effective_from ?? Number.MAX_SAFE_INTEGER,
  tariff: JSON.parse(row.tariff) as Tariff,
})

/** Loads a version of a rate card. The version must exist. It may be a draft. */
export const loadCard = async (db: Pick<Query, 'query'>, id: string, version: number): Promise<RateCard> => {
  const rows = await db.query<CardWithTariffRow>(`${CARD_WITH_TARIFF} where id = $1 and version = $2`, [id, version])
  return cardFrom(rows[0]!)
}

export const hasCards = async (db: Query): Promise<boolean> => (await db.query('select id from rate_cards limit 1')).length > 0
