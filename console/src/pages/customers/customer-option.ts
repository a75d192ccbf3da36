// A customer as an option of a select box.

import { t } from '../../strings.ts'

type Named = { parcel_customer_id: string; address_suffix: string; full_name: string }

export const customerOption = ({ parcel_customer_id: value, address_suffix: id, full_name: name }: Named) => ({
  value,
  label: `${id} · ${name || t('customers.nameless')}`,
})
