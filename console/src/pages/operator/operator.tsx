// The operator: name, contact, address, bank and logo, as papers and public pages show them, and its warehouses.

import { Anchor } from '@mantine/core'
import { QueryView } from '../../components/lists/query-view.tsx'
import { Page, Panel } from '../../components/page.tsx'
import { useRead } from '../../components/use-read.ts'
import { OPERATOR } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { Operator } from '../../wire.ts'
import { OperatorForm } from './operator-form.tsx'
import { OperatorLogo } from './operator-logo.tsx'
import { WarehousesPanel } from './warehouses.tsx'

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
            <WarehousesPanel />
          </>
        )}
      </QueryView>
    </Page>
  )
}

export default OperatorPage
