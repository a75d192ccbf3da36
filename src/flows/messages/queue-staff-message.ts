// Queues an e-mail to a member of staff, or to a person of a business about signing in, in the transaction of the change that it reports.

import { queued } from '../../domain/messages/message.ts'
import type { Language, Purpose } from '../../domain/messages/purpose.ts'
import type { Facts } from '../../domain/messages/values.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as messages from '../../store/messages/messages.ts'
import type { Deps } from '../deps.ts'

const OPERATOR = { businessId: null, mode: 'live' } as const
const NOBODY = { country: null, customerId: null, packageId: null, invoiceId: null, paymentId: null }

type StaffPurpose = Extract<
  Purpose,
  'invitation' | 'password_reset' | 'second_factor_changed' | 'daily_summary' | 'portal_invitation' | 'portal_code'
>

/** Does nothing if e-mail is not set up. */
export const queueStaffMessage = async (
  deps: Deps,
  tx: Tx,
  purpose: StaffPurpose,
  { email, name, language = 'en' }: { email: string; name: string; language?: Language },
  facts: Facts,
): Promise<void> => {
  if (!deps.channels.email) return
  const to = { id: deps.newId('msg'), purpose, channel: 'email', recipient: 'staff', address: email, name, language } as const
  await messages.insert(tx, OPERATOR, [queued('staff', { ...to, ...NOBODY, facts: { ...facts, name } }, deps.clock())])
  tx.afterCommit(() => deps.db.announce(messages.DUE_MESSAGES))
}
