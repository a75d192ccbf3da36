// The caller's till: the cash that should be in it, the form to record a count, and earlier counts with their slips.

import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, CASH_COUNTS, TILL_NOW } from '../../api.ts'
import { SubmitForm, typed } from '../../components/form.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { notifyDone, readWith, useRefresh } from '../../components/queries.ts'
import { Empty, QueryView } from '../../components/states.tsx'
import { PaperLink } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { moment } from '../../time.tsx'
import type { CashCount, Till } from '../../wire.ts'
import { naira } from './billing-text.tsx'

const CountForm = ({ till }: { till: Till }) => {
  const refresh = useRefresh()
  const [counted, setCounted] = useState('')
  const [reason, setReason] = useState('')
  const count = async () => {
    await api.send('POST', CASH_COUNTS, { mode: till.mode, counted, ...(reason.trim() === '' ? {} : { reason }) })
    setCounted('')
    setReason('')
    notifyDone(t('till.isCounted'))
    await refresh()
  }
  return (
    <SubmitForm submitLabel={t('till.count')} onSubmit={count}>
      {(errorOf) => (
        <>
          <Facts
            facts={[
              [t('till.expected'), naira(till.expected)],
              [t('till.movements'), String(till.movements)],
            ]}
          />
          <TextInput label={t('till.countedLabel')} inputMode="decimal" maw={360} {...typed(counted, setCounted, errorOf('counted'))} />
          <Textarea
            label={t('records.reason')}
            description={t('till.reasonHint')}
            maw={360}
            {...typed(reason, setReason, errorOf('reason'))}
          />
        </>
      )}
    </SubmitForm>
  )
}

const TillPage = () => {
  const { mode } = useScope()
  const query = useQuery(readWith<Till>(TILL_NOW, { mode }))
  return (
    <Page title={t('till.title')} lead={t('till.lead')}>
      <Panel title={t('till.now')}>
        <QueryView query={query}>{(till) => <CountForm till={till} />}</QueryView>
      </Panel>
      <DataTable<CashCount>
        path={CASH_COUNTS}
        params={{ mode }}
        rowKey={(row) => row.cash_count_id}
        rowName={(row) => row.cashier_name}
        csvName="cash-counts"
        empty={<Empty icon="cash" title={t('till.emptyTitle')} text={t('till.empty')} />}
        columns={[
          { key: 'cashier', title: t('till.cashier'), value: (row) => row.cashier_name, narrow: (row) => moment(row.created_at) },
          { key: 'at', title: t('records.date'), value: (row) => row.created_at, format: moment, isLesser: true },
          { key: 'expected', title: t('till.expected'), align: 'right', value: (row) => row.expected, format: naira, isLesser: true },
          { key: 'counted', title: t('till.counted'), align: 'right', value: (row) => row.counted, format: naira, isLesser: true },
          { key: 'difference', title: t('records.difference'), align: 'right', value: (row) => row.difference, format: naira },
          { key: 'reason', title: t('records.reason'), value: (row) => row.reason, isFreeText: true, isLesser: true },
          {
            key: 'slip',
            title: t('till.slip'),
            render: (row) => <PaperLink href={`${CASH_COUNTS}/${row.cash_count_id}/slip.pdf`} label={t('till.slip')} size="compact-xs" />,
          },
        ]}
      />
    </Page>
  )
}

export default TillPage
