// URLs of PDF files with the labels of places. The labels of many places are split into several files.

import { PLACES } from '../../api.ts'
import type { PaperFile } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { Place } from '../../wire.ts'

const LABELS_PER_FILE_MAX = 100

export const labelAddress = (places: readonly Place[]): string =>
  `${PLACES}/labels.pdf?ids=${places.map(({ place_id: id }) => id).join(',')}`

export const labelFiles = (places: readonly Place[]): PaperFile[] => {
  const files = Math.ceil(places.length / LABELS_PER_FILE_MAX)
  return Array.from({ length: files }, (_, index) => {
    const file = places.slice(index * LABELS_PER_FILE_MAX, (index + 1) * LABELS_PER_FILE_MAX)
    return { href: labelAddress(file), name: t('places.labelFile', { file: index + 1, files, count: file.length }) }
  })
}
