// The row of filters above a list: a search field, and a chip for each filter that shows its value once it has one.

import '../records.css'
import { Button, Popover, Select, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '../../format.ts'
import { t } from '../../strings.ts'
import { typed } from '../form.tsx'
import { Icon } from '../icons.tsx'
import { SavedViews } from './saved-views.tsx'

/** `page`: the list's path in the console, under which its views are saved. */
export const FilterBar = ({ page, isFiltered, children }: { page?: string; isFiltered?: boolean; children: ReactNode }) => (
  <search className="filter-bar no-print" aria-label={t('records.filters')}>
    {children}
    {page && <SavedViews page={page} isFiltered={isFiltered ?? false} />}
  </search>
)

/** Looks and sizes of a select box that is a chip: its name stands in it, before its value. */
export const chipProps = (label: string, isSet: boolean) => ({
  size: 'xs' as const,
  radius: 'xl',
  'aria-label': label,
  placeholder: label,
  className: 'filter-chip',
  'data-set': isSet || undefined,
  ...(isSet ? { leftSection: <span className="filter-chip-name">{label}</span>, leftSectionWidth: `calc(${label.length}ch + 18px)` } : {}),
  comboboxProps: { width: 'max-content', position: 'bottom-start' as const },
  clearable: true,
  // The library hides it from keyboards and screen readers.
  clearButtonProps: { 'aria-label': t('records.clear', { name: label }), 'aria-hidden': false, tabIndex: 0, className: 'filter-clear' },
})

type ChoiceProps = { label: string; value: string; choices: readonly { value: string; label: string }[]; onPick: (value: string) => void }

export const ChoiceFilter = ({ label, value, choices, onPick }: ChoiceProps) => (
  <Select {...chipProps(label, value !== '')} data={choices} value={value || null} onChange={(next) => onPick(next ?? '')} />
)

type DaysProps = { label: string; from: string; to: string; onFrom: (day: string) => void; onTo: (day: string) => void; hint: string }

const daysText = (from: string, to: string): string => {
  if (from === to) return formatDate(from)
  if (to === '') return t('lists.fromDay', { day: formatDate(from) })
  return from === '' ? t('lists.toDay', { day: formatDate(to) }) : t('lists.days', { from: formatDate(from), to: formatDate(to) })
}

/** Calendar dates, in the browser's own picker. */
export const DaysFilter = ({ label, from, to, onFrom, onTo, hint }: DaysProps) => {
  const isSet = from !== '' || to !== ''
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          radius="xl"
          variant="default"
          fw={400}
          className="filter-chip"
          data-set={isSet || undefined}
          rightSection={<Icon name="down" sizePx={12} />}
        >
          {isSet ? (
            <>
              <span className="filter-chip-name">{label}</span>
              {daysText(from, to)}
            </>
          ) : (
            label
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <TextInput size="xs" type="date" label={t('lists.from', { name: label })} {...typed(from, onFrom)} />
          <TextInput size="xs" type="date" label={t('lists.to', { name: label })} description={hint} {...typed(to, onTo)} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
