// Normalises courier numbers, so that a number typed by a person and the same number read from a barcode can be matched.

/** Shorter numbers are refused, because several parcels may have the same short number. */
const COURIER_NUMBER_MIN_CHARACTERS = 6
const COURIER_NUMBER_MAX_CHARACTERS = 64

/** The prefix by which a scanner names the kind of barcode (ISO 15424). */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/

/** In barcodes, couriers add characters to the number that their customers know. The group in each pattern matches the known number. */
const ADDED: readonly { by: string; pattern: RegExp }[] = [
  { by: 'USPS: 420 and the postal code of the destination', pattern: /^420\d{5}(?:\d{4})?(9[1-5]\d{20}|9[1-5]\d{24})$/ },
  { by: 'FedEx Ground: 96, the service and the customer, then the number', pattern: /^96\d{5}(\d{15})$/ },
  { by: 'FedEx Express: routing of 20 digits and leading zeros', pattern: /^\d{20}00(\d{12})$/ },
  { by: 'DHL: J, the identifier of a licence plate', pattern: /^J(JD\d{16,18})$/ },
  { by: 'GS1: 00, the identifier of a logistic unit', pattern: /^00(\d{18})$/ },
  { by: 'SF Express: its initials, which many leave out', pattern: /^SF(\d{12,13})$/ },
]

export const courierKey = (text: string): string => {
  const plain = text
    .trim()
    .replace(SYMBOLOGY, '')
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  for (const { pattern } of ADDED) {
    const number = pattern.exec(plain)?.[1]
    if (number !== undefined) return number
  }
  return plain
}

/** Whether a spreadsheet has shortened the number, as in `5.01235E+14`, so that its last digits are lost. */
export const isShortened = (text: string): boolean => /^\d(?:[.,]\d+)?e\+\d+$/i.test(text.trim())

export const isCourierNumber = (text: string): boolean => {
  const key = courierKey(text)
  const isLong = key.length >= COURIER_NUMBER_MIN_CHARACTERS && key.length <= COURIER_NUMBER_MAX_CHARACTERS
  return isLong && /\d/.test(key) && !isShortened(text)
}
