// Master air waybill numbers (IATA) and container numbers (ISO 6346), with their check digits.

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

/** The value of a symbol by ISO 6346. Letters count from 10 and skip multiples of 11. */
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

/** Returns the number without blanks and dashes, such as CSQU3054383, or null if it is invalid. */
export const readContainerNumber = (text: string): string | null => {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  const [, letters, digits, check] = CONTAINER.exec(bare) ?? []
  return letters !== undefined && checkDigit(`${letters}${digits}`) === Number(check) ? bare : null
}
