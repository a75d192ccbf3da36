// Prints the labels of a package: the warehouse's, and the carrier's if one was bought.

import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Panel } from '../../components/page.tsx'
import { PaperLink } from '../../components/paper-link.tsx'
import { Hint } from '../../components/text.tsx'
import { PACKAGES } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { OpsPackage, Quote } from '../../wire.ts'

const QUOTES = '/ops/v1/quotes'

export const LabelsPanel = ({ parcel }: { parcel: OpsPackage }) => {
  const { parcel_quote_id: quoteId } = parcel
  const { data: quote } = useQuery({
    queryKey: [QUOTES, quoteId],
    enabled: quoteId !== null,
    queryFn: ({ signal }) => api.get<Quote>(`${QUOTES}/${quoteId}`, {}, signal),
  })
  return (
    <Panel title={t('packages.labels')}>
      <Group gap="xs">
        <PaperLink href={`${PACKAGES}/${parcel.parcel_id}/label.pdf`} label={t('packages.warehouseLabel')} size="xs" />
        {quote?.label_url && <PaperLink href={quote.label_url} label={t('packages.carrierLabel')} size="xs" />}
      </Group>
      <Hint size="xs">{t('packages.labelHint')}</Hint>
    </Panel>
  )
}
