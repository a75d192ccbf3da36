// The fields of the receiving form, and how they are parsed.

import { t } from '../../strings.ts'

export type Fields = {
  weight: string
  pieces: string
  length: string
  width: string
  height: string
  note: string
  labelText: string
  /** The transport mode of a parcel without a booking. */
  travel: '' | 'air' | 'ocean'
  isLast: boolean
}

export const BLANK: Fields = {
  weight: '',
  pieces: '',
  length: '',
  width: '',
  height: '',
  note: '',
  labelText: '',
  travel: '',
  isLast: false,
}

export const NUMBERS = ['weight', 'pieces', 'length', 'width', 'height'] as const
export type NumberField = (typeof NUMBERS)[number]

const readNumber = (text: string): number => Number(text.trim().replace(',', '.'))

const isCode = (text: string): boolean => /\p{L}\p{L}/u.test(text) || (/\p{L}/u.test(text) && /\d/.test(text))

/** Errors of fields that are not numbers. Letters mean that a scanner typed into the field. */
export const mistakesIn = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    NUMBERS.filter((name) => fields[name].trim() !== '' && Number.isNaN(readNumber(fields[name]))).map((name) => [
      name,
      isCode(fields[name]) ? t('receive.isCode') : t('receive.notNumber'),
    ]),
  )

export const measuredOf = (fields: Fields): Record<string, unknown> => ({
  ...Object.fromEntries(NUMBERS.filter((name) => fields[name].trim() !== '').map((name) => [name, readNumber(fields[name])])),
  ...(fields.note.trim() === '' ? {} : { condition_note: fields.note.trim() }),
})
