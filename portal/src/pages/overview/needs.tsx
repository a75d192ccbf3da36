// The records of the business that need attention. Leaves out records whose pages the person's role may not open.

import { formatDate, formatMoney } from '../../../../web/format.ts'
import { mayBook, mayOpenPath } from '../../registry.ts'
import { useList, usePlace } from '../../scope.tsx'
import { texts } from '../../texts/overview.ts'
import { Moment, useTimes } from '../../times.tsx'
import type { Endpoint, Parcel } from '../../wire.ts'
import type { NeedOf } from './need.tsx'
import { needOf } from './need.tsx'

const COUNTED = 20
const MANY_COUNTED = 100
const DAY_MS = 86_400_000
/** A package needs attention from this many days before its last free storage day. */
const WARN_DAYS = 3
const LATE = '14d'
const RECENTLY = '7d'

const isHere = ({ status }: Parcel): boolean => status === 'booked' || status === 'warehouse'

const daysAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, date.length)

/** Sorts packages by their last free day, the earliest first. Packages without a last free day are left out. */
const firstToCost = (items: Parcel[]): Parcel[] =>
  items
    .filter(({ storage_fee: { last_free_day: last } }) => last !== undefined)
    .toSorted((one, other) => one.storage_fee.last_free_day!.localeCompare(other.storage_fee.last_free_day!))

/**
 * The amount due can be zero even after the last free day: the storage area or the daily rate may be zero, or the area may not be known
 * yet.
 */
const storageText = ({
  storage_fee: { amount_due: due, currency, last_free_day: last, chargeable_storage_days: days },
}: Parcel): string => {
  if (due > 0) return texts.storageDue(formatMoney(due, currency))
  return days > 0 ? texts.storageRuns(formatDate(daysAfter(last!, 1))) : texts.storageFree(formatDate(last!))
}

/** True if the endpoint is failing or disabled. */
const isBroken = ({ failing_since: failing, disabled_reason: reason }: Endpoint): boolean => failing !== null || reason !== null

export const useNeeds = (): NeedOf[] => {
  const { role } = usePlace()
  const { localText } = useTimes()
  const today = localText(new Date().toISOString()).slice(0, 'YYYY-MM-DD'.length)
  const isOn = (path: string) => ({ isOn: mayOpenPath(role, path) })
  const parcelShown = (parcel: Parcel) => ({ id: parcel.parcel_id, href: `/packages/${parcel.parcel_id}`, title: parcel.parcel_number })
  return [
    needOf({
      query: useList('listPackages', { hold_instruction: 'hold', cancelled: false, per_page: COUNTED }),
      pick: (items) => items.filter(isHere),
      title: texts.holds,
      hint: texts.holdsHint,
      icon: 'lock',
      href: '/packages?hold_instruction=hold',
      shown: (parcel) => ({ ...parcelShown(parcel), detail: parcel.customer_identifier }),
    }),
    needOf({
      query: useList('listPackages', { last_free_day_by: daysAfter(today, WARN_DAYS), per_page: MANY_COUNTED }),
      pick: firstToCost,
      title: texts.storage,
      hint: texts.storageHint,
      icon: 'storage',
      href: '/packages?status=warehouse',
      shown: (parcel) => ({ ...parcelShown(parcel), detail: storageText(parcel) }),
    }),
    needOf({
      query: useList('listInvoices', { status: 'issued,part_paid', per_page: COUNTED }, isOn('/billing')),
      title: texts.invoices,
      hint: texts.invoicesHint,
      icon: 'invoice',
      href: '/billing?status=issued,part_paid',
      shown: ({ invoice_id: id, number, open, currency, due_date: due }) => ({
        id,
        href: `/billing/invoices/${id}`,
        title: number,
        detail: `${formatMoney(open, currency)}, ${texts.openBy(formatDate(due))}`,
      }),
    }),
    needOf({
      query: useList('listInboundParcels', { status: 'expected', created_before: LATE, per_page: COUNTED }, isOn('/inbound')),
      title: texts.inbound,
      hint: texts.inboundHint,
      icon: 'receive',
      href: '/inbound?status=expected',
      shown: ({ inbound_parcel_id: id, courier_numbers: numbers, items, created_at: at }) => ({
        id,
        href: `/inbound/${id}`,
        title: numbers[0] ?? items[0]?.description ?? id,
        detail: <Moment at={at} />,
      }),
    }),
    needOf({
      query: useList('listWebhookEndpoints', { per_page: MANY_COUNTED }, isOn('/developers')),
      pick: (items) => items.filter(isBroken),
      title: texts.endpoints,
      hint: texts.endpointsHint,
      icon: 'webhook',
      href: '/developers/webhooks',
      shown: ({ webhook_endpoint_id: id, url, failing_since: since, disabled_at: disabled }) => ({
        id,
        href: `/developers/webhooks/${id}`,
        title: url,
        detail: <Moment at={since ?? disabled} />,
      }),
    }),
    needOf({
      query: useList('listWebhookDeliveries', { status: 'failed', per_page: COUNTED }, isOn('/developers')),
      title: texts.webhooks,
      hint: texts.webhooksHint,
      icon: 'webhook',
      href: '/developers/webhooks',
      shown: ({ webhook_delivery_id: id, event_type: type, created_at: at }) => ({
        id,
        href: `/developers/deliveries/${id}`,
        title: type,
        detail: <Moment at={at} />,
      }),
    }),
    needOf({
      query: useList('listQuotes', { created_since: RECENTLY, per_page: COUNTED }, { isOn: mayBook(role) }),
      title: texts.quotes,
      hint: texts.quotesHint,
      icon: 'quote',
      href: '/quotes',
      shown: ({ parcel_quote_id: id, reference, cargo_volume: cargo }) => ({ id, href: `/quotes/${id}`, title: reference, detail: cargo }),
    }),
  ]
}
