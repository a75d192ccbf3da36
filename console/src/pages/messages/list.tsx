// All messages of the chosen mode and business, newest first. A link leads to the messages that need a decision.

import './messages.css'
import { useQuery } from '@tanstack/react-query'
import { PURPOSE_NAMES } from '../../../../src/domain/messages/purpose.ts'
import { MESSAGES, OVERVIEW } from '../../api.ts'
import { DataTable } from '../../components/lists/data-table.tsx'
import { ChoiceFilter, FilterBar, SearchInput, useFilters } from '../../components/lists/filters.tsx'
import { useRememberList } from '../../components/lists/last-list-url.ts'
import type { Column } from '../../components/lists/rows-table.tsx'
import { useSelection } from '../../components/lists/rows-table.tsx'
import { Page, Remark } from '../../components/page.tsx'
import { readWith } from '../../components/queries.ts'
import { CustomerFilter } from '../../components/records/options.tsx'
import { Empty, NoMatch } from '../../components/states.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment, moment } from '../../time.tsx'
import type { Message, Overview } from '../../wire.ts'
import { BulkMessageActions } from './message-actions.tsx'
import { AboutLink, CHANNEL_CHOICES, channelName, MESSAGE_STATES, MessageStateBadge, purposeName, stateName } from './message-text.tsx'

const ROWS_PER_PAGE = 50
/** The value of the status filter that selects the messages on which staff must decide. */
const ATTENTION = 'attention'
const STATUSES = [
  { value: ATTENTION, label: t('messages.needsDecision') },
  ...MESSAGE_STATES.map((value) => ({ value, label: stateName(value) })),
]
const PURPOSE_CHOICES = PURPOSE_NAMES.map((value) => ({ value, label: purposeName(value) }))

const idOf = ({ message_id: id }: Message): string => id

const ownerOf = ({ business, recipient }: Message): string =>
  business === null ? t('messages.toStaff') : recipient === 'contact' ? `${business.prefix} · ${t('messages.toContact')}` : business.prefix

const sentAt = (at: string | null) => at && <Moment at={at} />

const COLUMNS: Column<Message>[] = [
  {
    key: 'purpose',
    title: t('messages.purpose'),
    render: (row) => purposeName(row.purpose),
    csv: (row) => row.purpose,
    narrow: (row) => `${row.name} · ${channelName(row.channel)}`,
  },
  { key: 'status', title: t('records.status'), render: (row) => <MessageStateBadge message={row} />, csv: (row) => row.status },
  {
    key: 'recipient',
    title: t('messages.recipient'),
    render: (row) => (
      <>
        {row.name}
        <Hint size="xs">{row.to || t('messages.noAddress')}</Hint>
      </>
    ),
    csv: (row) => row.to,
    isLesser: true,
    isFreeText: true,
  },
  { key: 'channel', title: t('messages.channel'), value: (row) => channelName(row.channel), isLesser: true },
  { key: 'about', title: t('messages.about'), render: (row) => <AboutLink message={row} />, csv: (row) => row.about, isLesser: true },
  { key: 'reason', title: t('records.reason'), value: (row) => row.reason, isLesser: true, isFreeText: true, isOptional: true },
  { key: 'business', title: t('records.business'), value: ownerOf, isLesser: true },
  { key: 'created', title: t('records.createdAt'), value: (row) => row.created_at, format: moment, isLesser: true },
  { key: 'sent', title: t('messages.sentAt'), value: (row) => row.sent_at, format: sentAt, isOptional: true, isLesser: true },
]

/** Links to the messages that need a decision by staff. Shows nothing if there are no such messages. */
const ToDecide = () => {
  const { mode, businessId: business } = useScope()
  const { data } = useQuery(readWith<Overview>(OVERVIEW, { mode, business }))
  const count = data?.undecided_messages ?? 0
  if (count === 0) return null
  return (
    <Remark title={t('messages.toDecide', { count })}>
      {t('messages.toDecideText')}{' '}
      <PageLink href={`/messages?status=${ATTENTION}`} underline="always">
        {t('payments.decide')}
      </PageLink>
    </Remark>
  )
}

const More = () => (
  <>
    <PageLink href="/messages/texts">{t('texts.title')}</PageLink>
    <PageLink href="/messages/channels">{t('channels.title')}</PageLink>
    <PageLink href="/messages/costs">{t('costs.title')}</PageLink>
  </>
)

const MessageList = () => {
  const { mode, businessId } = useScope()
  const mayHandle = useMayHandle()
  const selection = useSelection(idOf)
  useRememberList('/messages')
  const [filters, filter] = useFilters(['q', 'status', 'channel', 'purpose', 'package_id', 'customer_id', 'invoice_id'])
  const { status, ...others } = filters
  const isDeciding = status === ATTENTION
  const isFiltered = Object.values(filters).some((value) => value !== '')
  const asked = isDeciding ? { needs_attention: true } : { status }
  const none = isFiltered ? <NoMatch page="/messages" /> : <Empty icon="mail" title={t('messages.emptyTitle')} text={t('messages.empty')} />
  return (
    <Page title={t('messages.title')} lead={t('messages.lead')} actions={<More />}>
      {!isDeciding && <ToDecide />}
      <FilterBar page="/messages" isFiltered={isFiltered}>
        <SearchInput label={t('records.search')} placeholder={t('messages.searchHint')} {...filter('q')} />
        <ChoiceFilter label={t('records.status')} choices={STATUSES} {...filter('status')} />
        <ChoiceFilter label={t('messages.channel')} choices={CHANNEL_CHOICES} {...filter('channel')} />
        <ChoiceFilter label={t('messages.purpose')} choices={PURPOSE_CHOICES} {...filter('purpose')} />
        <CustomerFilter {...filter('customer_id')} />
      </FilterBar>
      <DataTable<Message>
        path={MESSAGES}
        params={{ mode, business: businessId, ...others, ...asked }}
        perPage={ROWS_PER_PAGE}
        rowKey={idOf}
        rowName={(row) => `${purposeName(row.purpose)}, ${row.name}`}
        href={(row) => `/messages/${row.message_id}`}
        csvName="messages"
        columns={COLUMNS}
        {...(isDeciding && mayHandle ? { selection } : {})}
        bulkActions={<BulkMessageActions rows={selection.rows} onDone={selection.clear} />}
        empty={
          isDeciding && Object.values(others).every((value) => value === '') ? (
            <Empty icon="check" title={t('messages.noneToDecide')} text={t('messages.noneToDecideText')} />
          ) : (
            none
          )
        }
      />
    </Page>
  )
}

export default MessageList
