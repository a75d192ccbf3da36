// Rows of a file that need a correction: their mistakes marked at the cells, which can be changed.

import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Alert } from '../../components/states.tsx'
import { texts } from '../../texts/inbound.ts'
import type { OpenRow } from './import-rows.ts'

const SHOWN_MAX = 40
/** The columns by which a person recognises a row. They are shown with the wrong cells; the other cells are folded. */
const ROW_NAMES = ['customer_id', 'courier_numbers']

type RowProps = {
  row: OpenRow
  header: readonly string[]
  onChange: (column: number, value: string) => void
  onLeaveOut: () => void
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const WrongRow = ({ row, header, onChange, onLeaveOut }: RowProps) => {
  const problemOf = (column: string): string =>
    row.mistakes
      .filter((mistake) => mistake.column.toLowerCase() === column.toLowerCase())
      .map(({ message }) => sentence(message))
      .join(' ')
  const names = header.map((column) => column.toLowerCase())
  const others = row.mistakes.filter(({ column }) => !names.includes(column.toLowerCase()))
  const cells = header.map((column, at) => ({ column, at, value: row.cells[at] ?? '', problem: problemOf(column) }))
  const field = ({ column, at, value, problem }: (typeof cells)[number]) => (
    <TextField
      key={at}
      label={column}
      value={value}
      onValue={(text) => onChange(at, text)}
      error={row.isEdited ? undefined : problem || undefined}
    />
  )
  const isShown = ({ column, problem }: (typeof cells)[number]): boolean =>
    problem !== '' || others.length > 0 || ROW_NAMES.includes(column.toLowerCase())
  const hidden = cells.filter((cell) => !isShown(cell))
  return (
    <section className="panel" aria-label={texts.row(row.row)}>
      <div className="section-head">
        <h3>
          {texts.row(row.row)} {row.isEdited && <Badge>{texts.edited}</Badge>}
        </h3>
        <Button look="quiet" onClick={onLeaveOut}>
          {texts.leaveOut(row.row)}
        </Button>
      </div>
      {!row.isEdited && others.length > 0 && (
        <Alert tone="warning">{others.map(({ column, message }) => `${column} ${message}`).join(' ')}</Alert>
      )}
      <div className="fields">{cells.filter(isShown).map(field)}</div>
      {hidden.length > 0 && (
        <details className="fold">
          <summary>{texts.moreColumns}</summary>
          <div className="fields">{hidden.map(field)}</div>
        </details>
      )}
    </section>
  )
}

type WrongRowsProps = {
  header: readonly string[]
  rows: readonly OpenRow[]
  onChange: (row: number, column: number, value: string) => void
  onLeaveOut: (row: number) => void
}

export const WrongRows = ({ header, rows, onChange, onLeaveOut }: WrongRowsProps) => {
  const wrong = rows.filter(({ mistakes }) => mistakes.length > 0)
  return (
    <>
      {wrong.slice(0, SHOWN_MAX).map((row) => (
        <WrongRow
          key={row.row}
          row={row}
          header={header}
          onChange={(column, value) => onChange(row.row, column, value)}
          onLeaveOut={() => onLeaveOut(row.row)}
        />
      ))}
      {wrong.length > SHOWN_MAX && <p className="hint">{texts.more(wrong.length - SHOWN_MAX)}</p>}
    </>
  )
}
