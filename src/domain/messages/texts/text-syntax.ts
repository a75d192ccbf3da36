// Texts with variables written as {{name}}. Text between [[ and ]] is left out if a variable in that text has no value.

import type { VariableName } from '../purpose.ts'

export const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g
export const OPTIONAL_PART = /\[\[([^[\]]*)\]\]/g

export const variablesIn = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name]) => name!)

export type Values = Partial<Record<VariableName, string>>

/** Makes a value safe to insert: line breaks and other control characters become spaces. */
export const inLine = (value: string): string => value.replaceAll(/\p{C}+/gu, ' ').trim()

const fill = (text: string, values: Values): string => text.replaceAll(VARIABLE, (_, name: VariableName) => inLine(values[name] ?? ''))

export const render = (text: string, values: Values): string => {
  const chosen = text
    .split('\n')
    .map((line) => {
      const shown = line.replaceAll(OPTIONAL_PART, (_, inner: string) =>
        variablesIn(inner).every((name) => values[name as VariableName]) ? inner : '',
      )
      return shown.trim() === '' && line.trim() !== '' ? null : shown
    })
    .filter((line) => line !== null)
  return fill(chosen.join('\n'), values).trim()
}
