// The filter of a list by customer.

import { CUSTOMERS } from '../../paths.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { RecordSelect } from '../lists/record-select.tsx'
import { customerOption } from './options.ts'

type CustomerFilterProps = { label?: string; value: string; onPick: (id: string) => void }

export const CustomerFilter = ({ label = t('records.customer'), value, onPick }: CustomerFilterProps) => {
  const { mode, businessId } = useScope()
  const list = { path: CUSTOMERS, params: { mode, business: businessId }, optionOf: customerOption }
  return <RecordSelect isChip label={label} placeholder={t('packages.anyCustomer')} {...list} value={value} onPick={onPick} />
}
