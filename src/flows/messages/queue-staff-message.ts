// Queues messages to staff, and to people of businesses about signing in, in the transaction of the change that they report.

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

/** Does nothing if the channel is not set up. */
const queue = async (deps: Deps, tx: Tx, purpose: StaffPurpose, { channel, to, name, language }: Recipient, facts: Facts) => {
  if (!deps.channels[channel]) return
  const recipient = { recipient: 'staff', channel, address: to.to, country: to.country, name, language } as const
  const message = { id: deps.newId('msg'), purpose, ...NOBODY, ...recipient, facts: { ...facts, name } }
  await messages.insert(tx, OPERATOR, [queued('staff', message, deps.clock())])
  tx.afterCommit(() => deps.db.announce(messages.DUE_MESSAGES))
}

/** Queues an e-mail to a member of staff, or to a person of a business. */
export const queueStaffMessage = (
  deps: Deps,
  tx: Tx,
  purpose: StaffPurpose,
  { email, name, language = 'en' }: { email: string; name: string; language?: Language },
  facts: Facts,
): Promise<void> => queue(deps, tx, purpose, { channel: 'email', to: { to: email, country: null }, name, language }, facts)

/** Queues a code to sign in, or to confirm a phone. WhatsApp gets it without the blank, for the button that copies it. */
export const queueSignInCode = (deps: Deps, tx: Tx, recipient: Recipient, code: string): Promise<void> =>
  queue(deps, tx, 'portal_code', recipient, { code: recipient.channel === 'whatsapp' ? code : shownSignInCode(code) })
