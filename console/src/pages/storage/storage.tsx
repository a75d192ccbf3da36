// The storage page: fees, and packages by last free day.

import './storage.css'
import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { Page } from '../../components/page.tsx'
import { t } from '../../strings.ts'
import { Accrual } from './accrual.tsx'
import { Ageing } from './ageing.tsx'

const abandoned = (
  <Button component={Link} href="/storage/abandoned" variant="default">
    {t('storage.abandoned')}
  </Button>
)

const Storage = () => (
  <Page title={t('storage.title')} lead={t('storage.lead')} actions={abandoned}>
    <Accrual />
    <Ageing />
  </Page>
)

export default Storage
