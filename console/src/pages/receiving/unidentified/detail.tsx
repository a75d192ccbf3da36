// One unidentified parcel: details, photos, actions.

import { FilePicker, PlainButton } from '../../../components/buttons.tsx'
import { RecordPage } from '../../../components/records/record-page.tsx'
import './unidentified.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, UNIDENTIFIED } from '../../../api.ts'
import { filledIn, ReasonDialog } from '../../../components/form.tsx'
import { Facts, Page, Panel } from '../../../components/page.tsx'
import { notifyError, useRead } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { useMayHandle } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import { Moment } from '../../../time.tsx'
import type { Photo, UnidentifiedParcel } from '../../../wire.ts'
import { PHOTO_TYPES, smallPhoto } from '../photo-field.tsx'
import { Assign } from './assign.tsx'
import { labelOf, OutcomeText, StateBadge, sizeText } from './unidentified-text.tsx'

const Photos = ({ parcelId }: { parcelId: string }) => {
  const client = useQueryClient()
  const mayHandle = useMayHandle()
  const [isSending, setIsSending] = useState(false)
  const path = `${UNIDENTIFIED}/${parcelId}/photos`
  const query = useRead<Photo[]>(path)
  const add = async (file: File) => {
    setIsSending(true)
    try {
      await api.send('POST', path, await smallPhoto(file))
      await client.invalidateQueries({ queryKey: [path] })
    } catch (error) {
      notifyError(error)
    }
    setIsSending(false)
  }
  const button = mayHandle && (
    <FilePicker
      label={t('receive.photoAdd')}
      icon="plus"
      size="xs"
      loading={isSending}
      accept={PHOTO_TYPES}
      capture="environment"
      onFile={add}
    />
  )
  return (
    <Panel title={t('unidentified.photos')} actions={button}>
      <QueryView query={query}>
        {(photos) =>
          photos.length === 0 ? (
            <Hint>{t('unidentified.noPhotos')}</Hint>
          ) : (
            <div className="photos">
              {photos.map(({ photo_id, url }, index) => (
                <a key={photo_id} href={url} target="_blank" rel="noreferrer">
                  <img src={url} alt={t('unidentified.photoOf', { n: index + 1 })} />
                </a>
              ))}
            </div>
          )
        }
      </QueryView>
    </Panel>
  )
}

const Discard = ({ parcelId, onClose }: { parcelId: string; onClose: () => void }) => {
  const discard = async (reason: string) => {
    await api.send('POST', `${UNIDENTIFIED}/${parcelId}/discard`, filledIn({ reason }))
    return t('unidentified.discardDone')
  }
  return (
    <ReasonDialog
      title={t('unidentified.discardTitle')}
      submitLabel={t('unidentified.discard')}
      label={t('records.reason')}
      description={t('unidentified.reasonHint')}
      onSubmit={discard}
      onClose={onClose}
    />
  )
}

const ParcelPage = ({ parcel }: { parcel: UnidentifiedParcel }) => {
  const mayHandle = useMayHandle()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const id = parcel.unidentified_parcel_id
  const canChange = mayHandle && parcel.status === 'open'
  const discard = canChange && <PlainButton label={t('unidentified.discard')} onClick={() => setIsDiscarding(true)} />
  return (
    <Page
      title={labelOf(parcel)}
      lead={<StateBadge parcel={parcel} />}
      back={{ href: '/unidentified', label: t('unidentified.title') }}
      actions={discard}
    >
      {isDiscarding && <Discard parcelId={id} onClose={() => setIsDiscarding(false)} />}
      <Panel>
        <Facts
          facts={[
            [t('unidentified.arrived'), <Moment key="at" at={parcel.received_at} />],
            [t('unidentified.size'), sizeText(parcel)],
            parcel.courier_number !== null && [t('unidentified.courierNumber'), parcel.courier_number],
            parcel.condition_note !== null && [t('unidentified.note'), parcel.condition_note],
            parcel.status !== 'open' && [t('unidentified.outcome'), <OutcomeText key="became" parcel={parcel} />],
          ]}
        />
      </Panel>
      {canChange && <Assign parcel={parcel} />}
      <Photos parcelId={id} />
    </Page>
  )
}

const UnidentifiedDetail = () => (
  <RecordPage<UnidentifiedParcel> path={UNIDENTIFIED}>{(parcel) => <ParcelPage parcel={parcel} />}</RecordPage>
)

export default UnidentifiedDetail
