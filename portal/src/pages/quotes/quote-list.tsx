// The quotes of a business: pending, booked or cancelled.

import { formatMoney } from '../../../../web/format.ts'
import { ButtonLink } from '../../components/button.tsx'
import { optionsOf, SelectField } from '../../components/field.tsx'
import { directionText, routeText } from '../../components/marks.tsx'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { useFilters } from '../../components/table.tsx'
import { mayBook } from '../../registry.ts'
import { useList, usePlace } from '../../scope.tsx'
import { DIRECTION_NAMES } from '../../texts/packages.ts'
import { STATUS_NAMES, TRANSPORT_NAMES, texts } from '../../texts/quotes.ts'
import { Moment } from '../../times.tsx'
import type { Quote } from '../../wire.ts'
import { QuoteMark } from './quote-page.tsx'

/**
 * Returns the query for the list, which shows pending quotes by default. The form offers `cancelled` as a status, but in the API
 * `cancelled` is a separate filter.
 */
const queryOf = ({ status, ...rest }: Record<string, string>) => ({
  ...rest,
  ...(status === 'cancelled' ? { cancelled: true } : { status: status || 'pending' }),
})

const priceOf = ({ estimated_total: total, estimated_price: price, rates }: Quote): string => {
  const amount = total ?? price
  if (amount !== null) return formatMoney(amount, 'NGN')
  return rates.length > 0 ? texts.chooseRate : ''
}

export default () => {
  const { role, isViewOnly } = usePlace()
  const { field, query, ...filters } = useFilters(['status', 'direction', 'transport_mode'])
  const status = field('status')
  const newQuote = mayBook(role) && !isViewOnly && (
    <ButtonLink href="/quotes/new" look="primary" icon="plus">
      {texts.newQuote}
    </ButtonLink>
  )
  return (
    <Page title={texts.title} lead={texts.lead} actions={newQuote}>
      <search className="filters">
        <SelectField
          label={texts.status}
          value={status.value || 'pending'}
          onValue={(value) => status.onValue(value === 'pending' ? '' : value)}
          options={optionsOf(STATUS_NAMES)}
        />
        <SelectField label={texts.direction} {...field('direction')} options={optionsOf(DIRECTION_NAMES, texts.anyDirection)} />
        <SelectField label={texts.transport} {...field('transport_mode')} options={optionsOf(TRANSPORT_NAMES, texts.anyTransport)} />
      </search>
      <ListView
        query={useList('listQuotes', queryOf(query))}
        filters={filters}
        empty={{ icon: 'quote', title: texts.emptyTitle, children: texts.empty, action: newQuote }}
        caption={texts.caption}
        keyOf={(quote) => quote.parcel_quote_id}
        hrefOf={(quote) => `/quotes/${quote.parcel_quote_id}`}
        columns={[
          { head: texts.reference, cell: (quote) => quote.reference },
          { head: texts.status, cell: (quote) => <QuoteMark status={quote.status} /> },
          {
            head: texts.route,
            cell: ({ direction, parcel_details: { transport_mode: mode }, origin_details: from, dest_details: to }) =>
              `${routeText({ ...from, ...to })} · ${directionText(direction, mode)}`,
          },
          { head: texts.cargo, cell: (quote) => quote.cargo_volume },
          { head: texts.price, cell: priceOf, isNumber: true },
          { head: texts.created, cell: (quote) => <Moment at={quote.created_at} /> },
        ]}
      />
    </Page>
  )
}
