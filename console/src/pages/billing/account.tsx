// The account of a business: its balance, what waits for an invoice, and the statement.

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import { api } from '../../api.ts'
import { Icon } from '../../components/icons.tsx'
import { QueryView } from '../../components/lists/query-view.tsx'
import { Facts, Page, Panel } from '../../components/page.tsx'
import { useRead } from '../../components/use-read.ts'
import { BUSINESSES } from '../../paths.ts'
import { useScope } from '../../scope.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Zone } from '../../time/zone.tsx'
import type { Balance, Business } from '../../wire.ts'
import { koboOf, naira } from './billing-words.tsx'
import { StatementPanel } from './statement.tsx'
import { WaitingPanel } from './waiting.tsx'

const balanceText = (balance: string): string =>
  koboOf(balance) < 0 ? t('billing.inCredit', { amount: naira(balance.slice(1)) }) : naira(balance)

const BalancePanel = ({ businessId }: { businessId: string }) => {
  const { mode } = useScope()
  const query = useQuery({
    queryKey: [BUSINESSES, businessId, 'balance', mode],
    queryFn: ({ signal }) => api.get<Balance>(`${BUSINESSES}/${businessId}/balance`, { mode }, signal),
  })
  return (
    <Panel>
      <QueryView query={query}>
        {({ balance, receivable, credit }) => (
          <Facts
            facts={[
              [t('billing.balance'), <strong key="balance">{balanceText(balance)}</strong>],
              [t('billing.receivable'), naira(receivable)],
              [t('billing.unusedCredit'), naira(credit)],
            ]}
          />
        )}
      </QueryView>
    </Panel>
  )
}

const AccountPage = ({ business }: { business: Business }) => {
  const { mode } = useScope()
  const mayHandle = useMayHandle()
  const { business_id: id, name, prefix } = business
  const actions = (
    <>
      <Button component={Link} href={`/invoices?mode=${mode}&business=${id}`} variant="default">
        {t('billing.title')}
      </Button>
      {mayHandle && (
        <Button component={Link} href={`/payments/new?mode=${mode}&code=${prefix}`} leftSection={<Icon name="cash" sizePx={16} />}>
          {t('billing.takePayment')}
        </Button>
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
      <BalancePanel businessId={id} />
      <WaitingPanel businessId={id} businessName={name} />
      <StatementPanel businessId={id} />
    </Page>
  )
}

const Account = () => {
  const { id } = useParams<{ id: string }>()
  const query = useRead<Business>(BUSINESSES, id)
  return (
    <QueryView query={query}>
      {(business) => (
        <Zone zone={business.time_zone}>
          <AccountPage business={business} />
        </Zone>
      )}
    </QueryView>
  )
}

export default Account
