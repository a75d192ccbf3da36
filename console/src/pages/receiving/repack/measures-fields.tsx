// The measurements of a new package: pieces, weight and sides.

import { SimpleGrid, TextInput } from '@mantine/core'
import { typed } from '../../../components/form.tsx'
import { t } from '../../../strings.ts'

const MEASURES = ['pieces', 'weight', 'length', 'width', 'height'] as const
export type Measures = Record<(typeof MEASURES)[number], string>

export const UNMEASURED: Measures = { pieces: '1', weight: '', length: '', width: '', height: '' }

/** What is left empty is left out; what is no number is for the server to refuse. */
export const measuresBody = (measures: Measures): object =>
  Object.fromEntries(
    MEASURES.map((name) => [name, measures[name].trim().replace(',', '.')] as const)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, Number.isNaN(Number(text)) ? text : Number(text)]),
  )

type MeasureErrors = { [name in keyof Measures]?: string | undefined }

/** Read while the form is rendered, which shows elsewhere what no field has asked for. The server asks for a volume where the sides are missing. */
export const measureErrors = (errorOf: (field: string) => string | undefined, at = ''): MeasureErrors => {
  const errors = Object.fromEntries(MEASURES.map((name) => [name, errorOf(`${at}${name}`)]))
  return { ...errors, length: errors.length ?? errorOf(`${at}volume`) }
}

type MeasuresFieldsProps = {
  measures: Measures
  onChange: (measures: Measures) => void
  errors: MeasureErrors
  isFirst?: boolean
}

/** The weight comes first: it is the one that is always needed. */
export const MeasuresFields = ({ measures, onChange, errors, isFirst = false }: MeasuresFieldsProps) => {
  const field = (name: keyof Measures) => ({
    label: t(`repack.${name}`),
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    ...typed(measures[name], (text) => onChange({ ...measures, [name]: text }), errors[name]),
  })
  return (
    <SimpleGrid cols={{ base: 2, xs: 5 }} spacing="xs">
      <TextInput {...field('weight')} {...(isFirst ? { 'data-autofocus': true } : {})} />
      <TextInput {...field('length')} />
      <TextInput {...field('width')} />
      <TextInput {...field('height')} />
      <TextInput {...field('pieces')} />
    </SimpleGrid>
  )
}
