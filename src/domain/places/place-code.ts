// The code of a place (zone, rack, bin), and the barcode on its label.

const CODE = /^[A-Z0-9]{1,6}(?:-[A-Z0-9]{1,6}){0,2}$/

export const PLACE_CODE_FORM = 'must be a zone, rack and bin of up to 6 letters and digits each, with hyphens between them, such as A-01-12'

/** Upper case with plain hyphens, as on labels; null if the text is not a place code. */
export const readPlaceCode = (text: string): string | null => {
  const code = text
    .trim()
    .normalize('NFKC')
    .replaceAll(/\p{Pd}/gu, '-')
    .toUpperCase()
  return CODE.test(code) ? code : null
}

/** No other code has a colon: parcel numbers, tracking codes and customer IDs are letters and digits. */
const BARCODE_PREFIX = 'PLACE:'

export const placeBarcode = (code: string): string => `${BARCODE_PREFIX}${code}`

export const readPlaceBarcode = (text: string): string | null => {
  const plain = text.trim().normalize('NFKC').toUpperCase()
  return plain.startsWith(BARCODE_PREFIX) ? readPlaceCode(plain.slice(BARCODE_PREFIX.length)) : null
}
