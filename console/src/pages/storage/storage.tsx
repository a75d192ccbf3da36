// The storage page: fees, and packages by last free day.

import { LinkButton } from '../../components/buttons.tsx'
import './storage.css'
import { Page } from '../../components/page.tsx'
import { t } from '../../strings.ts'
import { Accrual } from './accrual.tsx'
import { Ageing } from './ageing.tsx'

const abandoned = <LinkButton href="/storage/abandoned" label={t('storage.abandoned')} />

const Storage = () => (
  <Page title={t('storage.title')} lead={t('storage.lead')} actions={abandoned}>
    <Accrual />
    <Ageing />
  </Page>
)

export default Storage
