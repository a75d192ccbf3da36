// The row of filters above a list.

import '../records.css'
import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../strings.ts'

export const FilterBar = ({ children }: { children: ReactNode }) => (
  <search className="filter-bar no-print" aria-label={t('records.filters')}>
    {children}
  </search>
)

type ChoiceProps = { label: string; value: string; choices: readonly { value: string; label: string }[]; onPick: (value: string) => void }

export const ChoiceFilter = ({ label, value, choices, onPick }: ChoiceProps) => (
  <Select
    size="xs"
    label={label}
    placeholder={t('records.any')}
    data={choices}
    value={value || null}
    onChange={(next) => onPick(next ?? '')}
    clearable
    // The library hides it from keyboards and screen readers.
    clearButtonProps={{ 'aria-label': t('records.clear', { name: label }), 'aria-hidden': false, tabIndex: 0 }}
  />
)

/** A calendar date, in the browser's own picker. */
export const DateFilter = ({ label, value, onPick }: Omit<ChoiceProps, 'choices'>) => (
  <TextInput size="xs" type="date" label={label} value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)} />
)
