// Counts the messages of a calendar month in the operator's time zone, and sums their costs per currency.

import type { MessageState } from '../../domain/messages/message.ts'
import type { ChannelKind, Purpose } from '../../domain/messages/purpose.ts'
import { calendarDate, startOfDay } from '../../domain/values/calendar.ts'
import { invalidField } from '../../domain/values/errors.ts'
import { decimal, quantityText, sum } from '../../domain/values/money.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { countMessages } from '../../store/messages/message-counts.ts'
import type { Deps } from '../deps.ts'
import { readOperatorZone } from '../operator/operator-zone.ts'

/** `untold`: number of messages without a known cost, because the provider stated no cost or the message was not sent. */
type MessageCount = {
  businessId: string | null
  channel: ChannelKind
  purpose: Purpose
  state: MessageState
  count: number
  untold: number
  costs: readonly { currency: string; amount: string }[]
}

export type MonthOfMessages = { month: string; counts: readonly MessageCount[] }

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
const MONTH_CHARACTERS = 7

export const countMonth = async (
  deps: Deps,
  { month, mode, businessId }: { month?: string; mode: Mode; businessId?: string },
): Promise<MonthOfMessages> => {
  if (month !== undefined && !MONTH.test(month)) throw invalidField('month', 'must be a month, such as 2026-11')
  const zone = await readOperatorZone(deps.db)
  const chosen = month ?? calendarDate(deps.clock(), zone).slice(0, MONTH_CHARACTERS)
  const first = Temporal.PlainDate.from(`${chosen}-01`)
  const from = startOfDay(first.toString(), zone)
  const before = startOfDay(first.add({ months: 1 }).toString(), zone)
  const counted = await countMessages(deps.db, { mode, from, before, ...(businessId === undefined ? {} : { businessId }) })
  const keyOf = ({ businessId, channel, purpose, state }: (typeof counted)[number]): string =>
    [businessId ?? '', channel, purpose, state].join(' ')
  const groups = [...Map.groupBy(counted, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1))
  return { month: chosen, counts: groups.map(([, group]) => totalOf(group)) }
}

const totalOf = (group: Awaited<ReturnType<typeof countMessages>>): MessageCount => {
  const { businessId, channel, purpose, state } = group[0]!
  const told = group.flatMap(({ currency, amount, count }) => (currency === null || amount === null ? [] : [{ currency, amount, count }]))
  const countOf = (messages: readonly { count: number }[]): number => messages.reduce((total, { count }) => total + count, 0)
  const costs = [...Map.groupBy(told, ({ currency }) => currency)].map(([currency, same]) => ({
    currency,
    amount: quantityText(sum(same.map(({ amount, count }) => decimal(amount).mul(count)))),
  }))
  return { businessId, channel, purpose, state, count: countOf(group), untold: countOf(group) - countOf(told), costs }
}
