// Stores payment notices from a provider, and looks up each payment at the provider. Records confirmed payments; staff decide on the other notices.

import type { NoticeReason, PaymentNotice } from '../../../domain/billing/payment-notice.ts'
import {
  askedAgain,
  isUnconfirmed,
  lookAgain,
  needsAttention,
  newNotice,
  recorded,
  refusalOf,
  requireUnanswered,
  requireUnassigned,
  requireUndecided,
} from '../../../domain/billing/payment-notice.ts'
import type { Mode } from '../../../domain/values/scope.ts'
import type { ProviderPayment } from '../../../payments/payment-provider.ts'
import { ProviderFailure } from '../../../payments/payment-provider.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import { SYSTEM } from '../../../platform/engine/db.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as invoices from '../../../store/billing/invoices.ts'
import * as paymentLinks from '../../../store/billing/payment-links.ts'
import * as notices from '../../../store/billing/payment-notices.ts'
import * as payments from '../../../store/billing/payments.ts'
import type { Deps } from '../../deps.ts'
import { callerFor } from '../../deps.ts'
import { takePaymentIn } from '../take-payment.ts'

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
    // A notice that could not be confirmed is looked up again when the provider repeats it.
    const locked = await notices.lock(tx, found.id)
    if (isUnconfirmed(locked)) await notices.save(tx, author, askedAgain(locked, deps.queueClock()))
    return 'repeated'
  })
}

/** Maximum number of notices that are looked up at once. */
const BATCH = 20
/** How long a notice is reserved for one server's look-up. The provider has ten seconds to answer. */
const CLAIM_MS = 15_000

/** Looks up the due notices and returns how many notices were due. A failed look-up does not stop the others. */
export const settleNotices = async (deps: Deps): Promise<number> => {
  const modes = Object.keys(deps.paymentProviders) as Mode[]
  if (modes.length === 0) return 0
  const found = await notices.due(deps.db, modes, deps.queueClock(), BATCH)
  await Promise.all(
    found.map((due) =>
      settleOne(deps, due).catch((error) => deps.report('payment not settled yet', { notice: due.id, reason: error.message })),
    ),
  )
  return found.length
}

type Found = ProviderPayment | 'unknown_payment' | 'not_confirmed'

const lookUp = async (deps: Deps, { id, mode, reference }: PaymentNotice): Promise<Found> => {
  try {
    const found = await deps.paymentProviders[mode]!.lookUp(reference)
    if (!found) return 'unknown_payment'
    return found.isPaid ? found : 'not_confirmed'
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    deps.report('payment look-up failed', { notice: id, reason: error.message })
    return 'not_confirmed'
  }
}

const settleOne = async (deps: Deps, due: PaymentNotice): Promise<void> => {
  if (!(await deps.db.transaction(SYSTEM, (tx) => notices.claim(tx, due, deps.queueClock() + CLAIM_MS)))) return
  const found = await lookUp(deps, due)
  const reason = await deps.db.transaction(SYSTEM, async (tx) => {
    const notice = await notices.lock(tx, due.id)
    if (notice.state !== 'waiting') return null
    const author = { actor: notice.provider, requestId: notice.id, at: deps.clock() }
    const next =
      typeof found === 'string'
        ? lookAgain(notice, deps.queueClock(), found)
        : await decide(deps, tx, author, { ...notice, amount: found.amount, currency: found.currency }, found)
    return (await notices.save(tx, author, next)).reason
  })
  if (reason !== null) deps.report('a payment needs attention', { notice: due.id, reference: due.reference, reason })
}

const decide = async (deps: Deps, tx: Tx, author: Author, notice: PaymentNotice, found: ProviderPayment): Promise<PaymentNotice> => {
  const refused: NoticeReason | null = refusalOf(notice, found)
  if (refused) return needsAttention(notice, refused)
  const linked = await paymentLinks.findByReference(tx, notice.mode, notice.reference)
  if (!linked) return needsAttention(notice, 'unknown_reference')
  const caller = await callerFor(tx, linked.scope, author)
  const asked = await requestFor(tx, notice, linked, found.amount)
  const known = await payments.findByReference(tx, caller, asked)
  const payment = known ?? (await takePaymentIn(deps, tx, caller, asked)).payment
  return recorded(notice, caller.businessId, payment.id)
}

type Linked = NonNullable<Awaited<ReturnType<typeof paymentLinks.findByReference>>>

/** The payment to record for a notice. The amount paid may differ from the amount of the invoice. Any excess becomes credit. */
const requestFor = async (tx: Tx, { provider, reference }: PaymentNotice, { scope, link }: Linked, amountKobo: number) => ({
  payerId: (await invoices.load(tx, scope, link.invoiceId)).payerId,
  method: provider,
  amountKobo,
  reference,
  note: null,
  invoiceIds: [link.invoiceId],
  mayExceed: true,
})

export const lookUpAgain = (deps: Deps, author: Author, id: string): Promise<PaymentNotice> =>
  deps.db.transaction(author, async (tx) => {
    const notice = await notices.lock(tx, id)
    requireUnanswered(notice)
    return notices.save(tx, author, askedAgain(notice, deps.queueClock()))
  })

type Assignment = { businessId: string; payerId: string | null; invoiceIds: readonly string[] | null; note: string | null }

/**
 * Records the payment that a notice reports, for the payer that staff chose. If `invoiceIds` is null, the oldest open invoices are paid.
 * The rest of the payment becomes credit.
 */
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
