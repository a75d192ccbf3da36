// Prints a parcel label without leaving the page.

import './print-label.css'

const PRINTING = 'printing-label'

const picture = async (parcelId: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.className = 'label-to-print'
  image.alt = ''
  image.src = `/ops/v1/packages/${encodeURIComponent(parcelId)}/label.png`
  await image.decode()
  return image
}

const clear = (): void => {
  document.body.classList.remove(PRINTING)
  for (const image of document.querySelectorAll('.label-to-print')) image.remove()
}

export const printLabel = async (parcelId: string): Promise<void> => {
  const image = await picture(parcelId)
  clear()
  document.body.append(image)
  document.body.classList.add(PRINTING)
  // Some browsers return at once and print later.
  window.addEventListener('afterprint', clear, { once: true })
  window.print()
}
