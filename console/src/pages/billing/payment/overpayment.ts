// The questions asked before a payment that exceeds the amount owed. The user must answer yes to each question.

import type { Question } from '../../../components/dialogs.tsx'
import { t } from '../../../strings.ts'
import { koboOf, naira } from '../billing-text.tsx'

const TYPING_SLIP_TIMES = 10

/** `amount`: the money received. `paid`: the money received plus the tax that the payer withheld. */
type Paying = { amount: string; paid: string; due: string; estimate: string | null }

/**
 * Returns one question if the payment exceeds the debt. Adds a second question if the payment is at least ten times the expected amount,
 * because that is usually a typing error.
 */
export const questionsBefore = ({ amount, paid, due, estimate }: Paying): Question[] => {
  const [kobo, owed, expected] = [koboOf(paid), koboOf(due), koboOf(owes(due) ? due : (estimate ?? '0'))]
  if (kobo <= owed) return []
  const action = t('billing.take', { amount: naira(amount) })
  const text = owes(due) ? t('billing.moreText', { owed: naira(due) }) : t('billing.aheadText')
  const more: Question = { title: t(owes(due) ? 'billing.moreTitle' : 'billing.aheadTitle'), text, action }
  if (expected === 0 || kobo < expected * TYPING_SLIP_TIMES) return [more]
  const times = Math.floor(kobo / expected)
  return [
    more,
    {
      title: t('billing.timesTitle', { times }),
      text: t('billing.timesText', { amount: naira(paid), times, owed: naira((expected / 100).toFixed(2)) }),
      action,
      danger: true,
    },
  ]
}

export const owes = (due: string): boolean => koboOf(due) > 0
