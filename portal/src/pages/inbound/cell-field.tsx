// The input for one cell of a CSV row, with the on-screen keyboard or the choices that suit the column.

import type { TextProps } from '../../components/field.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { useList } from '../../scope.tsx'

export const CUSTOMER_COLUMN = 'customer_id'

const CUSTOMERS_SUGGESTED = 100
const IDS = 'customer-ids'

/** The choices in columns whose values are limited to a list. */
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

/** Suggests customer IDs. The user can type a customer's name to find the ID. */
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
    // If the file contains a value that is not allowed, the value stays visible until the user chooses an allowed value.
    const values = choices.includes(field.value) ? choices : [field.value, ...choices]
    return <SelectField {...field} options={values.map((value) => ({ value, label: value }))} />
  }
  return <TextField {...field} autoComplete="off" spellCheck={false} enterKeyHint="next" isSelectedOnFocus {...LOOKS[column]} />
}
