// Stores a photo of a receipt, an unidentified parcel or a repack.

import { invalidField } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import type { Photo, PhotoMoment } from '../../store/receiving/photos.ts'
import * as photos from '../../store/receiving/photos.ts'
import type { Deps } from '../deps.ts'
import { reEncodePhoto } from '../re-encode-image.ts'

const PHOTOS_MAX = 10

const requireRoom = (count: number): void => {
  if (count >= PHOTOS_MAX) throw invalidField('body', `exceeds the limit of ${PHOTOS_MAX} photos`)
}

export const addPhoto = async (deps: Deps, author: Author, ownerId: string, moment: PhotoMoment | null, given: Buffer): Promise<Photo> => {
  // The number of photos is checked before the expensive decoding, and again when saving.
  requireRoom((await photos.ofOwner(deps.db, ownerId)).length)
  const { bytes, ...encoded } = await reEncodePhoto(given)
  const photo: Photo = { ...encoded, id: deps.newId('pho'), ownerId, moment, takenBy: author.actor, createdAt: deps.clock() }
  return deps.db.transaction(author, async (tx) => {
    await photos.lockOwner(tx, ownerId)
    requireRoom((await photos.ofOwner(tx, ownerId)).length)
    await photos.insert(tx, photo, bytes)
    return photo
  })
}
