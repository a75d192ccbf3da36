// A shipment as an option of a select box.

import { t } from '../../strings.ts'
import type { Shipment } from '../../wire.ts'

export const SHIPMENTS = '/ops/v1/shipments'

export const shipmentOption = ({ shipment_id: value, number, carrier, transport_mode: mode, contents }: Shipment) => ({
  value,
  label: t('packages.shipmentOption', { number, carrier: carrier || '—', mode: t(`packages.${mode}`), count: contents.packages }),
})
