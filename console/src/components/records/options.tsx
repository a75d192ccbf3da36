// Customers and shipments as options of select boxes, and a filter that limits a list to one customer.

import { CUSTOMERS } from '../../api.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { Shipment } from '../../wire.ts'
import { RecordSelect } from '../lists/record-select.tsx'

type Named = { parcel_customer_id: string; address_suffix: string; full_name: string }

export const customerOption = ({ parcel_customer_id: value, address_suffix: id, full_name: name }: Named) => ({
  value,
  label: `${id} · ${name || t('customers.nameless')}`,
})

export const shipmentOption = ({ shipment_id: value, number, carrier, transport_mode: mode, contents }: Shipment) => ({
  value,
  label: t('packages.shipmentOption', { number, carrier: carrier || '—', mode: t(`packages.${mode}`), count: contents.packages }),
})

type CustomerFilterProps = { label?: string; value: string; onPick: (id: string) => void }

export const CustomerFilter = ({ label = t('records.customer'), value, onPick }: CustomerFilterProps) => {
  const { mode, businessId } = useScope()
  const list = { path: CUSTOMERS, params: { mode, business: businessId }, optionOf: customerOption }
  return <RecordSelect isChip label={label} placeholder={t('packages.anyCustomer')} {...list} value={value} onPick={onPick} />
}
