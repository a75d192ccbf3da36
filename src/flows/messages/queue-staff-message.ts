// Queues messages to staff, and sign-in messages to portal users, in the same transaction as the change that the message is about.

import { shownSignInCode } from '../../domain/members/sign-in-code.ts'
import type { Address } from '../../domain/messages/address.ts'
import { queued } from '../../domain/messages/message.ts'
import type { ChannelKind, Language, Purpose } from '../../domain/messages/purpose.ts'
import type { Facts } from '../../domain/messages/values.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as messages from '../../store/messages/messages.ts'
import type { Deps } from '../deps.ts'

const OPERATOR = { businessId: null, mode: 'live' } as const
const NOBODY = { customerId: null, packageId: null, invoiceId: null, paymentId: null }

type StaffPurpose = Extract<
  Purpose,
  'invitation' | 'password_reset' | 'second_factor_changed' | 'daily_summary' | 'portal_invitation' | 'portal_code'
>

type Recipient = { channel: ChannelKind; to: Address; name: string; language: Language }

const queue = async (deps: Deps, tx: Tx, purpose: StaffPurpose, { channel, to, name, language }: Recipient, facts: Facts) => {
  if (!deps.channels[channel]) return
  const recipient = { recipient: 'staff', channel, address: to.to, country: to.country, name, language } as const
  const message = { id: deps.newId('msg'), purpose, ...NOBODY, ...recipient, facts: { ...facts, name } }
  await messages.insert(tx, OPERATOR, [queued('staff', message, deps.clock())])
  tx.afterCommit(() => deps.db.announce(messages.DUE_MESSAGES))
}

/** Queues an email to a member of staff or to a portal user. */
export const queueStaffMessage = (
  deps: Deps,
  tx: Tx,
  purpose: StaffPurpose,
  { email, name, language = 'en' }: { email: string; name: string; language?: Language },
  facts: Facts,
): Promise<void> => queue(deps, tx, purpose, { channel: 'email', to: { to: email, country: null }, name, language }, facts)

/**
 * Queues a sign-in code, or a code that confirms a phone. A code for WhatsApp has no space in the middle, because the message has a button
 * that copies the code.
 */
export const queueSignInCode = (deps: Deps, tx: Tx, recipient: Recipient, code: string): Promise<void> =>
  queue(deps, tx, 'portal_code', recipient, { code: recipient.channel === 'whatsapp' ? code : shownSignInCode(code) })
