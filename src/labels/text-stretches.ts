// Splits a line into stretches of one typeface and one reading direction, in the order in which they stand on paper.
import type { Cell } from './legible-text.ts'
import type { FaceName } from './typefaces.ts'

type Direction = 'ltr' | 'rtl'
export type Stretch = { direction: Direction; face: FaceName; text: string }

const RIGHT_TO_LEFT = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LEFT_TO_RIGHT = /^[\p{L}\p{Nd}]/u

const directionOf = ({ text }: Cell): Direction | undefined => {
  if (RIGHT_TO_LEFT.test(text)) return 'rtl'
  return LEFT_TO_RIGHT.test(text) ? 'ltr' : undefined
}

// Spaces and punctuation between two letters of one direction belong to them, else to the line.
const resolve = (own: (Direction | undefined)[], line: Direction): Direction[] =>
  own.map((direction, index) => {
    if (direction) return direction
    const before = own.slice(0, index).findLast((d) => d !== undefined)
    const after = own.slice(index).find((d) => d !== undefined)
    return before !== undefined && before === after ? before : line
  })

// The first level of the Unicode bidirectional algorithm: enough for names and addresses, which nest no quotations.
export const stretchesOf = (cells: Cell[]): Stretch[] => {
  const own = cells.map(directionOf)
  const line = own.find((direction) => direction !== undefined) ?? 'ltr'
  const directions = own.includes('rtl') ? resolve(own, line) : own.map(() => line)
  const groups: Stretch[][] = []
  for (const [index, { face, text }] of cells.entries()) {
    const direction = directions[index]!
    const last = groups.at(-1)?.at(-1)
    if (last?.direction === direction && last.face === face) last.text += text
    else if (last?.direction === direction) groups.at(-1)!.push({ direction, face, text })
    else groups.push([{ direction, face, text }])
  }
  const ordered = line === 'rtl' ? groups.toReversed() : groups
  return ordered.flatMap((group) => (group[0]!.direction === 'rtl' ? group.toReversed() : group))
}
