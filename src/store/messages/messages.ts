// The outbox of messages. A message is stored in the same transaction as the event that causes it.

import type { Change, Message, MessageState } from '../../domain/messages/message.ts'
import type { ChannelKind, Purpose } from '../../domain/messages/purpose.ts'
import type { Facts } from '../../domain/messages/values.ts'
import { Rejection } from '../../domain/values/errors.ts'
import { isId } from '../../domain/values/ids.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import { columnsOf } from '../../platform/engine/columns.ts'
import type { Db, Query, Tx, Value } from '../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../platform/engine/paging.ts'
import { newestFirst } from '../../platform/engine/paging.ts'
import { countRows, equals, insert as insertRows, parameters } from '../../platform/engine/rows.ts'
import { IN_SCOPE, scopeValues } from '../../platform/engine/scope.ts'
import { fullScan, searchPageOf } from '../../platform/engine/search/search.ts'
import { keyIdOf } from '../../platform/engine/secrets.ts'
import { loadRow } from '../values/rows-by-token.ts'

/** `businessId` is null for the operator, whose messages go to staff. */
export type Sender = { businessId: string | null; mode: Mode }
export type SentMessage = Sender & { message: Message }

const plain = columnsOf<Omit<Message, 'facts'>>()(
  'id, version, state, purpose, channel, recipient, address, name, language, country, customer_id, package_id, invoice_id, payment_id, gather_key, part_of_id, resend_of_id, template_version, subject, text, due_at, useful_until, attempts, attempted_at, provider, provider_id, cost_amount, cost_currency, reason, created_at, sent_at, delivered_at, dismissed_at, dismissed_by, dismissed_reason',
)
export type MessageRow = ReturnType<typeof plain.toRow> & { facts: string; business_id: string | null; mode: Mode }

/** Identifies the encrypted `facts` of a message to staff. The facts are encrypted because they may hold a sign-in link. */
const placeOf = (id: string) => ({ businessId: '', mode: 'live', objectId: id, column: 'facts' })

export const fromRow = ({ secrets }: Pick<Query, 'secrets'>, row: MessageRow): SentMessage => ({
  businessId: row.business_id,
  mode: row.mode,
  message: {
    ...plain.fromRow(row),
    facts: JSON.parse(row.recipient === 'staff' ? secrets.decrypt(placeOf(row.id), row.facts) : row.facts) as Facts,
  },
})

export const DUE_MESSAGES = 'waybill_messages_due'

const SEARCHED_FACTS = ['parcel_number', 'invoice_number', 'receipt_number'] as const

const searchText = ({ name, address, facts }: Message): string =>
  [name, address, ...SEARCHED_FACTS.map((fact) => facts[fact] ?? '')].join('\n').toLowerCase()

export const insert = async (tx: Tx, { businessId, mode }: Sender, messages: readonly Message[]): Promise<void> => {
  const rows = messages.map((message) => {
    const facts = JSON.stringify(message.facts)
    return {
      business_id: businessId,
      mode,
      ...plain.toRow(message),
      facts: message.recipient === 'staff' ? tx.secrets.encrypt(placeOf(message.id), facts) : facts,
      search_text: searchText(message),
    }
  })
  await insertRows(tx, 'messages', rows)
}

/** Withdraws queued messages about one package, invoice or payment. Only messages whose purpose is in `purposes` are withdrawn. */
export const withdraw = async (
  tx: Tx,
  scope: Scope,
  about: { column: 'package_id' | 'invoice_id' | 'payment_id'; id: string },
  purposes: readonly Purpose[],
  reason: string,
): Promise<void> => {
  await tx.write(
    `update messages set state = 'withdrawn', reason = $4, version = version + 1
     where ${about.column} = $3 and ${IN_SCOPE} and state = 'queued' and purpose in (${parameters(purposes.length, 5)})`,
    scopeValues(scope, about.id, reason, ...purposes),
  )
}

const columnNames: Readonly<Record<keyof Omit<Change, 'facts'>, string>> = Object.fromEntries(
  plain.list.split(', ').map((column) => [column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()), column]),
) as Record<keyof Omit<Change, 'facts'>, string>

/** Changes a message, and all messages that were combined with it. */
export const change = async (tx: Tx, id: string, { facts: _facts, ...changes }: Change): Promise<void> => {
  const params: Value[] = [id]
  const sets = Object.entries(changes).map(
    ([field, value]) => `${columnNames[field as keyof typeof columnNames]} = $${params.push(value as Value)}`,
  )
  await tx.write(`update messages set version = version + 1, ${sets.join(', ')} where id = $1 or part_of_id = $1`, params)
  // Splits up a combined message that goes back to the queue, so that each of its messages can be withdrawn. They are combined again when
  // due.
  if (changes.state === 'queued') await tx.write('update messages set part_of_id = null where part_of_id = $1', [id])
}

/**
 * Deletes the facts of a message to staff, because they may hold a code or a sign-in link. Call this when the message will not be sent
 * again.
 */
export const forgetFacts = async (tx: Tx, id: string): Promise<void> => {
  await tx.write('update messages set facts = $2 where id = $1', [id, tx.secrets.encrypt(placeOf(id), '{}')])
}

const RENEWED_AT_ONCE = 200
const KEY_LOST = 'the key of its encrypted content was lost'

/**
 * Encrypts the facts of all messages to staff with the current key. If the old key was lost, the facts are deleted, and the message is
 * withdrawn if it is still queued.
 */
export const renewSecrets = async (tx: Tx): Promise<void> => {
  const { secrets } = tx
  for (let last = ''; ; ) {
    const rows = await tx.query<{ id: string; facts: string }>(
      `select id, facts from messages where recipient = 'staff' and id > $1 order by id limit ${RENEWED_AT_ONCE}`,
      [last],
    )
    for (const { id, facts } of rows) {
      last = id
      const keyId = keyIdOf(facts)
      if (keyId === secrets.keyId) continue
      const isLost = keyId !== null && !secrets.keyIds.includes(keyId)
      const plainFacts = isLost ? '{}' : secrets.decrypt(placeOf(id), facts)
      await tx.execute('update messages set facts = $2 where id = $1', [id, secrets.encrypt(placeOf(id), plainFacts)])
      if (isLost)
        await tx.execute("update messages set state = 'withdrawn', reason = $2, version = version + 1 where id = $1 and state = 'queued'", [
          id,
          KEY_LOST,
        ])
    }
    if (rows.length < RENEWED_AT_ONCE) return
  }
}

type Decision = { now: number; by: string; reason: string }

/**
 * Removes a message from the list of messages that need attention. If two people dismiss the message, only the first dismissal is saved.
 */
export const dismiss = async (tx: Tx, { businessId, mode }: Sender, id: string, decision: Decision): Promise<void> => {
  const { now, by, reason } = decision
  const own = businessId === null ? 'business_id is null' : 'business_id = $6'
  await tx.execute(
    `update messages set dismissed_at = $1, dismissed_by = $2, dismissed_reason = $3, version = version + 1
     where mode = $4 and id = $5 and ${own} and dismissed_at is null`,
    [now, by, reason, mode, id, ...(businessId === null ? [] : [businessId])],
  )
}

const find = async (db: Query, where: string, params: readonly Value[]): Promise<SentMessage | null> => {
  const [row] = await db.query<MessageRow>(`select * from messages where ${where}`, params)
  return row ? fromRow(db, row) : null
}

export const load = async (db: Query, { businessId, mode }: Scope, id: string): Promise<Message> => {
  const found = isId('msg', id) ? await find(db, `${IN_SCOPE} and id = $3`, [businessId, mode, id]) : null
  if (!found) throw new Rejection('NOT_FOUND', 'No such message.')
  return found.message
}

/** Loads a message of any sender. The caller must check who may see the message. */
export const loadAny = async (db: Query, id: string): Promise<SentMessage> => fromRow(db, await loadRow<MessageRow>(db, 'msg', id))

/** Locks the message, so that delivery reports on the message are processed one after another. */
export const lock = async (tx: Tx, id: string): Promise<SentMessage | null> => {
  await tx.execute('update messages set id = id where id = $1', [id])
  return find(tx, 'id = $1', [id])
}

/**
 * Finds the id of the message that a provider's report is about. Uses Waybill's message id if the provider returned it, otherwise the
 * provider's id.
 */
export const idOfReport = async (
  db: Query,
  provider: string,
  { providerId, messageId }: { providerId: string; messageId?: string },
): Promise<string | null> => {
  const [where, value] = messageId !== undefined && isId('msg', messageId) ? ['id = $2', messageId] : ['provider_id = $2', providerId]
  const [row] = await db.query<{ id: string }>(`select id from messages where provider = $1 and ${where}`, [provider, value])
  return row?.id ?? null
}

export type MessageFilter = {
  mode: Mode
  businessId?: string
  states?: readonly MessageState[]
  channel?: ChannelKind
  purpose?: Purpose
  customerId?: string
  packageId?: string
  invoiceId?: string
  /** Lists only messages that failed or whose outcome is unknown, and that were not dismissed. */
  needsAttention?: boolean
  /** A part of the recipient's name or address, or of the number of a parcel, invoice or receipt. */
  q?: string
}

const ATTENTION = `state in ('failed', 'unknown') and dismissed_at is null and part_of_id is null`

export const countAttention = (db: Query, { mode, businessId }: Pick<MessageFilter, 'mode' | 'businessId'>): Promise<number> => {
  const own = businessId === undefined ? '' : ' and business_id = $2'
  return countRows(db, `messages where mode = $1${own} and ${ATTENTION}`, businessId === undefined ? [mode] : [mode, businessId])
}

export const list = (db: Db, filter: MessageFilter, page: PageRequest): Promise<Page<SentMessage>> => {
  const params: Value[] = [filter.mode]
  const { businessId, customerId, packageId, invoiceId, channel, purpose } = filter
  const named = { business_id: businessId, customer_id: customerId, package_id: packageId, invoice_id: invoiceId, channel, purpose }
  const states = filter.needsAttention ? [] : (filter.states ?? [])
  const where = [
    'mode = $1',
    equals(named, params),
    states.length === 0 ? '' : ` and state in (${states.map((state) => `$${params.push(state)}`).join(', ')})`,
    filter.needsAttention ? ` and ${ATTENTION}` : '',
  ].join('')
  const scope = { mode: filter.mode, ...(filter.businessId === undefined ? {} : { businessId: filter.businessId }) }
  const matching = filter.q === undefined ? { from: 'messages', where, params } : fullScan(db, 'messages', where, params, filter.q, scope)
  const read = (row: MessageRow): SentMessage => fromRow(db, row)
  return searchPageOf(db, 'messages.*', matching, { ...page, order: newestFirst(filter.mode) }, read)
}
