// The labels of a package: the warehouse label, and the carrier's label if one was bought.

import { Group } from '@mantine/core'
import { PACKAGES, QUOTES } from '../../api.ts'
import { Panel } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { Hint, PaperLink } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { OpsPackage, Quote } from '../../wire.ts'

export const LabelsPanel = ({ parcel }: { parcel: OpsPackage }) => {
  const { data: quote } = useRead<Quote>(QUOTES, parcel.parcel_quote_id)
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
