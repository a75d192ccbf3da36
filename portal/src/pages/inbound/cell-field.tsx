// The field of a cell, with the keyboard or the choices that its column needs.

import type { TextProps } from '../../components/field.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { useList } from '../../scope.tsx'

export const CUSTOMER_COLUMN = 'customer_id'

const CUSTOMERS_SUGGESTED = 100
const IDS = 'customer-ids'

/** The columns whose value is chosen from a list, with their values. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  transport_mode: ['', 'air', 'ocean'],
  has_battery: ['', 'no', 'yes'],
  has_liquid: ['', 'no', 'yes'],
}

const LOOKS: Readonly<Record<string, Partial<TextProps>>> = {
  [CUSTOMER_COLUMN]: { list: IDS, autoCapitalize: 'characters' },
  courier_numbers: { autoCapitalize: 'characters' },
  quantity: { inputMode: 'numeric' },
  hs_code: { inputMode: 'numeric' },
  unit_value: { inputMode: 'decimal' },
}

/** Suggestions for customer IDs, found by the name of the customer. */
export const CustomerIds = () => {
  const { data } = useList('listCustomers', { per_page: CUSTOMERS_SUGGESTED })
  return (
    <datalist id={IDS}>
      {data?.items.map(({ address_suffix: id, full_name: name }) => (
        <option key={id} value={id} label={`${id} · ${name}`} />
      ))}
    </datalist>
  )
}

type CellProps = Pick<TextProps, 'label' | 'value' | 'onValue' | 'error'> & { column: string }

export const CellField = ({ column, ...field }: CellProps) => {
  const choices = CHOICES[column]
  if (choices) {
    // A value from the file that is not allowed stays visible until an allowed one is chosen.
    const values = choices.includes(field.value) ? choices : [field.value, ...choices]
    return <SelectField {...field} options={values.map((value) => ({ value, label: value }))} />
  }
  return <TextField {...field} autoComplete="off" spellCheck={false} enterKeyHint="next" isSelectedOnFocus {...LOOKS[column]} />
}
