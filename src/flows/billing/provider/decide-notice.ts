// Staff decisions on a payment that needs attention: ask the provider again, assign it, or dismiss it.

import type { PaymentNotice } from '../../../domain/billing/payment-notice.ts'
import { askedAgain, recorded, requireUnanswered, requireUnassigned, requireUndecided } from '../../../domain/billing/payment-notice.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as notices from '../../../store/billing/payment-notices.ts'
import { callerFor } from '../../caller-for.ts'
import type { Deps } from '../../deps.ts'
import { takePaymentIn } from '../take-payment.ts'

export const lookUpAgain = (deps: Deps, author: Author, id: string): Promise<PaymentNotice> =>
  deps.db.transaction(author, async (tx) => {
    const notice = await notices.lock(tx, id)
    requireUnanswered(notice)
    return notices.save(tx, author, askedAgain(notice, deps.queueClock()))
  })

export type Assignment = { businessId: string; payerId: string | null; invoiceIds: readonly string[] | null; note: string | null }

/** Pays the given invoices, or the oldest open ones; the rest becomes credit. */
export const assignNotice = (deps: Deps, author: Author, id: string, assigned: Assignment): Promise<PaymentNotice> =>
  deps.db.transaction(author, async (tx) => {
    const notice = await notices.lock(tx, id)
    requireUnassigned(notice)
    const { businessId, payerId, invoiceIds, note } = assigned
    const caller = await callerFor(tx, { businessId, mode: notice.mode }, author)
    const asked = {
      payerId,
      method: notice.provider,
      amountKobo: notice.amount!,
      reference: notice.reference,
      note,
      invoiceIds,
      mayExceed: true,
    }
    const { payment } = await takePaymentIn(deps, tx, caller, asked)
    return notices.save(tx, author, { ...recorded(notice, businessId, payment.id), ...decisionOf(author, note) })
  })

export const dismissNotice = (deps: Deps, author: Author, id: string, note: string): Promise<PaymentNotice> =>
  deps.db.transaction(author, async (tx) => {
    const notice = await notices.lock(tx, id)
    requireUndecided(notice)
    return notices.save(tx, author, { ...notice, state: 'dismissed', ...decisionOf(author, note) })
  })

const decisionOf = ({ actor, at }: Author, note: string | null) => ({ decidedBy: actor, decisionNote: note, decidedAt: at })
