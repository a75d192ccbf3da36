// The list of message texts: one row for each purpose and channel, with the version in use.

import { MESSAGE_TEMPLATES } from '../../../api.ts'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { Page } from '../../../components/page.tsx'
import { useRead } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { t } from '../../../strings.ts'
import { moment } from '../../../time.tsx'
import type { ListedTemplate } from '../../../wire.ts'
import { channelName, purposeName } from '../message-text.tsx'

const keyOf = ({ purpose, channel }: ListedTemplate): string => `${purpose}/${channel}`

export const versionName = (version: number): string => (version === 0 ? t('texts.builtIn') : t('texts.version', { version }))

const COLUMNS: Column<ListedTemplate>[] = [
  { key: 'channel', title: t('messages.channel'), value: (row) => channelName(row.channel) },
  { key: 'version', title: t('texts.inUse'), value: (row) => versionName(row.version) },
  { key: 'by', title: t('texts.writtenBy'), value: (row) => row.written_by, isLesser: true },
  { key: 'at', title: t('texts.writtenAt'), value: (row) => row.written_at, format: moment, isLesser: true },
]

const TextsPage = () => {
  const query = useRead<ListedTemplate[]>(MESSAGE_TEMPLATES)
  return (
    <Page title={t('texts.title')} lead={t('texts.lead')} back={{ href: '/messages', label: t('messages.title') }}>
      <QueryView query={query}>
        {(rows) => (
          <section className="panel">
            <RowsTable<ListedTemplate>
              rows={rows}
              columns={COLUMNS}
              rowKey={keyOf}
              rowName={(row) => `${purposeName(row.purpose)}, ${channelName(row.channel)}`}
              headingOf={(row) => purposeName(row.purpose)}
              href={(row) => `/messages/texts/${keyOf(row)}`}
            />
          </section>
        )}
      </QueryView>
    </Page>
  )
}

export default TextsPage
