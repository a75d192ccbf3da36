// The row of filters above a list: a search field, chips with their values, and saved views.

import '../records.css'
import { ActionIcon, Button, Group, Menu, Popover, Select, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { api } from '../../api.ts'
import { formatDate } from '../../format.ts'
import { t } from '../../strings.ts'
import type { SavedView } from '../../wire.ts'
import { SubmitForm, typed } from '../form.tsx'
import { Icon } from '../icons.tsx'
import { notifyDone } from '../notify.ts'
import { useRead, useRefresh, useSave } from '../queries.ts'

const PATH = '/ops/v1/saved_views'

/** A saved view does not include the page. */
const queryOf = (search: string): string => {
  const params = new URLSearchParams(search)
  for (const name of ['cursor', 'page']) params.delete(name)
  return params.toString()
}

const SaveView = ({ page }: { page: string }) => {
  const refresh = useRefresh()
  const search = useSearch()
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const save = async () => {
    await api.send<SavedView>('POST', PATH, { page, name, query: queryOf(search) })
    await refresh()
    notifyDone(t('lists.viewSaved', { name: name.trim() }))
    setIsOpen(false)
    setName('')
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus position="bottom-start">
      <Popover.Target>
        <Button size="xs" radius="xl" variant="subtle" onClick={() => setIsOpen(!isOpen)}>
          {t('lists.saveView')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <SubmitForm submitLabel={t('shell.save')} onSubmit={save}>
          {(errorOf) => (
            <TextInput
              size="xs"
              label={t('lists.viewName')}
              description={t('lists.viewHint')}
              {...typed(name, setName, errorOf('name'))}
              data-autofocus
            />
          )}
        </SubmitForm>
      </Popover.Dropdown>
    </Popover>
  )
}

const SHAPES = ['sort', 'columns', 'per_page']

const SavedViews = ({ page, isFiltered }: { page: string; isFiltered: boolean }) => {
  const { data: all = [] } = useRead<SavedView[]>(PATH)
  const [, navigate] = useLocation()
  const save = useSave()
  const views = all.filter((view) => view.page === page)
  const search = queryOf(useSearch())
  const isShaped = isFiltered || SHAPES.some((name) => new URLSearchParams(search).has(name))
  const current = views.find(({ query }) => query === search)
  const remove = async ({ saved_view_id: id, name }: SavedView) => {
    await save(api.send('DELETE', `${PATH}/${id}`), t('lists.viewDeleted', { name }))
  }
  return (
    <>
      {views.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" radius="xl" variant="default" fw={400} rightSection={<Icon name="down" sizePx={12} />}>
              {current ? t('lists.view', { name: current.name }) : t('lists.views')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Stack gap={0}>
              {views.map((view) => (
                <Group key={view.saved_view_id} gap={4} wrap="nowrap">
                  <Menu.Item onClick={() => navigate(`${page}?${view.query}`)}>{view.name}</Menu.Item>
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    c="var(--mantine-color-text)"
                    aria-label={t('lists.deleteView', { name: view.name })}
                    onClick={() => remove(view)}
                  >
                    <Icon name="cross" sizePx={14} />
                  </ActionIcon>
                </Group>
              ))}
            </Stack>
          </Menu.Dropdown>
        </Menu>
      )}
      {isShaped && current === undefined && <SaveView page={page} />}
    </>
  )
}

/** `page`: the list's path in the console, under which its views are saved. */
export const FilterBar = ({ page, isFiltered, children }: { page?: string; isFiltered?: boolean; children: ReactNode }) => (
  <search className="filter-bar no-print" aria-label={t('records.filters')}>
    {children}
    {page && <SavedViews page={page} isFiltered={isFiltered ?? false} />}
  </search>
)

/** Props of a select box that looks like a chip with its name before its value. */
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
  // Mantine hides the clear button from keyboards and screen readers.
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
