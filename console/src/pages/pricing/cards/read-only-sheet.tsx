// A read-only version of a card, with marks where it differs from another version.

import { useMemo, useState } from 'react'
import type { CardInFull } from '../../../wire.ts'
import { CardViews } from './card-views.tsx'
import { changeMarks } from './matrix/change-marks.ts'
import type { Area } from './sheet/area.ts'
import { areaAt, START } from './sheet/area.ts'
import type { Marks } from './sheet/marks.ts'
import { marksOf, NO_MARKS } from './sheet/marks.ts'
import { sheetOf } from './sheet/sheet.ts'

const firstMarked = (marks: Marks): Area | null => {
  const row = Math.min(...marks.keys())
  const column = Math.min(...(marks.get(row)?.keys() ?? []))
  return marks.size === 0 ? null : areaAt({ row, column })
}

export const ReadOnlySheet = ({ card, before }: { card: CardInFull; before?: CardInFull }) => {
  const sheet = useMemo(() => sheetOf(card), [card])
  const marks = useMemo(() => (before ? marksOf(changeMarks(sheet, sheetOf(before), card.kind)) : NO_MARKS), [sheet, before, card.kind])
  const [area, setArea] = useState(() => firstMarked(marks) ?? START)
  return <CardViews sheet={sheet} kind={card.kind} marks={marks} area={area} onArea={setArea} />
}
