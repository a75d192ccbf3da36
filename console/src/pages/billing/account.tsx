// The account of a business, or of a customer who is billed directly: balance, charges not invoiced yet, invoices, payments, statement.

import { Box, Group } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { api, BUSINESSES } from '../../api.ts'
import { LinkButton, PlainButton } from '../../components/buttons.tsx'
import { DaysFilter, useFilters } from '../../components/lists/filters.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { notifyDone, notifyError, useRefresh } from '../../components/queries.ts'
import { IssueNotice } from '../../components/records/live-notices.tsx'
import { BusinessRecord } from '../../components/records/record-page.tsx'
import { Empty, MoreButton, QueryView } from '../../components/states.tsx'
import { PaperLink } from '../../components/text.tsx'
import { formatDate } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { useMayTakePayments } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Balance, Business, Statement, StatementLine, UsedCredit } from '../../wire.ts'
import { koboOf, naira } from './billing-text.tsx'
import type { Account } from './payer-account.ts'
import { UninvoicedPanel } from './uninvoiced.tsx'
import { CertificatesPanel } from './withholding/certificates.tsx'
import { ClaimsPanel } from './withholding/claims.tsx'
import { PayerTaxPanel } from './withholding/payer-tax.tsx'

const COLUMNS: Column<StatementLine>[] = [
  { key: 'date', title: t('records.date'), render: (row) => formatDate(row.date) },
  { key: 'type', title: t('billing.type'), render: (row) => t(`billing.type_${row.type}`), isLesser: true },
  { key: 'description', title: t('records.description'), render: (row) => [row.reference, row.description].filter(Boolean).join(' · ') },
  { key: 'amount', title: t('billing.amount'), align: 'right', render: (row) => naira(row.amount) },
  { key: 'balance', title: t('billing.balance'), align: 'right', render: (row) => naira(row.balance), isLesser: true },
]

const payerIn = ({ customerId }: Account) => (customerId === null ? {} : { customer: customerId })

const LINES_AT_ONCE = 100

export const StatementPanel = ({ account }: { account: Account }) => {
  const { businessId, mode } = account
  const [{ from, to }, filter] = useFilters(['from', 'to'])
  const asked = { mode, ...payerIn(account), from, to, per_page: LINES_AT_ONCE }
  const query = useInfiniteQuery({
    queryKey: [BUSINESSES, businessId, 'statement', account, from, to],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => api.page<Statement>(`${BUSINESSES}/${businessId}/statement`, { ...asked, cursor }, signal),
    getNextPageParam: ({ next }) => next?.cursor,
    placeholderData: keepPreviousData,
  })
  const data = query.data?.pages.at(-1)?.body
  const days = new URLSearchParams({ mode, ...payerIn(account), ...(data ? { from: data.from, to: data.to } : {}) })
  const actions = (
    <Group gap="xs">
      <DaysFilter label={t('billing.statementDays')} hint={t('billing.statementHint')} from={filter('from')} to={filter('to')} />
      <PaperLink href={`${BUSINESSES}/${businessId}/statement.pdf?${days}`} label={t('billing.pdf')} size="compact-xs" />
      <PaperLink href={`${BUSINESSES}/${businessId}/statement.csv?${days}`} label={t('billing.csv')} isDownload size="compact-xs" />
    </Group>
  )
  const lead = data ? { lead: t('billing.statementOf', { from: formatDate(data.from), to: formatDate(data.to) }) } : {}
  return (
    <Panel title={t('billing.statement')} {...lead} actions={actions} flush>
      <QueryView query={query}>
        {({ pages }) => (
          <>
            <Box px="md" pb="sm">
              <Facts
                facts={[
                  [t('billing.openingLine'), naira(pages.at(-1)!.body.opening_balance)],
                  [t('billing.closing'), <strong key="closing">{naira(pages.at(-1)!.body.closing_balance)}</strong>],
                ]}
              />
            </Box>
            <RowsTable
              rows={pages.flatMap(({ body }) => body.lines)}
              columns={COLUMNS}
              rowKey={(row) => `${row.type} ${row.id}`}
              rowName={(row) => row.description}
              empty={<Empty icon="log" title={t('billing.noStatement')} />}
            />
            <MoreButton query={query} />
          </>
        )}
      </QueryView>
    </Panel>
  )
}

const balanceText = (balance: string): string =>
  koboOf(balance) < 0 ? t('billing.inCredit', { amount: naira(balance.slice(1)) }) : naira(balance)

/** A button that uses the payer's credit to pay the payer's oldest open invoices. */
const UseCredit = ({ account: { businessId, customerId, mode } }: { account: Account }) => {
  const refresh = useRefresh()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.send<UsedCredit>('POST', `${BUSINESSES}/${businessId}/use_credit`, { mode, ...(customerId ? { customer_id: customerId } : {}) }),
    onSuccess: async ({ paid }) => {
      await refresh()
      notifyDone(t('billing.creditPaid', { count: paid.length }))
    },
    onError: notifyError,
  })
  return <PlainButton label={t('billing.useCredit')} loading={isPending} onClick={() => mutate()} />
}

export const BalancePanel = ({ account }: { account: Account }) => {
  const { businessId, mode } = account
  const mayTakePayments = useMayTakePayments()
  const query = useQuery({
    queryKey: [BUSINESSES, businessId, 'balance', account],
    queryFn: ({ signal }) => api.get<Balance>(`${BUSINESSES}/${businessId}/balance`, { mode, ...payerIn(account) }, signal),
  })
  return (
    <Panel>
      <QueryView query={query}>
        {({ balance, receivable, credit }) => (
          <Group justify="space-between">
            <Box flex={1}>
              <Facts
                facts={[
                  [t('billing.balance'), <strong key="balance">{balanceText(balance)}</strong>],
                  [t('billing.receivable'), naira(receivable)],
                  [t('billing.unusedCredit'), naira(credit)],
                ]}
              />
            </Box>
            {mayTakePayments && koboOf(credit) > 0 && koboOf(receivable) > 0 && <UseCredit account={account} />}
          </Group>
        )}
      </QueryView>
    </Panel>
  )
}

const AccountPage = ({ business }: { business: Business }) => {
  const { mode } = useScope()
  const mayTakePayments = useMayTakePayments()
  const { business_id: id, name, prefix } = business
  const account = { businessId: id, customerId: null, mode }
  const actions = (
    <>
      <LinkButton href={`/invoices?mode=${mode}&business=${id}`} label={t('billing.title')} />
      {mayTakePayments && (
        <LinkButton href={`/payments/new?mode=${mode}&code=${prefix}`} label={t('billing.takePayment')} icon="cash" variant="filled" />
      )}
    </>
  )
  return (
    <Page
      title={t('billing.accountOf', { name })}
      lead={t('billing.accountLead')}
      back={{ href: `/businesses/${id}`, label: name }}
      actions={actions}
    >
      <IssueNotice />
      <BalancePanel account={account} />
      <UninvoicedPanel businessId={id} businessName={name} />
      <StatementPanel account={account} />
      <PayerTaxPanel account={account} />
      <ClaimsPanel account={account} />
      <CertificatesPanel account={account} />
    </Page>
  )
}

const BusinessAccount = () => <BusinessRecord>{(business) => <AccountPage business={business} />}</BusinessRecord>

export default BusinessAccount
