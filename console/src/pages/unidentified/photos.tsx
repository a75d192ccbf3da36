// The photos of an unidentified parcel.

import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Icon } from '../../components/icons.tsx'
import { QueryView } from '../../components/lists/query-view.tsx'
import { notifyError } from '../../components/notify.ts'
import { Panel } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import { useRead } from '../../components/use-read.ts'
import { UNIDENTIFIED } from '../../paths.ts'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Photo } from '../../wire.ts'
import { PHOTO_TYPES } from '../receive/photo-field.tsx'
import { smallPhoto } from '../receive/small-photo.ts'

export const Photos = ({ parcelId }: { parcelId: string }) => {
  const client = useQueryClient()
  const mayHandle = useMayHandle()
  const [isSending, setIsSending] = useState(false)
  const path = `${UNIDENTIFIED}/${parcelId}/photos`
  const query = useRead<Photo[]>(path)
  const add = async (file: File | null) => {
    if (!file) return
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
    <FileButton onChange={add} accept={PHOTO_TYPES} capture="environment">
      {(props) => (
        <Button {...props} size="xs" variant="default" loading={isSending} leftSection={<Icon name="plus" sizePx={14} />}>
          {t('unidentified.photoAdd')}
        </Button>
      )}
    </FileButton>
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
