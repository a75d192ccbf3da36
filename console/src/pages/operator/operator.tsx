// The operator: details, logo, warehouses.

import { Anchor, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, OPERATOR } from '../../api.ts'
import { FilePicker } from '../../components/buttons.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { notifyDone, notifyError, useRead } from '../../components/queries.ts'
import { QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { Operator } from '../../wire.ts'
import { PHOTO_TYPES } from '../receiving/photo-field.tsx'
import { MoneyRulesPanel } from './money-rules.tsx'
import { OperatorForm } from './operator-form.tsx'
import { WarehousesPanel } from './warehouses.tsx'

const PATH = `${OPERATOR}/logo`

const OperatorLogo = ({ operator: { name, logo_url: address } }: { operator: Operator }) => {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File | null) => (file ? api.send<Operator>('PUT', PATH, file) : api.send<Operator>('DELETE', PATH)),
    onSuccess: (operator) => {
      client.setQueryData([OPERATOR], operator)
      notifyDone(t(operator.logo_url === null ? 'operator.logoRemoved' : 'operator.logoSaved'))
    },
    onError: notifyError,
  })
  if (name === null) return <Text size="sm">{t('operator.nameFirst')}</Text>
  return (
    <Group>
      {address === null ? (
        <Hint>{t('operator.logoNone')}</Hint>
      ) : (
        <img src={address} alt={t('operator.logoOf', { name })} className="operator-logo" />
      )}
      <FilePicker label={t('operator.logoAdd')} accept={PHOTO_TYPES} loading={isPending} onFile={mutate} />
      {address !== null && (
        <Button variant="subtle" color="red" onClick={() => mutate(null)} disabled={isPending}>
          {t('operator.logoRemove')}
        </Button>
      )}
    </Group>
  )
}

const OperatorPage = () => {
  const query = useRead<Operator>(OPERATOR)
  const tracking = (
    <Anchor href="/track" target="_blank" size="sm">
      {t('operator.trackingPage')}
    </Anchor>
  )
  return (
    <Page title={t('operator.title')} lead={t('operator.lead')} actions={tracking}>
      <QueryView query={query}>
        {(operator) => (
          <>
            <Panel title={t('operator.details')}>
              <OperatorForm operator={operator} />
            </Panel>
            <Panel title={t('operator.logo')} lead={t('operator.logoLead')}>
              <OperatorLogo operator={operator} />
            </Panel>
            <MoneyRulesPanel />
            <WarehousesPanel />
          </>
        )}
      </QueryView>
    </Page>
  )
}

export default OperatorPage
