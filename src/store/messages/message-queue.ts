// Finds messages that are due and claims them for sending. Only one server chooses messages at a time, so that messages to one address can be combined.

import type { Message } from '../../domain/messages/message.ts'
import type { ChannelKind, Purpose } from '../../domain/messages/purpose.ts'
import { CHANNELS } from '../../domain/messages/purpose.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Db, Query, Tx } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import { countRows, parameters } from '../../platform/engine/rows.ts'
import type { MessageRow, SentMessage } from './messages.ts'
import { fromRow } from './messages.ts'

/** Waits until no other server is choosing messages. The lock lasts until the transaction ends. */
export const takeTurn = async (tx: Tx, now: number): Promise<void> => {
  await tx.execute(
    `insert into message_turns (id, taken_at) values ('sending', $1) on conflict (id) do update set taken_at = excluded.taken_at`,
    [now],
  )
}

const DUE = `messages.state = 'queued'`

/** How many messages a server may claim on each channel. If the number is zero, the channel is busy and its messages wait. */
type Limits = Readonly<Record<ChannelKind, number>>

const LIVE = `select messages.* from messages where mode = 'live' and ${DUE} and due_at <= $1`
/** In test mode, the test clock of a business decides when its messages are due. */
const TEST = `select messages.* from messages left join test_clocks on test_clocks.business_id = messages.business_id
  where mode = 'test' and ${DUE} and due_at <= $1 + coalesce(test_clocks.offset_ms, 0)`
const FIRST = 'order by due_at, id limit'
/** The maximum number of test-mode messages that are claimed at once. These messages are never sent, so `Limits` does not apply to them. */
const TEST_AT_ONCE = 25

export const hasDue = async (db: Query, now: number, limits: Limits): Promise<boolean> => {
  const open = CHANNELS.filter((channel) => limits[channel] > 0)
  const live = `${LIVE} and channel in (${parameters(open.length, 2)}) ${FIRST} 1`
  if (open.length > 0 && (await db.query(live, [now, ...open])).length > 0) return true
  return (await db.query(`${TEST} ${FIRST} 1`, [now])).length > 0
}

/**
 * The first due messages of each channel, and all queued messages with the same `gather_key` as one of these messages. Call this after
 * `takeTurn`.
 */
export const due = async (tx: Tx, now: number, limits: Limits): Promise<SentMessage[]> => {
  const first: MessageRow[] = []
  for (const channel of CHANNELS)
    if (limits[channel] > 0)
      first.push(...(await tx.query<MessageRow>(`${LIVE} and channel = $2 ${FIRST} $3`, [now, channel, limits[channel]])))
  first.push(...(await tx.query<MessageRow>(`${TEST} ${FIRST} $2`, [now, TEST_AT_ONCE])))
  if (first.length === 0) return []
  const keys = [...new Set(first.map((row) => row.gather_key))]
  const rows = await tx.query<MessageRow>(
    `select * from messages where state = 'queued' and gather_key in (${parameters(keys.length, 1)}) order by due_at, id`,
    keys,
  )
  return rows.map((row) => fromRow(tx, row))
}

/** Counts messages to this address, on this channel, that were attempted at or after `since`. If `purpose` is null, all purposes count. */
export const countSince = (
  db: Query,
  { channel, address }: Pick<Message, 'channel' | 'address'>,
  mode: Mode,
  since: number,
  purpose: Purpose | null,
): Promise<number> => {
  return countRows(
    db,
    `messages where channel = $1 and address = $2 and attempted_at >= $3 and mode = $4 and part_of_id is null
       ${purpose === null ? '' : 'and purpose = $5'}`,
    purpose === null ? [channel, address, since, mode] : [channel, address, since, mode, purpose],
  )
}

export type Claim = { token: string; until: number }

/**
 * Marks `lead` as being sent, and combines `others` with `lead`. Commit the transaction before calling the provider. Throws StaleWrite if
 * any of the messages is no longer queued, so that the transaction is run again and chooses messages anew.
 */
export const claim = async (tx: Tx, lead: Message, others: readonly Message[], { token, until }: Claim, now: number): Promise<void> => {
  const claimed = await tx.execute(
    `update messages set state = 'sending', claim = $2, claimed_until = $3, attempts = attempts + 1, attempted_at = $4, subject = $5, text = $6,
       template_version = $7, provider = $8, reason = null, version = version + 1 where id = $1 and state = 'queued'`,
    [lead.id, token, until, now, lead.subject, lead.text, lead.templateVersion, lead.provider],
  )
  if (claimed !== 1) throw new StaleWrite()
  if (others.length === 0) return
  const joined = await tx.execute(
    `update messages set state = 'sending', part_of_id = $1, version = version + 1 where state = 'queued' and id in (${parameters(others.length, 2)})`,
    [lead.id, ...others.map(({ id }) => id)],
  )
  if (joined !== others.length) throw new StaleWrite()
}

/** Ends the claim and locks the message. Returns false if the claim was no longer valid. */
export const release = async (tx: Tx, id: string, token: string): Promise<boolean> =>
  (await tx.execute(`update messages set claim = null, claimed_until = null where id = $1 and claim = $2 and state = 'sending'`, [
    id,
    token,
  ])) === 1

/** Ids of messages whose claim expired before sending was finished, because the server died or lost its connection to the store. */
export const abandoned = async (db: Db, now: number): Promise<string[]> => {
  const rows = await db.query<{ id: string }>(`select id from messages where state = 'sending' and claimed_until < $1`, [now])
  return rows.map(({ id }) => id)
}

export const isAbandoned = async (tx: Tx, id: string, now: number): Promise<boolean> =>
  (await tx.execute(`update messages set claim = null, claimed_until = null where id = $1 and state = 'sending' and claimed_until < $2`, [
    id,
    now,
  ])) === 1
