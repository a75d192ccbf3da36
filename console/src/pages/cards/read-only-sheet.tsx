// A version of a card as a table for reading.

import { useMemo, useState } from 'react'
import { t } from '../../strings.ts'
import type { CardInFull } from '../../wire.ts'
import type { Area } from './sheet/area.ts'
import { areaAt, START } from './sheet/area.ts'
import type { Marks } from './sheet/marks.ts'
import { NO_MARKS } from './sheet/marks.ts'
import { sheetOf } from './sheet/sheet.ts'
import { SheetTable } from './sheet/sheet-table.tsx'

const firstMarked = (marks: Marks): Area | null => {
  const row = Math.min(...marks.keys())
  const column = Math.min(...(marks.get(row)?.keys() ?? []))
  return marks.size === 0 ? null : areaAt({ row, column })
}

export const ReadOnlySheet = ({ card, marks = NO_MARKS }: { card: CardInFull; marks?: Marks }) => {
  const sheet = useMemo(() => sheetOf(card), [card])
  // What is marked is in sight from the start.
  const [area, setArea] = useState(() => firstMarked(marks) ?? START)
  return <SheetTable sheet={sheet} label={t('cards.tableLabel')} area={area} onArea={setArea} marks={marks} />
}
