// The rules on money: whether the warehouse sees it.

import { Switch } from '@mantine/core'
import { api } from '../../api.ts'
import { Panel } from '../../components/page.tsx'
import { useRead, useSave } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { t } from '../../strings.ts'
import type { MoneyRules } from '../../wire.ts'

const PATH = '/ops/v1/money_rules'

export const MoneyRulesPanel = () => {
  const query = useRead<MoneyRules>(PATH)
  const save = useSave()
  return (
    <Panel title={t('operator.money')}>
      <QueryView query={query}>
        {(rules) => (
          <Switch
            label={t('operator.warehouseSees')}
            description={t('operator.warehouseSeesHint')}
            checked={rules.warehouse_sees_money}
            onChange={({ currentTarget: { checked } }) =>
              void save(api.send('PUT', PATH, { ...rules, warehouse_sees_money: checked }), t('shell.saved'))
            }
          />
        )}
      </QueryView>
    </Panel>
  )
}
