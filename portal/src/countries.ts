// All countries, with the English names that the browser provides.

import type { Option } from './components/field.tsx'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that browsers have names for but that are not ISO 3166 country codes. */
const NO_COUNTRIES = 'AC AN BU CP CQ CS DD DG EA EU EZ FX IC NT QO QU SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'.split(' ')

let made: readonly Option[] | undefined

export const countryOptions = (): readonly Option[] => {
  if (made) return made
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((value) => {
    const label = NO_COUNTRIES.includes(value) ? undefined : names.of(value)
    return label === undefined ? [] : [{ value, label }]
  })
  made = [{ value: '', label: '' }, ...found.toSorted((one, other) => one.label.localeCompare(other.label))]
  return made
}
