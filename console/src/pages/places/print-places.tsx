// Opens the labels of places, in as many files as they take.

import { Button, Menu } from '@mantine/core'
import { Icon } from '../../components/icons.tsx'
import { PLACES } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { Place } from '../../wire.ts'

/** What the server puts into one file. */
const LABELS_MAX = 100

export const labelAddress = (places: readonly Place[]): string =>
  `${PLACES}/labels.pdf?ids=${places.map(({ place_id: id }) => id).join(',')}`

const NEW_TAB = { target: '_blank', rel: 'noopener' } as const
const LOOK = { size: 'xs', variant: 'default', leftSection: <Icon name="print" sizePx={14} /> } as const

export const PrintPlaces = ({ places }: { places: readonly Place[] }) => {
  const files = Array.from({ length: Math.ceil(places.length / LABELS_MAX) }, (_, file) =>
    places.slice(file * LABELS_MAX, (file + 1) * LABELS_MAX),
  )
  if (files.length === 1)
    return (
      <Button {...LOOK} {...NEW_TAB} component="a" href={labelAddress(places)}>
        {t('places.print')}
      </Button>
    )
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button {...LOOK}>{t('places.print')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map((file, index) => (
          <Menu.Item key={file[0]!.place_id} {...NEW_TAB} component="a" href={labelAddress(file)}>
            {t('places.labelFile', { file: index + 1, files: files.length, count: file.length })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
