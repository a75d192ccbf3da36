// Filters of a list and their inputs. The values are kept in the URL, so that reloading, bookmarks and the back button work.

import { Button, Popover, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { PagePosition } from '../../api.ts'
import { formatDate } from '../../format.ts'
import { t } from '../../strings.ts'
import { typed } from '../form.tsx'
import { Icon } from '../icons.tsx'
import { SavedViews } from './saved-views.tsx'

export type FilterProps = { value: string; onPick: (value: string) => void }
/** `filter('status')` returns the props for the input of the filter `status`. */
export type Filter<Name extends string> = (name: Name) => FilterProps

/**
 * `useFilters(['q', 'status'])` returns the values of these filters ('' for filters that are not in the URL), a `Filter` that gives the
 * props of their inputs, and a function that sets a filter.
 */
export const useFilters = <Name extends string>(names: readonly Name[]) => {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>
  const setFilter = useCallback(
    (name: Name, value: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          value === '' ? after.delete(name) : after.set(name, value)
          // A change of a filter leads back to the first page.
          after.delete('cursor')
          after.delete('page')
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  const filter: Filter<Name> = (name) => ({ value: values[name], onPick: (value) => setFilter(name, value) })
  return [values, filter, setFilter] as const
}

export const usePagePosition = () => {
  const [params, setParams] = useSearchParams()
  const cursor = params.get('cursor')
  const place: PagePosition | null = cursor === null ? null : { cursor, page: params.get('page') ?? '1' }
  const goTo = (next: PagePosition) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('page', next.page)
      after.set('cursor', next.cursor)
      return after
    })
  return [place, goTo] as const
}

export const TYPING_PAUSE_MS = 250

type SearchInputProps = FilterProps & { label: string; placeholder: string }

export const SearchInput = ({ label, placeholder, value, onPick }: SearchInputProps) => {
  const [text, setText] = useState(value)
  const search = useDebouncedCallback((next: string) => onPick(next.trim()), TYPING_PAUSE_MS)
  // Shows the new filter after the Back button or "Clear filters" changed the URL. Spaces that the user typed around the filter are kept.
  useEffect(() => setText((before) => (before.trim() === value ? before : value)), [value])
  return (
    <TextInput
      type="search"
      size="xs"
      radius="xl"
      className="filter-search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        search(currentTarget.value)
      }}
      leftSection={<Icon name="search" sizePx={14} />}
    />
  )
}

/** `page`: the path of the list's page in the console. Saved views are stored under this path. */
export const FilterBar = ({ page, isFiltered, children }: { page?: string; isFiltered?: boolean; children: ReactNode }) => (
  <search className="filter-bar no-print" aria-label={t('records.filters')}>
    {children}
    {page && <SavedViews page={page} isFiltered={isFiltered ?? false} />}
  </search>
)

/** Props of a select box that looks like a chip. If a value is set, the chip shows the label before the value. */
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
  // By default, Mantine hides the clear button from keyboard and screen reader users.
  clearButtonProps: { 'aria-label': t('records.clear', { name: label }), 'aria-hidden': false, tabIndex: 0, className: 'filter-clear' },
})

type ChoiceProps = FilterProps & { label: string; choices: readonly { value: string; label: string }[] }

export const ChoiceFilter = ({ label, value, choices, onPick }: ChoiceProps) => (
  <Select {...chipProps(label, value !== '')} data={choices} value={value || null} onChange={(next) => onPick(next ?? '')} />
)

type DaysProps = { label: string; from: FilterProps; to: FilterProps; hint: string }

const daysText = (from: string, to: string): string => {
  if (from === to) return formatDate(from)
  if (to === '') return t('lists.fromDay', { day: formatDate(from) })
  return from === '' ? t('lists.toDay', { day: formatDate(to) }) : t('lists.days', { from: formatDate(from), to: formatDate(to) })
}

export const DaysFilter = ({ label, from, to, hint }: DaysProps) => {
  const isSet = from.value !== '' || to.value !== ''
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
              {daysText(from.value, to.value)}
            </>
          ) : (
            label
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <TextInput size="xs" type="date" label={t('lists.from', { name: label })} {...typed(from.value, from.onPick)} />
          <TextInput size="xs" type="date" label={t('lists.to', { name: label })} description={hint} {...typed(to.value, to.onPick)} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
