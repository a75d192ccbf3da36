// The form for the details of a shipment. Some fields are locked after a destination is set, packages are attached, or the shipment departs.

import { Radio, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, fieldError, SHIPMENTS, VOYAGES } from '../../api.ts'
import { FormDialog, selected, typed } from '../../components/form.tsx'
import { RecordSelect } from '../../components/lists/record-select.tsx'
import { notifyDone } from '../../components/queries.ts'
import type { SiteChoice } from '../../components/records/site-filter.tsx'
import { useSiteChoices } from '../../components/records/site-filter.tsx'
import type { Mode } from '../../scope.tsx'
import { useWorkSite } from '../../shell/work-site.tsx'
import { t } from '../../strings.ts'
import type { Times } from '../../time.tsx'
import { useTimes } from '../../time.tsx'
import type { Shipment, Transport, Voyage } from '../../wire.ts'
import { countryOrNone } from './shipment-text.tsx'

const FIELDS = [
  'voyage_id',
  'carrier',
  'conveyance',
  'master_document',
  'bill_of_lading',
  'from_site',
  'to_site',
  'origin_country',
  'destination_country',
  'etd',
  'eta',
] as const
type Field = (typeof FIELDS)[number]
type Typed = Record<Field, string>

const MOMENTS: readonly Field[] = ['etd', 'eta']
const TAKEN: readonly Field[] = ['carrier', 'conveyance', 'etd', 'eta']
const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Typed

const typedFrom = (shipment: Shipment, { localText }: Times): Typed =>
  Object.fromEntries(
    FIELDS.map((field) => [field, MOMENTS.includes(field) ? localText(shipment[field]) : (shipment[field] ?? '')]),
  ) as Typed

const wireValue = (field: Field, text: string, { instantOf }: Times): string | null => {
  if (text.trim() === '') return null
  return MOMENTS.includes(field) ? instantOf(text) : text
}

const changesOf = (before: Typed, after: Typed, times: Times): Partial<Record<Field, string | null>> =>
  Object.fromEntries(
    FIELDS.filter((field) => after[field].trim() !== before[field]).map((field) => [field, wireValue(field, after[field], times)]),
  )

type FieldsProps = {
  transport: Transport
  times: Times
  values: Typed
  /** The values before anything was typed. */
  before: Typed
  mode: Mode
  onChange: (values: Typed) => void
  errorOf: (field: string) => string | undefined
  lockedDestination?: string | null
  /** Empty if the operator has only one site. */
  sites: readonly SiteChoice[]
  /** Why the site of departure can no longer be changed. Null if it can be changed. */
  fromSiteHint?: string | null
  /** The origin of a shipment that has departed. It is shown read-only. Null if the origin can still be changed. */
  lockedOrigin?: string | null
}

/**
 * Call this as a function, not as a component. The form must know which fields have shown their errors before it shows the remaining
 * errors.
 */
const detailFields = ({
  transport,
  times: { zone, formatMoment },
  values,
  before,
  mode,
  onChange,
  errorOf,
  sites,
  fromSiteHint = null,
  lockedDestination = null,
  lockedOrigin = null,
}: FieldsProps) => {
  const isAir = transport === 'air'
  const bind = (field: Field) => typed(values[field], (text) => onChange({ ...values, [field]: text }), errorOf(field))
  // After a voyage is picked, the fields that the server copies from the voyage are hidden until the shipment is saved.
  const isTaken = values.voyage_id !== '' && values.voyage_id !== before.voyage_id
  const ofVoyage = Object.fromEntries(TAKEN.map((field) => [field, before[field]]))
  return (
    <>
      <RecordSelect<Voyage>
        label={t('shipments.voyage')}
        description={t(isTaken ? 'shipments.voyageTaken' : 'shipments.voyageHint')}
        path={VOYAGES}
        params={{ mode, transport_mode: transport, upcoming: true, sort: 'departure' }}
        optionOf={({ voyage_id: value, number, origin, destination, departs_at: departs }) => ({
          value,
          label: `${number}, ${origin} – ${destination}, ${formatMoment(departs)}`,
        })}
        error={errorOf('voyage_id')}
        value={values.voyage_id}
        onPick={(voyage) => onChange({ ...values, ...ofVoyage, voyage_id: voyage })}
      />
      {!isTaken && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('shipments.carrier')} {...bind('carrier')} data-autofocus />
          <TextInput label={t(isAir ? 'shipments.flight' : 'shipments.vessel')} {...bind('conveyance')} />
        </SimpleGrid>
      )}
      <TextInput
        label={t(isAir ? 'shipments.mawb' : 'shipments.container')}
        description={t(isAir ? 'shipments.mawbHint' : 'shipments.containerHint')}
        {...bind('master_document')}
      />
      {!isAir && <TextInput label={t('shipments.bill')} {...bind('bill_of_lading')} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {sites.length > 0 && (
          <>
            <Select
              label={t('shipments.fromSite')}
              description={fromSiteHint}
              data={sites}
              disabled={fromSiteHint !== null}
              {...selected(values.from_site || null, (site) => onChange({ ...values, from_site: site }), errorOf('from_site'))}
            />
            <Select
              label={t('shipments.toSite')}
              description={t('shipments.toSiteHint')}
              data={sites.filter(({ value }) => value !== values.from_site)}
              clearable
              clearButtonProps={{ 'aria-label': t('records.clear', { name: t('shipments.toSite') }), 'aria-hidden': false, tabIndex: 0 }}
              error={errorOf('to_site')}
              value={values.to_site || null}
              onChange={(site) => onChange({ ...values, to_site: site ?? '' })}
            />
          </>
        )}
        {lockedOrigin === null ? (
          <TextInput label={t('shipments.origin')} description={t('shipments.originHint')} {...bind('origin_country')} />
        ) : (
          <TextInput label={t('shipments.origin')} description={t('shipments.originLocked')} value={lockedOrigin} readOnly />
        )}
        {lockedDestination === null ? (
          <TextInput label={t('shipments.destination')} description={t('shipments.countryHint')} {...bind('destination_country')} />
        ) : (
          <TextInput
            label={t('shipments.destination')}
            description={t('shipments.destinationLocked')}
            value={countryOrNone(lockedDestination)}
            readOnly
          />
        )}
        {!isTaken && (
          <>
            <TextInput type="datetime-local" label={t('shipments.etd')} description={t('shipments.inZone', { zone })} {...bind('etd')} />
            <TextInput type="datetime-local" label={t('shipments.eta')} description={t('shipments.inZone', { zone })} {...bind('eta')} />
          </>
        )}
      </SimpleGrid>
    </>
  )
}

export const NewShipment = ({ mode, onClose }: { mode: Mode; onClose: () => void }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [transport, setTransport] = useState<Transport>('air')
  const times = useTimes()
  const sites = useSiteChoices({ isOpenOnly: true })
  const { site } = useWorkSite()
  const [entered, setValues] = useState<Typed | null>(null)
  const values = entered ?? { ...NOTHING, from_site: sites.length > 0 ? (site?.code ?? '') : '' }
  const create = async () => {
    const made = await api.send<Shipment>('POST', SHIPMENTS, { mode, transport_mode: transport, ...changesOf(NOTHING, values, times) })
    await client.invalidateQueries({ queryKey: [SHIPMENTS] })
    notifyDone(t('shipments.created', { number: made.number }))
    navigate(`/shipments/${made.shipment_id}`)
  }
  return (
    <FormDialog title={t('shipments.create')} submitLabel={t('shipments.createSubmit')} onSubmit={create} onClose={onClose}>
      {(errorOf) => (
        <>
          <Radio.Group
            label={t('shipments.transport')}
            value={transport}
            onChange={(value) => {
              setTransport(value as Transport)
              setValues({ ...values, voyage_id: '' })
            }}
            error={errorOf('transport_mode')}
          >
            <SimpleGrid cols={2} mt={6}>
              <Radio value="air" label={t('shipments.air')} />
              <Radio value="ocean" label={t('shipments.ocean')} />
            </SimpleGrid>
          </Radio.Group>
          {detailFields({ transport, times, mode, values, before: NOTHING, onChange: setValues, errorOf, sites })}
        </>
      )}
    </FormDialog>
  )
}

type EditProps = { shipment: Shipment; onSaved: (shipment: Shipment) => void; onClose: () => void }

export const EditShipment = ({ shipment, onSaved, onClose }: EditProps) => {
  const times = useTimes()
  const before = typedFrom(shipment, times)
  const [values, setValues] = useState(before)
  const sites = useSiteChoices()
  const save = async () => {
    if (shipment.carrier !== null && values.carrier.trim() === '') throw fieldError('carrier', t('shipments.carrierNeeded'))
    const changes = changesOf(before, values, times)
    onSaved(await api.send<Shipment>('PATCH', `${SHIPMENTS}/${shipment.shipment_id}`, changes))
    notifyDone(t('shell.saved'))
    onClose()
  }
  return (
    <FormDialog title={t('shipments.editTitle')} submitLabel={t('shell.save')} onSubmit={save} onClose={onClose}>
      {(errorOf) =>
        detailFields({
          transport: shipment.transport_mode,
          times,
          mode: shipment.mode,
          values,
          before,
          onChange: setValues,
          errorOf,
          sites,
          fromSiteHint: shipment.status === 'open' && shipment.contents.packages === 0 ? null : t('shipments.fromSiteFixed'),
          lockedDestination: shipment.destination_country,
          lockedOrigin: shipment.status === 'open' ? null : countryOrNone(shipment.origin_country),
        })
      }
    </FormDialog>
  )
}
