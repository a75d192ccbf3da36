// The form to add or change a flight or sailing.

import { Radio, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { typedNumber } from '../../../../../web/typed-number.ts'
import { api, VOYAGES } from '../../../api.ts'
import { SaveDialog, typed } from '../../../components/form.tsx'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { Times } from '../../../time.tsx'
import { useTimes } from '../../../time.tsx'
import type { ChangedVoyage, Transport, Voyage } from '../../../wire.ts'

const TEXTS = ['carrier', 'number', 'origin', 'destination'] as const
const MOMENTS = ['departs_at', 'cut_off_at', 'arrives_at'] as const
const CAPACITIES = ['capacity_weight', 'capacity_volume'] as const
type Field = (typeof TEXTS)[number] | (typeof MOMENTS)[number] | (typeof CAPACITIES)[number]
const FIELDS: readonly Field[] = [...TEXTS, ...MOMENTS, ...CAPACITIES]
type Typed = Record<Field, string>

const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Typed

const isMoment = (field: Field): field is (typeof MOMENTS)[number] => (MOMENTS as readonly Field[]).includes(field)
const isCapacity = (field: Field): boolean => (CAPACITIES as readonly Field[]).includes(field)

const typedFrom = (voyage: Voyage, { localText }: Times): Typed =>
  Object.fromEntries(FIELDS.map((field) => [field, isMoment(field) ? localText(voyage[field]) : String(voyage[field] ?? '')])) as Typed

const wireValue = (field: Field, text: string, { instantOf }: Times): string | number | null => {
  const value = text.trim()
  if (value === '') return null
  if (isMoment(field)) return instantOf(value)
  return isCapacity(field) ? typedNumber(value)! : value
}

const changesOf = (before: Typed, after: Typed, times: Times): Record<string, string | number | null> =>
  Object.fromEntries(
    FIELDS.filter((field) => after[field].trim() !== before[field]).map((field) => [field, wireValue(field, after[field], times)]),
  )

export const VoyageForm = ({ voyage, onClose }: { voyage: Voyage | null; onClose: () => void }) => {
  const times = useTimes()
  const before = voyage ? typedFrom(voyage, times) : NOTHING
  const [values, setValues] = useState(before)
  const [transport, setTransport] = useState<Transport>(voyage?.transport_mode ?? 'air')
  const save = async () => {
    const changes = changesOf(before, values, times)
    if (voyage === null) {
      const { number } = await api.send<Voyage>('POST', VOYAGES, { transport_mode: transport, ...changes })
      return t('voyages.added', { number })
    }
    const { number, shipments } = await api.send<ChangedVoyage>('PATCH', `${VOYAGES}/${voyage.voyage_id}`, changes)
    return t('voyages.changed', { number, shipments: shipments.length })
  }
  const inZone = t('shipments.inZone', { zone: times.zone })
  return (
    <SaveDialog
      title={voyage ? t('voyages.changeTitle', { number: voyage.number }) : t('voyages.addTitle')}
      submitLabel={voyage ? t('shell.save') : t('voyages.add')}
      onSubmit={save}
      onClose={onClose}
      size="lg"
    >
      {(errorOf) => {
        const bind = (field: Field) => typed(values[field], (text) => setValues({ ...values, [field]: text }), errorOf(field))
        return (
          <>
            {voyage ? (
              <Hint>{t('voyages.changeHint')}</Hint>
            ) : (
              <Radio.Group label={t('shipments.transport')} value={transport} onChange={setTransport} error={errorOf('transport_mode')}>
                <SimpleGrid cols={2} mt={6}>
                  <Radio value="air" label={t('shipments.air')} />
                  <Radio value="ocean" label={t('shipments.ocean')} />
                </SimpleGrid>
              </Radio.Group>
            )}
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label={t('shipments.carrier')} {...bind('carrier')} data-autofocus />
              <TextInput
                label={t('voyages.number')}
                description={t('voyages.numberHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                {...bind('number')}
              />
              <TextInput label={t('voyages.from')} placeholder={t('voyages.fromHint')} {...bind('origin')} />
              <TextInput label={t('voyages.to')} placeholder={t('voyages.fromHint')} {...bind('destination')} />
              <TextInput type="datetime-local" label={t('voyages.departs')} description={inZone} {...bind('departs_at')} />
              <TextInput type="datetime-local" label={t('voyages.arrives')} description={inZone} {...bind('arrives_at')} />
              <TextInput
                type="datetime-local"
                label={t('shipments.cutOff')}
                description={t('voyages.cutOffHint', { zone: times.zone })}
                {...bind('cut_off_at')}
              />
            </SimpleGrid>
            <SimpleGrid cols={2}>
              <TextInput label={t('voyages.capacityKg')} inputMode="decimal" {...bind('capacity_weight')} />
              <TextInput label={t('voyages.capacityCbm')} inputMode="decimal" {...bind('capacity_volume')} />
            </SimpleGrid>
          </>
        )
      }}
    </SaveDialog>
  )
}
