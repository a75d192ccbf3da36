// The rows of a CSV import that need a correction. Cells with mistakes show an error, and the user can edit all cells.

import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { sentence } from '../../components/form.tsx'
import { Badge } from '../../components/marks.tsx'
import { Alert } from '../../components/states.tsx'
import { texts } from '../../texts/inbound.ts'
import { CellField, CUSTOMER_COLUMN, CustomerIds } from './cell-field.tsx'
import type { OpenRow } from './import-rows.ts'

const SHOWN_MAX = 40
/** The columns that identify a row to the user. */
const ROW_NAMES = [CUSTOMER_COLUMN, 'courier_numbers']

type RowProps = {
  row: OpenRow
  header: readonly string[]
  onChange: (column: number, value: string) => void
  onLeaveOut: () => void
}

const WrongRow = ({ row, header, onChange, onLeaveOut }: RowProps) => {
  const isEdited = row.edited.length > 0
  const problemOf = (column: string): string =>
    row.mistakes
      .filter((mistake) => mistake.column.toLowerCase() === column)
      .map(({ message }) => sentence(message))
      .join(' ')
  const cells = header.map((name, at) => {
    const column = name.toLowerCase()
    return { name, column, at, value: row.cells[at] ?? '', problem: problemOf(column) }
  })
  const others = row.mistakes.filter(({ column }) => !cells.some((cell) => cell.column === column.toLowerCase()))
  const field = ({ name, column, at, value, problem }: (typeof cells)[number]) => (
    <CellField
      key={at}
      label={name}
      column={column}
      value={value}
      onValue={(text) => onChange(at, text)}
      error={row.edited.includes(at) ? undefined : problem || undefined}
    />
  )
  const isShown = ({ problem }: (typeof cells)[number]): boolean => problem !== '' || others.length > 0
  const hidden = cells.filter((cell) => !isShown(cell))
  const names = hidden.filter(({ column, value }) => ROW_NAMES.includes(column) && value !== '').map(({ value }) => value)
  return (
    <section className="panel" aria-label={texts.row(row.row)}>
      <div className="section-head one-line">
        <div className="grows">
          <h3>
            {texts.row(row.row)} {isEdited && <Badge>{texts.edited}</Badge>}
          </h3>
          {names.length > 0 && <span className="hint breaks">{names.join(' · ')}</span>}
        </div>
        <Button look="quiet" onClick={onLeaveOut} aria-label={texts.leaveOutRow(row.row)}>
          {texts.leaveOut}
        </Button>
      </div>
      {!isEdited && others.length > 0 && (
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

/**
 * Enter moves the focus to the next mistake, and from the last mistake to the first. If no other mistake is left, Enter moves the focus to
 * the button below.
 */
const leadOn = (event: KeyboardEvent<HTMLDivElement>): void => {
  const { target, currentTarget } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const wrong = [...currentTarget.querySelectorAll<HTMLElement>('[aria-invalid]')].filter((each) => each !== target)
  const isBelow = (each: HTMLElement): boolean => Boolean(target.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING)
  const next = wrong.find(isBelow) ?? wrong[0] ?? currentTarget.querySelector<HTMLElement>('.button.primary')
  next?.focus()
}

type WrongRowsProps = {
  header: readonly string[]
  rows: readonly OpenRow[]
  onChange: (row: number, column: number, value: string) => void
  onLeaveOut: (row: number) => void
  children: ReactNode
}

/** The children are rendered below the last row. */
export const WrongRows = ({ header, rows, onChange, onLeaveOut, children }: WrongRowsProps) => {
  const wrong = rows.filter(({ mistakes }) => mistakes.length > 0)
  if (wrong.length === 0) return null
  const isCustomerWrong = wrong.some(({ mistakes }) => mistakes.some(({ column }) => column.toLowerCase() === CUSTOMER_COLUMN))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter is an addition to the fields inside
    <div className="stack" onKeyDown={leadOn}>
      {isCustomerWrong && <CustomerIds />}
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
      {children}
    </div>
  )
}
