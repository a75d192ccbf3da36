// One photo of a parcel, from the camera or a file.

import { Button, FileButton, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '../../components/icons.tsx'
import { notifyError } from '../../components/notify.ts'
import { t } from '../../strings.ts'
import { smallPhoto } from './small-photo.ts'

/** What the server takes; phones turn what else they have into one of these. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp'

export const PhotoField = ({ photo, onChange }: { photo: Blob | null; onChange: (photo: Blob | null) => void }) => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = photo && URL.createObjectURL(photo)
    setAddress(made)
    return () => {
      if (made) URL.revokeObjectURL(made)
    }
  }, [photo])
  const add = (file: File | null) => {
    if (file) smallPhoto(file).then(onChange, notifyError)
  }
  return (
    <Group gap="xs" align="center">
      <FileButton onChange={add} accept={PHOTO_TYPES} capture="environment">
        {(props) => (
          <Button {...props} variant="default" size="sm" leftSection={<Icon name="plus" sizePx={14} />}>
            {t('receive.photoAdd')}
          </Button>
        )}
      </FileButton>
      {address && <img src={address} alt={t('receive.photo')} className="photo-thumb" />}
      {photo && (
        <Button variant="subtle" size="sm" onClick={() => onChange(null)}>
          {t('receive.photoRemove')}
        </Button>
      )}
    </Group>
  )
}
