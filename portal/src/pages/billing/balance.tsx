// The balance of the business and of its customers: owed, or paid in advance.

import { formatMoney } from '../../../../web/format.ts'
import { Facts, Section } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { useRead } from '../../scope.tsx'
import { texts } from '../../texts/billing.ts'

const titleOf = (balance: number): string => {
  if (balance === 0) return texts.even
  return balance > 0 ? texts.balance : texts.credit
}

export const BalancePanel = () => {
  const balance = useRead('getBalance', { query: {} })
  return (
    <Loaded query={balance} rows={1}>
      {({ balance: owed, receivable, credit, currency }) => (
        <Section title={titleOf(Number(owed))}>
          <p className="figure">{formatMoney(owed.replace('-', ''), currency)}</p>
          <Facts
            facts={[
              [texts.receivable, formatMoney(receivable, currency)],
              [texts.unused, formatMoney(credit, currency)],
            ]}
          />
        </Section>
      )}
    </Loaded>
  )
}
