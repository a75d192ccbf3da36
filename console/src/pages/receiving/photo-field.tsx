// One photo of a parcel, from the camera or a file, scaled down before upload.

import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { FilePicker } from '../../components/buttons.tsx'
import { notifyError } from '../../components/queries.ts'
import { t } from '../../strings.ts'

/** The image types that the server accepts. Phones convert other types to one of these. */
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
  const add = (file: File) => smallPhoto(file).then(onChange, notifyError)
  return (
    <Group gap="xs" align="center">
      <FilePicker label={t('receive.photoAdd')} icon="plus" size="sm" accept={PHOTO_TYPES} capture="environment" onFile={add} />
      {address && <img src={address} alt={t('receive.photo')} className="photo-thumb" />}
      {photo && (
        <Button variant="subtle" size="sm" onClick={() => onChange(null)}>
          {t('receive.photoRemove')}
        </Button>
      )}
    </Group>
  )
}

const SIDE_MAX_PX = 1_600
const QUALITY = 0.85

export const smallPhoto = async (file: File): Promise<Blob> => {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MAX_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the photo cannot be read'))), 'image/jpeg', QUALITY),
  )
}
