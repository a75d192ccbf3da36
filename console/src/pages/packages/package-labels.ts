// The labels of packages, split into files.

import { PACKAGES } from '../../api.ts'
import type { PaperFile } from '../../components/text.tsx'
import { t } from '../../strings.ts'
import type { OpsPackage } from '../../wire.ts'

const LABELS_PER_FILE_MAX = 100

const filesOf = (parcels: readonly OpsPackage[]): OpsPackage[][] => {
  const files: OpsPackage[][] = []
  let labels = Number.POSITIVE_INFINITY
  for (const parcel of parcels) {
    const pieces = Math.min(parcel.quantity ?? 1, LABELS_PER_FILE_MAX)
    if (labels + pieces > LABELS_PER_FILE_MAX) {
      files.push([])
      labels = 0
    }
    files.at(-1)!.push(parcel)
    labels += pieces
  }
  return files
}

const addressOf = (parcels: readonly OpsPackage[]): string =>
  `${PACKAGES}/labels.pdf?ids=${parcels.map(({ parcel_id: id }) => id).join(',')}`

export const labelFiles = (parcels: readonly OpsPackage[]): PaperFile[] =>
  filesOf(parcels).map((file, index, files) => ({
    href: addressOf(file),
    name: t('packages.labelFile', { file: index + 1, files: files.length, count: file.length }),
  }))
