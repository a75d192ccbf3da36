// Imports announcements of a business from a CSV file. Good rows are announced; bad rows can be downloaded and corrected.

import { INBOUND } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { FileImport } from '../../components/records/file-import.tsx'
import { t } from '../../strings.ts'

const TEMPLATE = {
  customer_id: 'SMP1001',
  courier_numbers: 'YT8812345678901',
  courier: 'YTO Express',
  description: 'Phone cases',
  quantity: '20',
  unit_value: '12.50',
  currency: 'CNY',
  hs_code: '392690',
  country_of_origin: 'CN',
  has_battery: 'no',
  has_liquid: 'no',
  transport_mode: 'air',
  note: 'Keep dry',
  client_reference: 'PO-1001',
}

const WORDS = {
  hint: t('inbound.fileHint'),
  checked: (rows: number): string => t('inbound.checked', { rows }),
}

const ImportInbound = () => (
  <Page title={t('inbound.importTitle')} lead={t('inbound.importLead')} back={{ href: '/inbound', label: t('inbound.title') }}>
    <FileImport kind="announcements" path={`${INBOUND}/import`} template={TEMPLATE} fileName="announcements.csv" words={WORDS} />
  </Page>
)

export default ImportInbound
