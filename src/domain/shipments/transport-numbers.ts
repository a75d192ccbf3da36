// Master air waybill numbers (IATA) and container numbers (ISO 6346), with their check digits.

const CHECK_MODULUS = 7
const MAWB = /^(\d{3})[\s-]?(\d{7})(\d)$/

/** Written as airlines do, 123-12345675; null when it is none or its check digit is wrong. IATA: the serial modulo 7. */
export const readMawb = (text: string): string | null => {
  const [, airline, serial, check] = MAWB.exec(text.trim().replace(/(\d{4})\s(\d{4})$/, '$1$2')) ?? []
  if (serial === undefined || Number(serial) % CHECK_MODULUS !== Number(check)) return null
  return `${airline}-${serial}${check}`
}

const CONTAINER = /^([A-Z]{3}[UJZ])(\d{6})(\d)$/
const FIRST_LETTER_VALUE = 10
const MULTIPLE_LEFT_OUT = 11

/** Letters count from 10 and leave out the multiples of 11, so that the check digit tells every letter from every digit. */
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

/** Without blanks and dashes, such as CSQU3054383; null when it is none or its check digit is wrong. */
export const readContainerNumber = (text: string): string | null => {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  const [, letters, digits, check] = CONTAINER.exec(bare) ?? []
  return letters !== undefined && checkDigit(`${letters}${digits}`) === Number(check) ? bare : null
}
