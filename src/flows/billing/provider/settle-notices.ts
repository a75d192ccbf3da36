// Looks up payment notices at the provider and records confirmed payments, at start and then periodically.

import type { NoticeReason, PaymentNotice } from '../../../domain/billing/payment-notice.ts'
import { lookAgain, needsAttention, recorded, refusalOf } from '../../../domain/billing/payment-notice.ts'
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
import { callerFor } from '../../caller-for.ts'
import type { Deps } from '../../deps.ts'
import { takePaymentIn } from '../take-payment.ts'

/** Notices per call. */
const BATCH = 20
/** How long one server claims a notice for a look-up. The provider has ten seconds to answer. */
const CLAIM_MS = 15_000

/** Looks up the notices that are due and returns how many there were. A failure does not stop the others. */
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
  if (reason !== null) deps.report('a payment needs a person', { notice: due.id, reference: due.reference, reason })
}

const decide = async (deps: Deps, tx: Tx, author: Author, notice: PaymentNotice, found: ProviderPayment): Promise<PaymentNotice> => {
  const refused: NoticeReason | null = refusalOf(notice, found)
  if (refused) return needsAttention(notice, refused)
  const linked = await paymentLinks.findByReference(tx, notice.mode, notice.reference)
  if (!linked) return needsAttention(notice, 'unknown_reference')
  const caller = await callerFor(tx, linked.scope, author)
  const known = await payments.findByReference(tx, caller, notice.provider, notice.reference)
  const payment = known ?? (await takePaymentIn(deps, tx, caller, await requestFor(tx, notice, linked, found.amount))).payment
  return recorded(notice, caller.businessId, payment.id)
}

type Linked = NonNullable<Awaited<ReturnType<typeof paymentLinks.findByReference>>>

/** Takes the amount that was paid, which may be less or more than the invoice; the excess becomes credit. */
const requestFor = async (tx: Tx, { provider, reference }: PaymentNotice, { scope, link }: Linked, amountKobo: number) => ({
  payerId: (await invoices.load(tx, scope, link.invoiceId)).payerId,
  method: provider,
  amountKobo,
  reference,
  note: null,
  invoiceIds: [link.invoiceId],
  mayExceed: true,
})
