// The addresses that suppliers write on parcels for a customer or a business. An address can be copied, or scanned as a QR code.

import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Params } from '../../api.ts'
import { WAREHOUSE_ADDRESSES } from '../../api.ts'
import { CopyTextButton } from '../../components/buttons.tsx'
import { Panel } from '../../components/page.tsx'
import { readWith } from '../../components/queries.ts'
import { Empty, QueryView } from '../../components/states.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { WarehouseAddress } from '../../wire.ts'

const QR_PX = 132
const ENGLISH = 'english'
const LOCAL = 'local'

const languageName = (language: string): string => new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

const AddressCard = ({ card }: { card: WarehouseAddress }) => {
  const [choice, setChoice] = useState(ENGLISH)
  const isLocal = choice === LOCAL && card.local !== null
  const written = isLocal ? card.local! : card.english
  const qr = isLocal ? card.local_qr : card.english_qr
  const choices = [
    { value: ENGLISH, label: languageName('en') },
    ...(card.local ? [{ value: LOCAL, label: languageName(card.local.language) }] : []),
  ]
  return (
    <section className="address-card" aria-label={card.site_name}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {card.site} · {card.site_name}
        </Text>
        {choices.length > 1 && (
          <SegmentedControl size="xs" aria-label={t('sites.language')} data={choices} value={choice} onChange={setChoice} />
        )}
      </Group>
      <Group align="flex-start" justify="space-between" gap="sm">
        <Stack gap="xs" align="flex-start">
          <pre className="address-text" lang={written.language}>
            {written.text}
          </pre>
          <CopyTextButton value={written.text} label={t('sites.copyAddress')} size="xs" />
        </Stack>
        {qr !== null && (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
            alt={t('sites.addressQr')}
            width={QR_PX}
            height={QR_PX}
            className="address-qr"
          />
        )}
      </Group>
      {card.opening_hours !== null && <Hint size="xs">{card.opening_hours}</Hint>}
    </section>
  )
}

/** `of`: query parameters that name the customer, or the business and the mode. */
export const AddressCardsPanel = ({ of }: { of: Params }) => {
  const query = useQuery(readWith<WarehouseAddress[]>(WAREHOUSE_ADDRESSES, of))
  return (
    <Panel title={t('sites.addresses')} lead={t('sites.addressesLead')}>
      <QueryView query={query}>
        {(cards) =>
          cards.length === 0 ? (
            <Empty icon="place" title={t('sites.noAddress')} text={t('sites.noAddressesText')} />
          ) : (
            cards.map((card) => <AddressCard key={card.site} card={card} />)
          )
        }
      </QueryView>
    </Panel>
  )
}
