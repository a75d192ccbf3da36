// Attempts to send a message: each call to a provider, with the provider's answer.

import type { Outcome } from '../../domain/messages/message.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'

export type Attempt = {
  number: number
  provider: string | null
  attemptedAt: number
  outcome: Outcome['kind']
  /** The provider's message id if the message was sent, otherwise the reason for the outcome. */
  answer: string | null
}

/** Saves the outcome of the latest attempt. An outcome that is already saved for this attempt, such as `unknown`, is replaced. */
export const record = async (tx: Tx, messageId: string, outcome: Outcome): Promise<void> => {
  await tx.execute(
    `insert into message_attempts (message_id, number, provider, attempted_at, outcome, answer)
     select id, attempts, provider, attempted_at, $2, $3 from messages where id = $1
     on conflict (message_id, number) do update set outcome = excluded.outcome, answer = excluded.answer`,
    [messageId, outcome.kind, outcome.kind === 'sent' ? outcome.providerId : outcome.reason],
  )
}

/** No message reaches this many attempts. After the first few attempts, it is tried only every three hours, for at most a week. */
export const ATTEMPTS_MAX = 100

type Row = { number: number; provider: string | null; attempted_at: number; outcome: Outcome['kind']; answer: string | null }

export const of = async (db: Query, messageId: string): Promise<Attempt[]> => {
  const rows = await db.query<Row>(`select * from message_attempts where message_id = $1 order by number limit ${ATTEMPTS_MAX}`, [
    messageId,
  ])
  return rows.map(({ number, provider, attempted_at, outcome, answer }) => ({
    number,
    provider,
    attemptedAt: attempted_at,
    outcome,
    answer,
  }))
}
