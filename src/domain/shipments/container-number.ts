// Container numbers of ISO 6346: three letters of the owner, one of the category, six digits, and one that checks them.

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
