// The overview: records that need somebody of the business, by role, and the newest packages.

import { formatDate, formatMoney } from '../../../../web/format.ts'
import type { Item } from '../../api.ts'
import { ButtonLink } from '../../components/button.tsx'
import { StatusMark } from '../../components/marks.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Alert, Loaded } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { mayBook, mayOpenPath } from '../../registry.ts'
import { useList, usePlace } from '../../scope.tsx'
import { texts } from '../../texts/overview.ts'
import { texts as packageTexts } from '../../texts/packages.ts'
import { Moment, useTimes } from '../../times.tsx'
import type { Parcel } from '../../wire.ts'
import { Need } from './need.tsx'

const COUNTED = 20
const STORED_COUNTED = 100
const RECENT = 5
const DAY_MS = 86_400_000
/** How long before the end of the free days a package needs somebody. */
const WARN_DAYS = 3
const LATE = '14d'
const RECENTLY = '7d'

type Invoice = Item<'listInvoices'>

const isHere = ({ status }: Parcel): boolean => status === 'booked' || status === 'warehouse'

/** Packages whose free days end soon, the first to cost at the top. */
const aboutToCost = (items: Parcel[], today: string): Parcel[] => {
  const until = new Date(Date.parse(today) + WARN_DAYS * DAY_MS).toISOString().slice(0, today.length)
  return items
    .filter(({ storage_fee: { last_free_day: last } }) => last !== undefined && last <= until)
    .toSorted((one, other) => one.storage_fee.last_free_day!.localeCompare(other.storage_fee.last_free_day!))
}

const storageText = ({ storage_fee: { amount_due: due, currency, last_free_day: last } }: Parcel): string =>
  due > 0 ? texts.storageDue(formatMoney(due, currency)) : texts.storageFree(formatDate(last!))

const useNeeds = () => {
  const { role } = usePlace()
  const isOn = (path: string) => ({ isOn: mayOpenPath(role, path) })
  return {
    holds: useList('listPackages', { hold_instruction: 'hold', cancelled: false, per_page: COUNTED }),
    stored: useList('listPackages', { status: 'warehouse', per_page: STORED_COUNTED }),
    invoices: useList('listInvoices', { status: 'issued,part_paid', per_page: COUNTED }, isOn('/billing')),
    webhooks: useList('listWebhookDeliveries', { status: 'failed', per_page: COUNTED }, isOn('/developers')),
    inbound: useList('listInboundParcels', { status: 'expected', created_before: LATE, per_page: COUNTED }, isOn('/inbound')),
    quotes: useList('listQuotes', { created_since: RECENTLY, per_page: COUNTED }, { isOn: mayBook(role) }),
  }
}

const Needs = () => {
  const { localText } = useTimes()
  const today = localText(new Date().toISOString()).slice(0, 'YYYY-MM-DD'.length)
  const { holds, stored, invoices, webhooks, inbound, quotes } = useNeeds()
  const storing = (items: Parcel[]) => aboutToCost(items, today)
  const all = [holds, stored, invoices, webhooks, inbound, quotes]
  const found = [
    holds.data?.items.filter(isHere),
    storing(stored.data?.items ?? []),
    ...[invoices, webhooks, inbound, quotes].map(({ data }) => data?.items),
  ]
  const isQuiet = all.every(({ isLoading, error }) => !isLoading && error === null) && found.every((items) => (items ?? []).length === 0)
  if (isQuiet)
    return (
      <Alert tone="ok" title={texts.nothingTitle}>
        {texts.nothing}
      </Alert>
    )
  return (
    <div className="needs">
      <Need
        query={holds}
        pick={(items) => items.filter(isHere)}
        title={texts.holds}
        hint={texts.holdsHint}
        icon="lock"
        href="/packages?hold_instruction=hold"
        shown={({ parcel_id: id, parcel_number: number, customer_identifier: customer }) => ({
          key: id,
          href: `/packages/${id}`,
          title: number,
          detail: customer,
        })}
      />
      <Need
        query={stored}
        pick={storing}
        title={texts.storage}
        hint={texts.storageHint}
        icon="storage"
        href="/packages?status=warehouse"
        shown={(parcel) => ({
          key: parcel.parcel_id,
          href: `/packages/${parcel.parcel_id}`,
          title: parcel.parcel_number,
          detail: storageText(parcel),
        })}
      />
      <Need
        query={invoices}
        title={texts.invoices}
        hint={texts.invoicesHint}
        icon="invoice"
        href="/billing?status=issued"
        shown={({ invoice_id: id, number, open, currency, due_date: due }: Invoice) => ({
          key: id,
          href: `/billing/invoices/${id}`,
          title: number,
          detail: `${formatMoney(open, currency)}, ${texts.openBy(formatDate(due))}`,
        })}
      />
      <Need
        query={inbound}
        title={texts.inbound}
        hint={texts.inboundHint}
        icon="receive"
        href="/inbound?status=expected"
        shown={({ inbound_parcel_id: id, courier_numbers: numbers, items, created_at: at }) => ({
          key: id,
          href: `/inbound/${id}`,
          title: numbers[0] ?? items[0]?.description ?? id,
          detail: <Moment at={at} />,
        })}
      />
      <Need
        query={webhooks}
        title={texts.webhooks}
        hint={texts.webhooksHint}
        icon="webhook"
        href="/developers/webhooks"
        shown={({ webhook_delivery_id: id, event_type: type, created_at: at }) => ({
          key: id,
          href: `/developers/deliveries/${id}`,
          title: type,
          detail: <Moment at={at} />,
        })}
      />
      <Need
        query={quotes}
        title={texts.quotes}
        hint={texts.quotesHint}
        icon="quote"
        href="/quotes"
        shown={({ parcel_quote_id: id, reference, cargo_volume: cargo }) => ({
          key: id,
          href: `/quotes/${id}`,
          title: reference,
          detail: cargo,
        })}
      />
    </div>
  )
}

export default () => {
  const { business, role } = usePlace()
  const recent = useList('listPackages', { per_page: RECENT })
  return (
    <Page
      title={business.name}
      lead={texts.lead}
      actions={
        mayBook(role) && (
          <ButtonLink href="/quotes/new" look="primary" icon="plus">
            {texts.getPrice}
          </ButtonLink>
        )
      }
    >
      <Needs />
      <Section title={texts.recent}>
        <Loaded query={recent}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="hint">{texts.recentEmpty}</p>
            ) : (
              <Table
                caption={texts.recent}
                rows={items}
                keyOf={(parcel) => parcel.parcel_id}
                hrefOf={(parcel) => `/packages/${parcel.parcel_id}`}
                columns={[
                  { key: 'number', head: packageTexts.number, cell: (parcel) => parcel.parcel_number },
                  { key: 'status', head: packageTexts.status, cell: (parcel) => <StatusMark parcel={parcel} /> },
                  { key: 'customer', head: packageTexts.customer, cell: (parcel) => parcel.customer_identifier ?? '' },
                  { key: 'booked', head: packageTexts.booked, cell: (parcel) => <Moment at={parcel.created_at} /> },
                ]}
              />
            )
          }
        </Loaded>
      </Section>
    </Page>
  )
}
