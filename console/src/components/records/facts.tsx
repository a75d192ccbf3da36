// Facts and table columns that several record pages share.

import { t } from '../../strings.ts'
import type { OpsPackage } from '../../wire.ts'
import type { Column } from '../lists/rows-table.tsx'
import type { Fact } from '../page.tsx'
import { Hint, PageLink } from '../text.tsx'

export const customerColumn = (title: string): Column<OpsPackage> => ({
  key: 'customer',
  title,
  render: ({ customer, business }) => (
    <>
      {customer.name}
      <Hint size="xs">{business.name}</Hint>
    </>
  ),
  csv: (row) => row.customer.name,
  isFreeText: true,
})

type Noted = { client_reference: string | null; metadata: Readonly<Record<string, string>> | null }

export const businessFact = ({ business_id: id, prefix, name }: OpsPackage['business']): Fact => [
  t('records.business'),
  <PageLink key="business" href={`/businesses/${id}`}>
    {`${prefix} · ${name}`}
  </PageLink>,
]

export const clientFacts = ({ client_reference: reference, metadata }: Noted): Fact[] => {
  const noted = Object.entries(metadata ?? {}).map(([key, text]) => `${key}: ${text}`)
  return [reference !== null && [t('records.clientReference'), reference], noted.length > 0 && [t('records.metadata'), noted.join(', ')]]
}
