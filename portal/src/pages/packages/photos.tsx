// The photos that the warehouse took of a package, small, and each in full when it is opened.

import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Section } from '../../components/page.tsx'
import { usePicture, useRead } from '../../scope.tsx'
import { pageTexts as texts } from '../../texts/packages.ts'
import type { Photo } from '../../wire.ts'

const Picture = ({ photo, alt }: { photo: Photo; alt: string }) => {
  const { data: address } = usePicture(photo.url)
  return address === undefined ? <span className="skeleton" /> : <img src={address} alt={alt} width={photo.width} height={photo.height} />
}

/** The photos of a package; empty without photos. */
export const Photos = ({ id }: { id: string }) => {
  const { data: photos = [] } = useRead('listPackagePhotos', { id })
  const [open, setOpen] = useState<number | null>(null)
  const shown = open === null ? undefined : photos[open]
  if (photos.length === 0) return null
  const nameOf = (at: number): string => texts.photoOf(at + 1, photos.length)
  return (
    <Section title={texts.photos}>
      <ul className="photos">
        {photos.map((photo, at) => (
          <li key={photo.photo_id}>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(at)}>
              <Picture photo={photo} alt={nameOf(at)} />
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog title={nameOf(open!)} onClose={() => setOpen(null)}>
          <Picture photo={shown} alt={nameOf(open!)} />
        </Dialog>
      )}
    </Section>
  )
}
