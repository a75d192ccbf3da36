// The form for details that are still needed to price a package, such as weight or destination. An admin may waive the price instead.

import { Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { typedNumber } from '../../../../../web/typed-number.ts'
import { api, PACKAGES } from '../../../api.ts'
import { DialogButton } from '../../../components/buttons.tsx'
import { filledIn, ReasonDialog, SubmitForm, typed } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { payable } from '../../../components/pricing/taxed.ts'
import { notifyDone } from '../../../components/queries.ts'
import { formatMoney } from '../../../format.ts'
import { useMayHandle, useSession } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { OpsPackage, PricedPackage } from '../../../wire.ts'
import { TransportField } from '../transport-field.tsx'

type Missing = NonNullable<OpsPackage['missing_for_price']>

const SIDES = ['length', 'width', 'height'] as const

const namesOf = (missing: Missing): string => missing.map((fact) => t(`unpriced.${fact}`)).join(', ')

const Waive = ({ parcel: { parcel_id: id, parcel_number: number }, onClose }: { parcel: OpsPackage; onClose: () => void }) => {
  const waive = async (reason: string) => {
    await api.send('POST', `${PACKAGES}/${id}/waive_price`, filledIn({ reason }))
    return t('unpriced.waiveDone', { number })
  }
  return (
    <ReasonDialog
      title={t('unpriced.waiveTitle', { number })}
      submitLabel={t('unpriced.waive')}
      label={t('records.reason')}
      description={t('unpriced.reasonHint')}
      onSubmit={waive}
      onClose={onClose}
    />
  )
}

export const UnpricedPanel = ({ parcel, missing }: { parcel: OpsPackage; missing: Missing }) => {
  const client = useQueryClient()
  const { role } = useSession()
  const mayHandle = useMayHandle()
  const [travel, setTravel] = useState<string>(parcel.transport_mode ?? '')
  const [texts, setTexts] = useState({ destination_country: '', weight: '', length: '', width: '', height: '' })
  const set = (name: keyof typeof texts) => (text: string) => setTexts((before) => ({ ...before, [name]: text }))
  const { parcel_number: number } = parcel
  const lacksSize = parcel.length === undefined && parcel.volume === undefined

  const supply = async () => {
    const { destination_country: country, ...numbers } = texts
    const { package: saved, price } = await api.send<PricedPackage>('POST', `${PACKAGES}/${parcel.parcel_id}/price`, {
      ...(travel === '' ? {} : { transport_mode: travel }),
      ...filledIn({ destination_country: country }),
      ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, typedNumber(text)])),
    })
    await client.invalidateQueries({ queryKey: [PACKAGES] })
    notifyDone(
      price
        ? t('unpriced.priced', { number, price: formatMoney(payable(price.after, price.tax), price.currency) })
        : t('unpriced.stillMissing', { missing: namesOf(saved.missing_for_price ?? []) }),
    )
  }
  return (
    <Panel title={t('records.noPrice')}>
      <Text size="sm">{`${t('unpriced.missing')}: ${namesOf(missing)}`}</Text>
      {mayHandle && (
        <SubmitForm submitLabel={t('unpriced.supply')} onSubmit={supply}>
          {(errorOf) => (
            <>
              <TransportField label={t('unpriced.transport_mode')} value={travel} onChange={setTravel} />
              {!parcel.destination_locked && (
                <TextInput
                  label={t('unpriced.destinationCountry')}
                  description={t('unpriced.destinationHint')}
                  {...typed(texts.destination_country, set('destination_country'), errorOf('destination_country'))}
                />
              )}
              {parcel.actual_weight === undefined && (
                <TextInput label={t('unpriced.weightKg')} inputMode="decimal" {...typed(texts.weight, set('weight'), errorOf('weight'))} />
              )}
              {lacksSize && (
                <SimpleGrid cols={3} spacing="xs">
                  {SIDES.map((side) => (
                    <TextInput
                      key={side}
                      label={t(`unpriced.${side}`)}
                      inputMode="decimal"
                      {...typed(texts[side], set(side), errorOf(side))}
                    />
                  ))}
                </SimpleGrid>
              )}
            </>
          )}
        </SubmitForm>
      )}
      {role === 'admin' && (
        <Group>
          <DialogButton label={t('unpriced.waive')} dialog={(close) => <Waive parcel={parcel} onClose={close} />} />
        </Group>
      )}
    </Panel>
  )
}
