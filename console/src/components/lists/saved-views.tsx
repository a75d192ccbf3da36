// Saved views of a list: filters, order, columns and mode under a name.

import { ActionIcon, Button, Group, Menu, Popover, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { api } from '../../api.ts'
import { t } from '../../strings.ts'
import type { SavedView } from '../../wire.ts'
import { SubmitForm, typed } from '../form.tsx'
import { Icon } from '../icons.tsx'
import { notifyDone, useRead, useRefresh, useSave } from '../queries.ts'

const PATH = '/ops/v1/saved_views'

/** The query string to save for a view: `search` without the page position. */
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

export const SavedViews = ({ page, isFiltered }: { page: string; isFiltered: boolean }) => {
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
