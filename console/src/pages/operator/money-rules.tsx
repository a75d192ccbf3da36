// The rules on money: whether warehouse staff may see amounts, and from which amount a colleague must approve a refund or credit.

import { Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { SubmitForm, ticked, typed } from '../../components/form.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyDone, useRead } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { t } from '../../strings.ts'
import type { MoneyRules } from '../../wire.ts'

const PATH = '/ops/v1/money_rules'

const RulesForm = ({ rules }: { rules: MoneyRules }) => {
  const client = useQueryClient()
  const [isSeen, setIsSeen] = useState(rules.warehouse_sees_money)
  const [from, setFrom] = useState(rules.second_person_from ?? '')
  const save = async () => {
    const body = { warehouse_sees_money: isSeen, second_person_from: from.trim() === '' ? null : from.trim() }
    client.setQueryData([PATH], await api.send<MoneyRules>('PUT', PATH, body))
    notifyDone(t('shell.saved'))
  }
  return (
    <SubmitForm submitLabel={t('operator.saveMoney')} onSubmit={save}>
      {(errorOf) => (
        <>
          <Switch label={t('operator.warehouseSees')} description={t('operator.warehouseSeesHint')} {...ticked(isSeen, setIsSeen)} />
          <TextInput
            label={t('operator.secondPerson')}
            description={t('operator.secondPersonHint')}
            inputMode="decimal"
            maw={360}
            {...typed(from, setFrom, errorOf('second_person_from'))}
          />
        </>
      )}
    </SubmitForm>
  )
}

export const MoneyRulesPanel = () => {
  const query = useRead<MoneyRules>(PATH)
  return (
    <Panel title={t('operator.money')}>
      <QueryView query={query}>{(rules) => <RulesForm rules={rules} />}</QueryView>
    </Panel>
  )
}
