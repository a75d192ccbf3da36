// The storage page: fees, and packages by last free day.

import './storage.css'
import { Page } from '../../components/page.tsx'
import { t } from '../../strings.ts'
import { Accrual } from './accrual.tsx'
import { Ageing } from './ageing.tsx'

const Storage = () => (
  <Page title={t('storage.title')} lead={t('storage.lead')}>
    <Accrual />
    <Ageing />
  </Page>
)

export default Storage
