// The header of the receiving form: customer and parcel.

import { Badge, Group, Title } from '@mantine/core'
import type { Fact } from '../../components/page.tsx'
import { Facts } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import type { Mode } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { InboundParcel, OpsPackage } from '../../wire.ts'
import type { Target } from './target.ts'
import { titleOf } from './target.ts'

const travelText = ({ transport_mode: mode }: OpsPackage): string => {
  if (mode === null) return t('receive.undecided')
  return t(mode === 'air' ? 'shipments.air' : 'shipments.ocean')
}

const itemText = ({ description, quantity, has_battery: battery, has_liquid: liquid }: InboundParcel['items'][number]): string =>
  [`${quantity} × ${description}`, ...(battery ? [t('inbound.battery')] : []), ...(liquid ? [t('inbound.liquid')] : [])].join(', ')

const announcedFacts = ({ business, courier, items, transport_mode: wish, note, packages }: InboundParcel): Fact[] => [
  [t('records.business'), business.name],
  courier !== null && [t('inbound.courier'), courier],
  items.length > 0 && [t('inbound.items'), items.map(itemText).join('; ')],
  [t('inbound.wish'), wish === null ? t('receive.undecided') : t(`shipments.${wish}`)],
  note !== null && [t('inbound.note'), note],
  packages.length > 0 && [t('inbound.packages'), packages.map(({ parcel_number: number }) => number).join(', ')],
]

const factsOf = (target: Target): Fact[] => {
  if (target.kind === 'customer') return [[t('records.business'), target.customer.business.name]]
  if (target.kind === 'business') return [[t('records.business'), target.business.name]]
  if (target.kind === 'inbound') return announcedFacts(target.inbound)
  if (target.kind !== 'package') return []
  const { customer, business, origin_country: origin, destination_country: destination, quote_reference: reference } = target.parcel
  return [
    [t('customers.one'), customer.name],
    customer.customer_identifier ? [t('receive.customerId'), customer.customer_identifier] : null,
    [t('records.business'), business.name],
    [t('receive.route'), `${origin} → ${destination} · ${travelText(target.parcel)}`],
    reference ? [t('receive.reference'), reference] : null,
  ]
}

const leadOf = (target: Target): string | null => {
  if (target.kind === 'code') return t('receive.notLookedUp')
  if (target.kind === 'customer') return t('receive.unannounced')
  if (target.kind === 'business') return t('receive.ownParcel')
  if (target.kind === 'inbound') return t('receive.announced', { code: target.code })
  if (target.kind === 'package') return target.isFromCache ? t('receive.fromMemory') : null
  return t('unidentified.one')
}

const modeOf = (target: Target): Mode | null => {
  if (target.kind === 'package') return target.parcel.mode
  if (target.kind === 'inbound') return target.inbound.mode
  if (target.kind === 'business') return target.mode
  return target.kind === 'customer' ? target.customer.mode : null
}

export const ParcelHead = ({ target }: { target: Target }) => {
  const lead = leadOf(target)
  const facts = factsOf(target)
  const isTest = modeOf(target) === 'test'
  return (
    <>
      <Group gap="xs">
        <Title order={2} className="parcel-title">
          {titleOf(target)}
        </Title>
        {isTest && <Badge color="#8a4700">{t('shell.modeTest')}</Badge>}
        {target.kind === 'package' && target.parcel.hold_instruction === 'hold' && <Badge color="red.9">{t('packages.onHold')}</Badge>}
      </Group>
      {lead && <Hint>{lead}</Hint>}
      {facts.length > 0 && <Facts facts={facts} />}
    </>
  )
}
