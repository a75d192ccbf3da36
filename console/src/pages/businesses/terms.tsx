// The terms agreed with a business over time. The terms in force are marked.

import { Badge } from '@mantine/core'
import { BUSINESSES } from '../../api.ts'
import { DialogButton } from '../../components/buttons.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Panel } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { formatMoney } from '../../format.ts'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Terms } from '../../wire.ts'
import { AgreeTerms } from './agree-terms.tsx'

const from = ({ effective_from: at }: Terms) => (at === null ? t('businesses.termsOperator') : <Moment at={at} />)

const releaseText = ({ release, credit_limit: limit }: Terms): string => {
  const text = t(`businesses.release_${release}`)
  return release === 'none' || Number(limit) === 0 ? text : `${text}, ${t('businesses.creditUpTo', { amount: formatMoney(limit, 'NGN') })}`
}

const StatusOf = ({ terms, now }: { terms: Terms; now: Terms | undefined }) => {
  if (terms.in_force) return <Badge variant="light">{t('records.inForce')}</Badge>
  if (terms.effective_from === null || terms.effective_from <= (now?.effective_from ?? '')) return null
  return (
    <Badge variant="light" color="blue">
      {t('records.scheduled')}
    </Badge>
  )
}

const TermsTable = ({ terms }: { terms: readonly Terms[] }) => (
  <RowsTable
    rows={terms.toReversed()}
    rowKey={(row) => `${row.effective_from} ${row.recorded_at}`}
    rowName={(row) => row.effective_from ?? t('businesses.termsOperator')}
    columns={[
      { key: 'from', title: t('records.from'), render: from },
      { key: 'markup', title: t('records.markup'), align: 'right', render: (row) => `${row.markup_percent} %` },
      { key: 'free', title: t('businesses.freeDays'), align: 'right', render: (row) => t('records.days', { count: row.free_days }) },
      { key: 'rate', title: t('businesses.dailyRate'), align: 'right', render: (row) => formatMoney(row.daily_rate, row.currency) },
      {
        key: 'invoicing',
        title: t('businesses.invoicing'),
        render: (row) => `${t(`businesses.invoicing_${row.invoicing}`)}, ${t(`businesses.billTo_${row.bill_to}`)}`,
        isLesser: true,
      },
      { key: 'due', title: t('businesses.dueDays'), align: 'right', render: (row) => row.due_days, isLesser: true },
      { key: 'release', title: t('businesses.release'), render: releaseText },
      {
        key: 'recorded',
        title: t('businesses.termsRecorded'),
        render: (row) => row.recorded_at && <Moment at={row.recorded_at} />,
        isLesser: true,
      },
      {
        key: 'in-force',
        title: t('records.status'),
        render: (row) => <StatusOf terms={row} now={terms.find(({ in_force: isInForce }) => isInForce)} />,
      },
    ]}
  />
)

export const TermsPanel = ({ businessId }: { businessId: string }) => {
  const isAdmin = useIsAdmin()
  const query = useRead<Terms[]>(BUSINESSES, businessId, 'terms')
  const inForce = query.data?.find((terms) => terms.in_force)
  const agree = isAdmin && inForce && (
    <DialogButton
      label={t('businesses.agree')}
      size="xs"
      variant="filled"
      dialog={(close) => <AgreeTerms businessId={businessId} now={inForce} onClose={close} />}
    />
  )
  return (
    <Panel title={t('businesses.terms')} actions={agree} flush>
      <QueryView query={query}>{(terms) => <TermsTable terms={terms} />}</QueryView>
    </Panel>
  )
}
