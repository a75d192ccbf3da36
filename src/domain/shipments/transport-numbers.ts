// Master air waybill numbers (IATA), container numbers (ISO 6346) and vehicle identification numbers (ISO 3779), with check digits.

const CHECK_MODULUS = 7
const MAWB = /^(\d{3})[\s-]?(\d{7})(\d)$/

/** Returns the number as 123-12345675, or null if it is invalid. The check digit is the serial number modulo 7 (IATA). */
export const readMawb = (text: string): string | null => {
  const [, airline, serial, check] = MAWB.exec(text.trim().replace(/(\d{4})\s(\d{4})$/, '$1$2')) ?? []
  if (serial === undefined || Number(serial) % CHECK_MODULUS !== Number(check)) return null
  return `${airline}-${serial}${check}`
}

const CONTAINER = /^([A-Z]{3}[UJZ])(\d{6})(\d)$/
const FIRST_LETTER_VALUE = 10
const MULTIPLE_LEFT_OUT = 11

/** The value that ISO 6346 gives to a symbol. The values of letters start at 10 and skip multiples of 11. */
const symbolValue = (symbol: string): number => {
  if (/\d/.test(symbol)) return Number(symbol)
  let value = FIRST_LETTER_VALUE
  for (let letter = 'A'.charCodeAt(0); ; letter++, value++) {
    if (value % MULTIPLE_LEFT_OUT === 0) value++
    if (letter === symbol.charCodeAt(0)) return value
  }
}

const checkDigit = (symbols: string): number => {
  let sum = 0
  for (const [place, symbol] of [...symbols].entries()) sum += symbolValue(symbol) * 2 ** place
  return (sum % MULTIPLE_LEFT_OUT) % 10
}

/** Returns the number in the form CSQU3054383, or null if it is invalid. Blanks and hyphens are ignored. */
export const readContainerNumber = (text: string): string | null => {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  const [, letters, digits, check] = CONTAINER.exec(bare) ?? []
  return letters !== undefined && checkDigit(`${letters}${digits}`) === Number(check) ? bare : null
}

/** ISO 3779 leaves out I, O and Q, which look like digits. */
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/

/**
 * Returns the number in the form 1M8GDM9AXKP042788, or null if it is invalid. Blanks and hyphens are ignored. The check digit is not
 * verified.
 */
export const readVin = (text: string): string | null => {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  return VIN.test(bare) ? bare : null
}

/** The symbols of a VIN. For the check digit, each symbol has the value at the same position in `VIN_VALUES`. */
const VIN_SYMBOLS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const VIN_VALUES = '123456781234579234567890123456789'
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const VIN_CHECK_PLACE = 8

/** Whether the ninth symbol is the correct check digit. Makers outside North America and China need not use a check digit. */
export const hasVinCheckDigit = (vin: string): boolean => {
  const sum = VIN_WEIGHTS.reduce((total, weight, place) => total + weight * Number(VIN_VALUES[VIN_SYMBOLS.indexOf(vin[place]!)]), 0)
  const remainder = sum % MULTIPLE_LEFT_OUT
  return vin[VIN_CHECK_PLACE] === (remainder === 10 ? 'X' : String(remainder))
}
