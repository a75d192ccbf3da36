// Inputs of a repack: the pieces, weight and sides of a new package, and photos before and after the repack.

import { Input, SimpleGrid, TextInput } from '@mantine/core'
import { typedNumber } from '../../../../../web/typed-number.ts'
import { typed } from '../../../components/form.tsx'
import { t } from '../../../strings.ts'
import { PhotoField } from '../photo-field.tsx'
import type { Photos } from './use-repack.ts'

const MEASURES = ['pieces', 'weight', 'length', 'width', 'height'] as const
export type Measures = Record<(typeof MEASURES)[number], string>

export const UNMEASURED: Measures = { pieces: '1', weight: '', length: '', width: '', height: '' }

export const measuresBody = (measures: Measures): object => Object.fromEntries(MEASURES.map((name) => [name, typedNumber(measures[name])]))

type MeasureErrors = { [name in keyof Measures]?: string | undefined }

/**
 * Call this while the form renders; otherwise, the form also lists these errors above its button. An error for `volume` means that the size
 * is missing, so the length field shows it.
 */
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

export const PhotoPair = ({ photos, onChange }: { photos: Photos; onChange: (photos: Photos) => void }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    {(['before', 'after'] as const).map((moment) => (
      <Input.Wrapper key={moment} label={t(`repack.photo_${moment}`)} labelElement="div">
        <PhotoField photo={photos[moment]} onChange={(photo) => onChange({ ...photos, [moment]: photo })} />
      </Input.Wrapper>
    ))}
  </SimpleGrid>
)
