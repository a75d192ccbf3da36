// Asks a second person to approve a refund, a credit or a write-off. The approved action is carried out in the transaction of the approval.

import { creditedLines } from '../../domain/billing/credit/credit-note.ts'
import { amountToWriteOff } from '../../domain/billing/debt/write-off.ts'
import { totalsOf } from '../../domain/billing/invoice.ts'
import type { MoneyRequest } from '../../domain/billing/money-request.ts'
import { decide } from '../../domain/billing/money-request.ts'
import { requireRefundable } from '../../domain/billing/payment.ts'
import { invalidTransition } from '../../domain/values/errors.ts'
import { ngnText } from '../../domain/values/kobo.ts'
import type { Tx } from '../../platform/engine/db.ts'
import * as moneyRequests from '../../store/billing/approvals/money-requests.ts'
import * as charges from '../../store/billing/charges.ts'
import * as creditNotes from '../../store/billing/credit-notes.ts'
import * as invoices from '../../store/billing/invoices.ts'
import * as payments from '../../store/billing/payments.ts'
import type { Caller, Deps } from '../deps.ts'
import { nowFor } from '../deps.ts'
import type { CreditRequest } from './credit-invoice.ts'
import { creditInvoiceIn } from './credit-invoice.ts'
import type { WriteOffRequest } from './debt/write-off.ts'
import { writeOffIn } from './debt/write-off.ts'
import type { RefundRequest } from './take-payment.ts'
import { refundPaymentIn } from './take-payment.ts'

type Asked = Pick<MoneyRequest, 'kind' | 'subjectId' | 'amountKobo' | 'terms' | 'reason'>

const ask = async (deps: Deps, tx: Tx, caller: Caller, asked: Asked): Promise<MoneyRequest> => {
  const request: MoneyRequest = {
    id: deps.newId('mrq'),
    version: 1,
    state: 'open',
    ...asked,
    requestedBy: caller.actor,
    decidedBy: null,
    decisionNote: null,
    decidedAt: null,
    createdAt: nowFor(deps, caller),
  }
  await moneyRequests.insert(tx, caller, request)
  return request
}

export const requestRefund = (deps: Deps, caller: Caller, id: string, refund: RefundRequest): Promise<MoneyRequest> =>
  deps.db.transaction(caller, async (tx) => {
    const { amountKobo, reason } = refund
    requireRefundable(await payments.load(tx, caller, id), amountKobo)
    return ask(deps, tx, caller, { kind: 'refund', subjectId: id, amountKobo, terms: JSON.stringify(refund), reason })
  })

export const requestCredit = (deps: Deps, caller: Caller, id: string, credit: CreditRequest): Promise<MoneyRequest> =>
  deps.db.transaction(caller, async (tx) => {
    const invoice = await invoices.load(tx, caller, id)
    const notes = await creditNotes.ofInvoice(tx, caller, id)
    const lines = creditedLines(invoice, await charges.ofInvoice(tx, caller, id), notes, credit.wish)
    const { totalKobo: amountKobo } = totalsOf(lines)
    return ask(deps, tx, caller, { kind: 'credit', subjectId: id, amountKobo, terms: JSON.stringify(credit), reason: credit.reason })
  })

export const requestWriteOff = (deps: Deps, caller: Caller, id: string, asked: WriteOffRequest): Promise<MoneyRequest> =>
  deps.db.transaction(caller, async (tx) => {
    const amountKobo = amountToWriteOff(await invoices.load(tx, caller, id), asked.amountKobo)
    return ask(deps, tx, caller, { kind: 'write_off', subjectId: id, amountKobo, terms: JSON.stringify(asked), reason: asked.reason })
  })

/** Throws if the amount of a request would now be different, because the invoice has changed since the request was made. */
const requireAmount = (presentKobo: number, amountKobo: number): void => {
  if (presentKobo !== amountKobo)
    throw invalidTransition(`It would be ${ngnText(presentKobo)} now, not ${ngnText(amountKobo)}; refuse this request and ask again.`)
}

const carryOut = async (deps: Deps, tx: Tx, caller: Caller, { kind, subjectId, terms, amountKobo }: MoneyRequest): Promise<void> => {
  switch (kind) {
    case 'refund':
      await refundPaymentIn(deps, tx, caller, subjectId, JSON.parse(terms) as RefundRequest, { isApproved: true })
      return
    case 'credit': {
      const { note } = await creditInvoiceIn(deps, tx, caller, subjectId, JSON.parse(terms) as CreditRequest, { isApproved: true })
      requireAmount(note.totalKobo, amountKobo)
      return
    }
    case 'write_off': {
      const asked = JSON.parse(terms) as WriteOffRequest
      requireAmount((await writeOffIn(deps, tx, caller, subjectId, asked, { isApproved: true })).amountKobo, amountKobo)
      return
    }
    default:
      kind satisfies never
  }
}

/** Approves a request and carries it out. A request that can no longer be carried out stays open. */
export const approveRequest = (deps: Deps, caller: Caller, id: string): Promise<MoneyRequest> =>
  deps.db.transaction(caller, async (tx) => {
    const { request } = await moneyRequests.loadOfAnyBusiness(tx, id)
    const approved = decide(request, { state: 'approved', by: caller.actor, note: null, now: nowFor(deps, caller) })
    await carryOut(deps, tx, caller, request)
    return moneyRequests.save(tx, caller, request, approved)
  })

export const refuseRequest = (deps: Deps, caller: Caller, id: string, note: string): Promise<MoneyRequest> =>
  deps.db.transaction(caller, async (tx) => {
    const { request } = await moneyRequests.loadOfAnyBusiness(tx, id)
    return moneyRequests.save(tx, caller, request, decide(request, { state: 'refused', by: caller.actor, note, now: nowFor(deps, caller) }))
  })
