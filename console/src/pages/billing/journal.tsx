// The journal of a range of days as CSV for an accounting program, and the closing date of the books.

import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { JOURNAL_FORMATS } from '../../../../src/domain/billing/files/journal-csv.ts'
import { JOURNAL } from '../../api.ts'
import { typed } from '../../components/form.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { PaperLink } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { BookClosingPanel } from './book-closing.tsx'
import { lastMonth } from './last-month.ts'

const JournalPage = () => {
  const { mode, businessId } = useScope()
  const [[first, last]] = useState(lastMonth)
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(last)
  const [format, setFormat] = useState('quickbooks')
  const query = new URLSearchParams({ mode, from, to, format, ...(businessId ? { business: businessId } : {}) })
  return (
    <Page title={t('payments.journalTitle')} lead={t('payments.journalLead')} back={{ href: '/payments', label: t('payments.title') }}>
      <Panel>
        <Group align="flex-end">
          <TextInput type="date" label={t('payments.from')} {...typed(from, setFrom)} />
          <TextInput type="date" label={t('payments.to')} {...typed(to, setTo)} />
          <NativeSelect
            label={t('payments.format')}
            data={JOURNAL_FORMATS.map((value) => ({ value, label: t(`payments.format_${value}`) }))}
            {...typed(format, setFormat)}
          />
          <PaperLink href={`${JOURNAL}?${query}`} label={t('records.downloadCsv')} isDownload />
        </Group>
      </Panel>
      <BookClosingPanel />
    </Page>
  )
}

export default JournalPage
