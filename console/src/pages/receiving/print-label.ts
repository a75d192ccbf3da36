// Prints pictures, such as the labels of a parcel, without leaving the page.

import './print-label.css'
import { PACKAGES } from '../../api.ts'

const PRINTING = 'printing-label'
/** The maximum number of labels that are printed as pictures. If there are more, all labels are opened as one PDF. */
const PICTURES_MAX = 20

export const packageLabel = (parcelId: string, piece: number): string =>
  `${PACKAGES}/${encodeURIComponent(parcelId)}/label.png?piece=${piece}`

const picture = async (address: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.className = 'label-to-print'
  image.alt = ''
  image.src = address
  await image.decode()
  return image
}

const clear = (): void => {
  document.body.classList.remove(PRINTING)
  for (const image of document.querySelectorAll('.label-to-print')) image.remove()
}

export type Pieces = { parcelId: string; from: number; to: number }

export const printLabels = async ({ parcelId, from, to }: Pieces): Promise<void> => {
  if (to - from >= PICTURES_MAX) {
    window.open(`${PACKAGES}/${encodeURIComponent(parcelId)}/label.pdf?from=${from}&to=${to}`, '_blank', 'noopener')
    return
  }
  await printPictures(Array.from({ length: to - from + 1 }, (_, index) => packageLabel(parcelId, from + index)))
}

/** The paper: `label` is 4 x 6 inches, `a6` is A6, and `roll` is a till roll 80 mm wide. */
export type Sheet = 'label' | 'a6' | 'roll'

export const printPictures = async (addresses: readonly string[], sheet: Sheet = 'label'): Promise<void> => {
  const images = await Promise.all(addresses.map(picture))
  clear()
  for (const image of images) image.dataset.sheet = sheet
  document.body.append(...images)
  document.body.classList.add(PRINTING)
  // The pictures are removed on `afterprint`, because print() may return before the browser has printed.
  window.addEventListener('afterprint', clear, { once: true })
  window.print()
}
