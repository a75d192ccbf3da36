// The messages to the customers and contacts of a business.

import { optionsOf, SelectField } from '../../components/field.tsx'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../components/records/list-view.tsx'
import { Alert } from '../../components/states.tsx'
import { useFilters } from '../../components/table.tsx'
import { useList, usePlace } from '../../scope.tsx'
import { CHANNEL_NAMES, STATUS_NAMES, texts } from '../../texts/messages.ts'
import { Moment } from '../../times.tsx'
import { MessageMark, MessageTabs, purposeText } from './message-parts.tsx'

const STATUSES = optionsOf(STATUS_NAMES, texts.anyStatus)

export default () => {
  const { field, query, ...filters } = useFilters(['status'])
  const { isTest } = usePlace()
  return (
    <Page title={texts.title} lead={texts.lead}>
      <MessageTabs />
      {isTest && <Alert>{texts.testNote}</Alert>}
      <search className="filters">
        <SelectField label={texts.status} {...field('status')} options={STATUSES} />
      </search>
      <ListView
        query={useList('listMessages', query)}
        filters={filters}
        caption={texts.caption}
        keyOf={(message) => message.message_id}
        hrefOf={(message) => `/messages/${message.message_id}`}
        empty={{ icon: 'mail', title: texts.emptyTitle, children: texts.empty }}
        columns={[
          { head: texts.purpose, cell: (message) => purposeText(message.purpose) },
          { head: texts.status, cell: MessageMark },
          { head: texts.recipient, cell: (message) => message.name || message.to },
          { head: texts.channel, cell: (message) => CHANNEL_NAMES[message.channel] },
          { head: texts.written, cell: (message) => <Moment at={message.created_at} /> },
        ]}
      />
    </Page>
  )
}
