// Emails the owner of an account when a sign-in method changes. Used for staff, and for people at client businesses.

import type { Tx } from '../../platform/engine/db.ts'
import type { Deps } from '../deps.ts'
import { queueStaffMessage } from '../messages/queue-staff-message.ts'

export type AccountOwner = { id: string; email: string; name: string }

export const ACCOUNT_CHANGES = {
  passwordChanged: 'The password of your account was changed.',
  appAdded: 'An authenticator app was added to your account, with new recovery codes.',
  appRemoved: 'The authenticator app of your account was removed, with its recovery codes.',
  resetByAdmin: 'An admin removed the authenticator app and the passkeys of your account.',
  resetByOwner: 'An owner of a business removed the authenticator app and the passkeys of your account.',
  resetByOperator: 'The forwarder removed the authenticator app and the passkeys of your account.',
  passkeyAdded: 'A passkey was added to your account.',
  passkeyRemoved: 'A passkey was removed from your account.',
  recoveryCodeUsed: (left: number) => `A recovery code of your account was used to sign in. Codes left: ${left}.`,
  phoneConfirmed: (phone: string) => `The phone ${phone} was confirmed in your account. Codes to sign in can now be sent to it.`,
  phoneRemoved: (phone: string) => `Codes to sign in to your account are no longer sent to the phone ${phone}: it was replaced or removed.`,
  phoneTaken: (phone: string) =>
    `Codes to sign in to your account are no longer sent to the phone ${phone}: somebody else has confirmed it.`,
} as const

/** Call this in the transaction that makes the change. `change`: a sentence from `ACCOUNT_CHANGES`. */
export const tellAccountChange = (deps: Deps, tx: Tx, owner: Omit<AccountOwner, 'id'>, change: string): Promise<void> =>
  queueStaffMessage(deps, tx, 'second_factor_changed', owner, { change })
