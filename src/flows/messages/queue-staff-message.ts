// Queues an e-mail to a member of staff, in the transaction of the change that it reports. Does nothing if e-mail is not set up.

import { queued } from '../../domain/messages/message.ts'
import type { Purpose } from '../../domain/messages/purpose.ts'
import type { Facts } from '../../domain/messages/values.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as messages from '../../store/messages/messages.ts'
import type { Deps } from '../deps.ts'

const OPERATOR = { businessId: null, mode: 'live' } as const
const NOBODY = { country: null, customerId: null, packageId: null, invoiceId: null, paymentId: null }

export const queueStaffMessage = async (
  deps: Deps,
  tx: Tx,
  purpose: Extract<Purpose, 'invitation' | 'password_reset' | 'second_factor_changed'>,
  { email, name }: { email: string; name: string },
  facts: Facts,
): Promise<void> => {
  if (!deps.channels.email) return
  const to = { id: deps.newId('msg'), purpose, channel: 'email', recipient: 'staff', address: email, name, language: 'en' } as const
  await messages.insert(tx, OPERATOR, [queued('staff', { ...to, ...NOBODY, facts: { ...facts, name } }, deps.clock())])
  tx.afterCommit(() => deps.db.announce(messages.DUE_MESSAGES))
}
