// The dialog that imports a pasted schedule. All rows are checked before the import, and their mistakes are listed.

import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, VOYAGES } from '../../../api.ts'
import { PlainButton } from '../../../components/buttons.tsx'
import { typed } from '../../../components/form.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { notifyDone, useRefresh } from '../../../components/queries.ts'
import { ErrorState } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import { useTimes } from '../../../time.tsx'
import type { ImportedVoyages } from '../../../wire.ts'

const OUTCOMES = { new: t('voyages.new'), changed: t('voyages.changes'), same: t('voyages.same') } as const

type Line = { row: number; outcome: string; text: string; isWrong: boolean }

/** One line per pasted row, in the same order. The line of a wrong row lists all of its mistakes. */
const linesOf = ({ rows, mistakes }: ImportedVoyages, routeOf: (row: ImportedVoyages['rows'][number]) => string): Line[] => {
  const wrong = [...Map.groupBy(mistakes, ({ row }) => row)].map(([row, some]) => ({
    row,
    outcome: t('voyages.wrong'),
    text: some.map(({ column, message }) => `${column} ${message}`).join('; '),
    isWrong: true,
  }))
  const right = rows.map((row) => ({ row: row.row, outcome: OUTCOMES[row.outcome], text: routeOf(row), isWrong: false }))
  return [...wrong, ...right].toSorted((one, other) => one.row - other.row)
}

export const PasteSchedule = ({ onClose }: { onClose: () => void }) => {
  const [text, setText] = useState('')
  const refresh = useRefresh()
  const { zone, formatMoment } = useTimes()
  const check = useMutation({
    mutationFn: () => api.send<ImportedVoyages>('POST', `${VOYAGES}/import`, { text, dry_run: true }),
  })
  const take = useMutation({
    mutationFn: () => api.send<ImportedVoyages>('POST', `${VOYAGES}/import`, { text }),
    onSuccess: async ({ rows }) => {
      const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
      await refresh()
      notifyDone(t('voyages.taken', { added: count('new'), changed: count('changed'), same: count('same') }))
      onClose()
    },
  })
  const change = (next: string) => {
    setText(next)
    check.reset()
  }
  const found = check.data
  const wrongRows = new Set(found?.mistakes.map(({ row }) => row)).size
  const lines =
    found && linesOf(found, (row) => `${row.carrier} ${row.number}, ${row.origin} – ${row.destination}, ${formatMoment(row.departs_at)}`)
  const error = check.error ?? take.error
  return (
    <Modal opened onClose={onClose} title={t('voyages.pasteTitle')} size="lg" closeOnClickOutside={false}>
      <Stack>
        <Hint>{t('voyages.pasteHint', { zone })}</Hint>
        <Textarea
          label={t('voyages.pasteLabel')}
          {...typed(text, change)}
          minRows={6}
          maxRows={12}
          autosize
          ff="monospace"
          data-autofocus
        />
        {error && <ErrorState error={error} />}
        {found && (
          <Alert
            {...(wrongRows === 0 ? { color: 'teal' } : { color: 'orange', className: 'note-warn' })}
            role="status"
            title={wrongRows === 0 ? t('voyages.checked', { rows: found.rows.length }) : t('voyages.toMend', { rows: wrongRows })}
          />
        )}
        {lines && (
          <RowsTable
            rows={lines}
            rowKey={({ row, text: line }) => `${row} ${line}`}
            rowName={({ row }) => `${row}`}
            columns={[
              { key: 'row', title: t('records.row'), render: ({ row }) => (row === 0 ? '' : row) },
              {
                key: 'outcome',
                title: t('voyages.outcome'),
                render: ({ outcome, isWrong }) => (isWrong ? <strong className="row-wrong">{outcome}</strong> : outcome),
              },
              { key: 'text', title: t('voyages.number'), render: (line) => line.text },
            ]}
          />
        )}
        <Group justify="flex-end">
          <PlainButton label={t('voyages.check')} loading={check.isPending} disabled={text.trim() === ''} onClick={() => check.mutate()} />
          <Button onClick={() => take.mutate()} loading={take.isPending} disabled={!found || wrongRows > 0}>
            {t('voyages.take')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
