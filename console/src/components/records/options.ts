// Records as options of select boxes.

import { t } from '../../strings.ts'
import type { Shipment } from '../../wire.ts'

type Named = { parcel_customer_id: string; address_suffix: string; full_name: string }

export const customerOption = ({ parcel_customer_id: value, address_suffix: id, full_name: name }: Named) => ({
  value,
  label: `${id} · ${name || t('customers.nameless')}`,
})

export const shipmentOption = ({ shipment_id: value, number, carrier, transport_mode: mode, contents }: Shipment) => ({
  value,
  label: t('packages.shipmentOption', { number, carrier: carrier || '—', mode: t(`packages.${mode}`), count: contents.packages }),
})
