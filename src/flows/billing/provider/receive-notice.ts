// Stores a notice from a payment provider. Idempotent. The payment is looked up later.

import type { PaymentNotice } from '../../../domain/billing/payment-notice.ts'
import { askedAgain, isUnconfirmed, newNotice } from '../../../domain/billing/payment-notice.ts'
import { SYSTEM } from '../../../platform/engine/db.ts'
import * as notices from '../../../store/billing/payment-notices.ts'
import type { Deps } from '../../deps.ts'

type NewNotice = Pick<PaymentNotice, 'mode' | 'provider' | 'event' | 'reference' | 'bodyDigest'>

export const receiveNotice = async (deps: Deps, told: NewNotice): Promise<'received' | 'repeated'> => {
  const known = await notices.find(deps.db, told)
  if (known && !isUnconfirmed(known)) return 'repeated'
  return deps.db.transaction(SYSTEM, async (tx) => {
    const found = await notices.find(tx, told)
    const author = { actor: told.provider, requestId: told.reference, at: deps.clock() }
    if (!found) {
      const id = deps.newId('ntf')
      await notices.insert(tx, author, newNotice({ ...told, id, createdAt: deps.clock() }, deps.queueClock()))
      return 'received'
    }
    // The provider repeats a notice that could not be confirmed: look it up again.
    const locked = await notices.lock(tx, found.id)
    if (isUnconfirmed(locked)) await notices.save(tx, author, askedAgain(locked, deps.queueClock()))
    return 'repeated'
  })
}
