// The form for the operator's details. All fields are sent, including unchanged ones.

import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { typedNumber } from '../../../../web/typed-number.ts'
import { api, OPERATOR } from '../../api.ts'
import { SubmitForm, ticked, typed } from '../../components/form.tsx'
import { notifyDone } from '../../components/queries.ts'
import type { PlainKey } from '../../strings.ts'
import { t } from '../../strings.ts'
import { BROWSER_ZONE } from '../../time.tsx'
import type { Operator } from '../../wire.ts'

type Dispensable = Operator['has_none_of'][number]

const DISPENSABLE: readonly (readonly [detail: Dispensable, label: PlainKey])[] = [
  ['tax_number', 'operator.noTaxNumber'],
  ['bank', 'operator.noBank'],
]

type Fields = Record<string, string>
type Field = readonly [path: string, label: PlainKey, hint?: PlainKey]

const ABANDONED = 'abandoned_after_days'

const GROUPS: readonly (readonly [legend: PlainKey | null, fields: readonly Field[]])[] = [
  [
    null,
    [
      ['name', 'records.name', 'operator.nameHint'],
      ['time_zone', 'records.timeZone', 'operator.timeZoneHint'],
      ['email', 'records.email'],
      ['phone', 'records.phone'],
      ['website', 'operator.website'],
      ['colour', 'operator.colour', 'operator.colourHint'],
      [ABANDONED, 'operator.abandonedAfter', 'operator.abandonedAfterHint'],
    ],
  ],
  [
    'operator.address',
    [
      ['address.street', 'records.street'],
      ['address.city', 'records.city'],
      ['address.state', 'operator.state'],
      ['address.postal_code', 'records.postalCode'],
      ['address.country', 'records.country'],
    ],
  ],
  [
    'operator.invoices',
    [
      ['tax_number', 'operator.taxNumber'],
      ['bank.bank_name', 'operator.bankName'],
      ['bank.account_name', 'operator.accountName'],
      ['bank.account_number', 'operator.accountNumber'],
      ['bank.bank_code', 'operator.bankCode'],
    ],
  ],
]

/** Flattens nested fields into paths such as `bank.bank_name`. */
const flat = (operator: Operator): Fields => {
  const { address, bank, logo_url: _logo, has_none_of: _none, missing_for_invoices: _missing, ...lines } = operator
  const within = (name: string, fields: object | null) => Object.entries(fields ?? {}).map(([key, value]) => [`${name}.${key}`, value])
  return Object.fromEntries(
    [...Object.entries(lines), ...within('address', address), ...within('bank', bank)].map(([key, value]) => [key, String(value ?? '')]),
  )
}

const group = (fields: Fields, name: string): Fields | null => {
  const filled = Object.entries(fields).filter(([path, value]) => path.startsWith(`${name}.`) && value.trim() !== '')
  return filled.length === 0 ? null : Object.fromEntries(filled.map(([path, value]) => [path.slice(name.length + 1), value]))
}

const NO_BANK = { bank_name: '', account_name: '', account_number: '' }

export const OperatorForm = ({ operator }: { operator: Operator }) => {
  const client = useQueryClient()
  const [fields, setFields] = useState<Fields>(() => ({
    ...flat(operator),
    ...(operator.name === null ? { time_zone: BROWSER_ZONE } : {}),
  }))
  const [withoutDetails, setWithoutDetails] = useState<readonly Dispensable[]>(operator.has_none_of)
  const save = async () => {
    const lines = Object.fromEntries(Object.entries(fields).filter(([path]) => !path.includes('.')))
    const bank = group(fields, 'bank')
    const body = {
      ...lines,
      [ABANDONED]: typedNumber(fields[ABANDONED] ?? '') ?? null,
      address: group(fields, 'address') ?? {},
      bank: bank && { ...NO_BANK, ...bank },
      has_none_of: withoutDetails,
    }
    client.setQueryData([OPERATOR], await api.send<Operator>('PUT', OPERATOR, body))
    notifyDone(t('shell.saved'))
  }
  return (
    <SubmitForm submitLabel={t('shell.save')} onSubmit={save}>
      {(errorOf) =>
        GROUPS.map(([legend, inputs]) => (
          <fieldset key={legend} className="fieldset">
            {legend && <legend>{t(legend)}</legend>}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              {inputs.map(([path, label, hint]) => (
                <TextInput
                  key={path}
                  label={t(label)}
                  {...(hint ? { description: t(hint) } : {})}
                  {...typed(fields[path] ?? '', (text) => setFields((before) => ({ ...before, [path]: text })), errorOf(path))}
                />
              ))}
            </SimpleGrid>
            {legend === 'operator.invoices' &&
              DISPENSABLE.map(([detail, label]) => (
                <Checkbox
                  key={detail}
                  mt="xs"
                  label={t(label)}
                  {...ticked(withoutDetails.includes(detail), (isTicked) =>
                    setWithoutDetails((before) => (isTicked ? [...before, detail] : before.filter((each) => each !== detail))),
                  )}
                  error={withoutDetails.includes(detail) && errorOf('has_none_of')}
                />
              ))}
          </fieldset>
        ))
      }
    </SubmitForm>
  )
}
