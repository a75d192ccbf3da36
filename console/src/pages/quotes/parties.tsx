// The sender, recipient and cargo of a quote.

import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Facts, Panel } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { CargoItem, Party, Quote } from '../../wire.ts'

const linesOf = ({ phone, email, address }: Party): string[] =>
  [address.street, [address.postal_code, address.city, address.state].filter(Boolean).join(', '), address.country, phone, email].filter(
    (line): line is string => Boolean(line),
  )

const PartyView = ({ title, party }: { title: string; party: Party }) => (
  <Stack gap={2}>
    <Title order={3} size="sm">
      {title}
    </Title>
    <Text size="sm">{party.name}</Text>
    {linesOf(party).map((line) => (
      <Hint key={line}>{line}</Hint>
    ))}
  </Stack>
)

export const PartiesPanel = ({ quote }: { quote: Quote }) => (
  <Panel title={t('quotes.parties')}>
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <PartyView title={t('quotes.sender')} party={quote.sender} />
      <PartyView title={t('quotes.recipient')} party={quote.recipient} />
    </SimpleGrid>
  </Panel>
)

const itemText = ({ quantity, container_size, package_type, commodity, weight, length, width, height, volume }: CargoItem): string =>
  [
    quantity === undefined ? (package_type ?? container_size) : `${quantity} × ${container_size ?? package_type ?? t('quotes.piece')}`,
    commodity,
    weight && t('records.kg', { value: weight }),
    length && width && height && t('packages.cm', { value: `${length} × ${width} × ${height}` }),
    volume && t('records.cbm', { value: volume }),
  ]
    .filter(Boolean)
    .join(', ')

export const CargoPanel = ({ quote: { package: cargo, parcel_details: details, cargo_volume: total } }: { quote: Quote }) => {
  const { packages: items = [cargo] } = cargo
  const alike = Map.groupBy(items.map(itemText), (text) => text)
  const written = [...alike].map(([text, { length }]) => (
    <div key={text}>{length === 1 ? text : t('quotes.times', { count: length, text })}</div>
  ))
  return (
    <Panel title={t('quotes.cargo')}>
      <Facts
        facts={[
          [t('records.total'), total],
          [t('quotes.goods'), <div key="goods">{written}</div>],
          cargo.item_description ? [t('records.description'), cargo.item_description] : null,
          details.chargeable_weight ? [t('quotes.chargeable'), t('records.kg', { value: details.chargeable_weight })] : null,
          details.volume ? [t('packages.volume'), t('records.cbm', { value: details.volume })] : null,
        ]}
      />
    </Panel>
  )
}
