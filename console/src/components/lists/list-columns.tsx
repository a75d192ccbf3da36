// The choice of a list's columns. The first column names the row and is always shown.

import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { t } from '../../strings.ts'
import type { Column } from './rows-table.tsx'
import type { TableView } from './table-view.ts'

const usualKeys = <T,>(columns: readonly Column<T>[]): string[] => columns.filter(({ isOptional }) => !isOptional).map(({ key }) => key)

export const shownColumns = <T,>(columns: readonly Column<T>[], chosen: readonly string[] | null): readonly Column<T>[] => {
  const keys = chosen ?? usualKeys(columns)
  return columns.filter(({ key, isTitleHidden }, index) => index === 0 || isTitleHidden || keys.includes(key))
}

type ListColumnsProps<T> = { columns: readonly Column<T>[]; view: TableView }

export const ListColumns = <T,>({ columns, view }: ListColumnsProps<T>) => {
  const offered = columns.slice(1).filter(({ isTitleHidden }) => !isTitleHidden)
  const usual = usualKeys(columns)
  const shown = view.columns ?? usual
  const choose = (keys: readonly string[]) => {
    const inOrder = columns.map(({ key }) => key).filter((key) => keys.includes(key))
    const isUsual = inOrder.length === usual.length && inOrder.every((key, index) => key === usual[index])
    view.setColumns(isUsual ? null : inOrder)
  }
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default">
          {t('lists.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group label={t('lists.columnsShown')} value={[...shown]} onChange={choose}>
          <Stack gap="xs" pt="xs">
            {offered.map(({ key, title }) => (
              <Checkbox key={key} size="xs" value={key} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
