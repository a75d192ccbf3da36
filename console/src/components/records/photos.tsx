// The photos of a record, each linked to its full size.

import { Anchor } from '@mantine/core'
import type { Photo } from '../../wire.ts'
import { useRead } from '../queries.ts'

export const Photos = ({ path, altOf }: { path: string; altOf: (photo: Photo) => string }) => {
  const { data = [] } = useRead<Photo[]>(path)
  if (data.length === 0) return null
  return (
    <div className="photos">
      {data.map((photo) => (
        <Anchor key={photo.photo_id} href={photo.url} target="_blank">
          <img src={photo.url} alt={altOf(photo)} loading="lazy" />
        </Anchor>
      ))}
    </div>
  )
}
