// Opens the labels of the selected packages, in as many files as they take.

import { Button, Menu } from '@mantine/core'
import { Icon } from '../../components/icons.tsx'
import { PACKAGES } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { OpsPackage } from '../../wire.ts'

/** What the server puts into one file. */
const LABELS_MAX = 100

/** In the order of the selection: each as full as it can be. */
const filesOf = (parcels: readonly OpsPackage[]): OpsPackage[][] => {
  const files: OpsPackage[][] = []
  let labels = Number.POSITIVE_INFINITY
  for (const parcel of parcels) {
    const pieces = Math.min(parcel.quantity ?? 1, LABELS_MAX)
    if (labels + pieces > LABELS_MAX) {
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

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const
const LOOK = { size: 'xs', variant: 'default', leftSection: <Icon name="print" sizePx={14} /> } as const

export const PrintLabels = ({ parcels }: { parcels: readonly OpsPackage[] }) => {
  const files = filesOf(parcels)
  if (files.length === 1)
    return (
      <Button {...LOOK} {...NEW_TAB} component="a" href={addressOf(files[0]!)}>
        {t('packages.bulkPrint')}
      </Button>
    )
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button {...LOOK}>{t('packages.bulkPrint')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map((file, index) => (
          <Menu.Item key={file[0]!.parcel_id} {...NEW_TAB} component="a" href={addressOf(file)}>
            {t('packages.labelFile', { file: index + 1, files: files.length, count: file.length })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
