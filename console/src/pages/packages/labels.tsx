// Prints the labels of a package: the warehouse's, and the carrier's if one was bought.

import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Icon } from '../../components/icons.tsx'
import { Panel } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import { PACKAGES } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { OpsPackage, Quote } from '../../wire.ts'

const QUOTES = '/ops/v1/quotes'

const LabelLink = ({ href, label }: { href: string; label: string }) => (
  <Button
    component="a"
    href={href}
    target="_blank"
    rel="noopener"
    size="xs"
    variant="default"
    leftSection={<Icon name="print" sizePx={14} />}
  >
    {label}
  </Button>
)

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
        <LabelLink href={`${PACKAGES}/${parcel.parcel_id}/label.pdf`} label={t('packages.warehouseLabel')} />
        {quote?.label_url && <LabelLink href={quote.label_url} label={t('packages.carrierLabel')} />}
      </Group>
      <Hint size="xs">{t('packages.labelHint')}</Hint>
    </Panel>
  )
}
