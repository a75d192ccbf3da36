// The newest messages about a package, a customer or an invoice.

import { useQuery } from '@tanstack/react-query'
import { api, MESSAGES } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { QueryView } from '../../components/states.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Message } from '../../wire.ts'
import { useResend } from './message-actions.tsx'
import { channelName, isResendable, MessageStateBadge, purposeName } from './message-text.tsx'

const LATEST = 10

const columns = (resend: ((message: Message) => Promise<void>) | null): Column<Message>[] => [
  {
    key: 'purpose',
    title: t('messages.purpose'),
    render: (row) => (
      <>
        {purposeName(row.purpose)}
        <Hint size="xs">
          {channelName(row.channel)}
          <br />
          {row.to || t('messages.noAddress')}
        </Hint>
      </>
    ),
  },
  {
    key: 'status',
    title: t('records.status'),
    render: (row) => (
      <>
        <MessageStateBadge message={row} />
        <Hint size="xs">
          <Moment at={row.sent_at ?? row.created_at} />
        </Hint>
        {resend !== null && isResendable(row) && <RowButton label={t('messages.resend')} px={0} onClick={() => void resend(row)} />}
      </>
    ),
  },
]

type About = { package_id: string } | { customer_id: string } | { invoice_id: string }

export const MessagesPanel = ({ mode, about }: { mode: Message['mode']; about: About }) => {
  const mayHandle = useMayHandle()
  const resend = useResend()
  const params = { mode, ...about, per_page: LATEST }
  const query = useQuery({ queryKey: [MESSAGES, params], queryFn: ({ signal }) => api.list<Message>(MESSAGES, params, signal) })
  const [[name, id]] = Object.entries(about) as [[string, string]]
  const all = query.data?.next && <PageLink href={`/messages?mode=${mode}&${name}=${id}`}>{t('messages.allOfThem')}</PageLink>
  const isEmpty = query.data?.items.length === 0
  return (
    <Panel title={t('messages.title')} actions={all} flush={!isEmpty}>
      <QueryView query={query}>
        {({ items }) => (
          <RowsTable
            name={t('messages.title')}
            rows={items}
            columns={columns(mayHandle ? resend : null)}
            rowKey={(row) => row.message_id}
            rowName={(row) => purposeName(row.purpose)}
            href={(row) => `/messages/${row.message_id}`}
            empty={<Hint>{t('messages.panelEmpty')}</Hint>}
          />
        )}
      </QueryView>
    </Panel>
  )
}
