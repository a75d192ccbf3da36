// The repacks of a package: sources, results, photos. A repack or split can be undone on the same day.

import { Group, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { api } from '../../../api.ts'
import { RowButton } from '../../../components/buttons.tsx'
import { filledIn, ReasonDialog } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { Photos } from '../../../components/records/photos.tsx'
import { PageLink } from '../../../components/text.tsx'
import { useMayHandle } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { PackageDetail } from '../../../wire.ts'
import { REPACKS } from './use-repack.ts'

type Repack = PackageDetail['repacks'][number]

const Links = ({ parcels }: { parcels: Repack['sources'] }) =>
  parcels.map(({ parcel_id: id, parcel_number: number }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <PageLink href={`/packages/${id}`}>{number}</PageLink>
    </Fragment>
  ))

const UndoRepack = ({ repack: { repack_id: id, kind }, onClose }: { repack: Repack; onClose: () => void }) => {
  const undo = async (reason: string) => {
    await api.send('POST', `${REPACKS}/${id}/undo`, filledIn({ reason }))
    return t(`repack.undone_${kind}`)
  }
  return (
    <ReasonDialog
      title={t(`repack.undoTitle_${kind}`)}
      submitLabel={t('records.undo')}
      label={t('records.reason')}
      description={t('repack.undoHint')}
      onSubmit={undo}
      onClose={onClose}
    />
  )
}

export const RepacksPanel = ({ parcel }: { parcel: PackageDetail }) => {
  const mayHandle = useMayHandle()
  const [undoing, setUndoing] = useState<Repack | null>(null)
  if (parcel.repacks.length === 0) return null
  return (
    <Panel title={t('repack.panel')}>
      {undoing && <UndoRepack repack={undoing} onClose={() => setUndoing(null)} />}
      {parcel.repacks.map((repack) => {
        const isResult = repack.results.some(({ parcel_id: id }) => id === parcel.parcel_id)
        return (
          <Fragment key={repack.repack_id}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Text size="sm" {...(repack.undone_at === null ? {} : { td: 'line-through' })}>
                {`${t(isResult ? 'repack.madeOf' : 'repack.became')} `}
                <Links parcels={isResult ? repack.sources : repack.results} />
              </Text>
              {mayHandle && repack.undoable && (
                <RowButton label={t('records.undo')} variant="default" flex="none" onClick={() => setUndoing(repack)} />
              )}
            </Group>
            <Photos path={`${REPACKS}/${repack.repack_id}/photos`} altOf={({ moment }) => t(`repack.photo_${moment ?? 'after'}`)} />
          </Fragment>
        )
      })}
    </Panel>
  )
}
