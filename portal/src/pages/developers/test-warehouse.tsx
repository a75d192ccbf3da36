// Buttons that simulate the warehouse in test mode: receive a package, let it depart, deliver it.

import { useState } from 'react'
import { Link } from 'wouter'
import { typedNumber } from '../../../../web/typed-number.ts'
import { Button } from '../../components/button.tsx'
import { NumberField, SearchField, SelectField } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { StatusMark } from '../../components/marks.tsx'
import { Section } from '../../components/page.tsx'
import { Alert, errorText, Loaded } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useList, usePlace, useSend } from '../../scope.tsx'
import { texts } from '../../texts/developers.ts'
import { STATUS_NAMES } from '../../texts/packages.ts'
import type { Parcel } from '../../wire.ts'

const SHOWN = 50

const Steps = ({ parcel }: { parcel: Parcel }) => {
  const receive = useSend('testReceivePackage')
  const depart = useSend('testDepartPackage')
  const deliver = useSend('testDeliverPackage')
  const toast = useToast()
  const [weight, setWeight] = useState('')
  const id = parcel.parcel_id
  const error = depart.error ?? deliver.error
  const submit = async (): Promise<void> => {
    const body = { weight: typedNumber(weight) as number | undefined }
    await receive.mutateAsync({ id, body })
    toast(texts.received)
  }
  return (
    <>
      <p>
        <Link href={`/packages/${id}`}>{parcel.parcel_number}</Link> <StatusMark parcel={parcel} />
      </p>
      {parcel.status === 'booked' && (
        <Form submit={texts.receive} look="plain" onSubmit={submit}>
          {(errorOf) => (
            <NumberField
              label={texts.weight}
              hint={texts.weightHint}
              value={weight}
              onValue={setWeight}
              error={errorOf('weight')}
              isOptional
            />
          )}
        </Form>
      )}
      {parcel.status !== 'booked' && (
        <div className="actions">
          {parcel.status === 'warehouse' && (
            <Button isBusy={depart.isPending} onClick={() => depart.mutate({ id }, { onSuccess: () => toast(texts.departed) })}>
              {texts.depart}
            </Button>
          )}
          {parcel.status === 'transit' && (
            <Button isBusy={deliver.isPending} onClick={() => deliver.mutate({ id }, { onSuccess: () => toast(texts.delivered) })}>
              {texts.deliver}
            </Button>
          )}
        </div>
      )}
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
    </>
  )
}

export const TestWarehouse = () => {
  const [key, setKey] = useState('')
  const [chosen, setChosen] = useState('')
  const { isViewOnly } = usePlace()
  const packages = useList('listPackages', { key, cancelled: false, per_page: SHOWN })
  return (
    <Section title={texts.warehouse}>
      <p className="hint">{texts.warehouseLead}</p>
      <Loaded query={packages} rows={1}>
        {({ items }) => {
          if (items.length === 0 && key === '') return <p className="hint">{texts.noPackages}</p>
          const parcel = items.find((each) => each.parcel_id === chosen) ?? items[0]
          return (
            <>
              <div className="fields">
                <SearchField label={texts.findPackage} value={key} onValue={setKey} />
                <SelectField
                  label={texts.package}
                  value={parcel?.parcel_id ?? ''}
                  onValue={setChosen}
                  options={items.map((each) => ({ value: each.parcel_id, label: `${each.parcel_number} · ${STATUS_NAMES[each.status]}` }))}
                />
              </div>
              {items.length === 0 && <p className="hint">{texts.noneFound}</p>}
              {parcel && !isViewOnly && <Steps key={`${parcel.parcel_id} ${parcel.status}`} parcel={parcel} />}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
