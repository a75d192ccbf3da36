// Detects cells that a spreadsheet would run as a formula or rewrite as a number or date.

const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

// Finds the start of a formula. Spreadsheets may split a text at commas, semicolons, tabs and line breaks. A formula may therefore also
// start after such a separator, or after quotes that follow the separator.
const FORMULA_START = /(?:^|[,;\t\r\n]"*)[^\S\t\r\n]*[=+\-@＝＋－＠]/u

export const startsFormula = (text: string): boolean => FORMULA_START.test(text) && !PLAIN_NUMBER.test(text)

const FORMULA_SIGN = /(^|[,;\t\r\n]"*)([^\S\t\r\n]*)(?=[=+\-@＝＋－＠])/gu

export const escapeFormulas = (text: string): string => (startsFormula(text) ? text.replaceAll(FORMULA_SIGN, "$1$2'") : text)

const SAFE_WHOLE_NUMBER = /^(0|[1-9]\d{0,14})$/
const SCIENTIFIC = /^\d+(\.\d+)?e[+-]?\d+$/i
const TIME = /^\d{1,2}(:\d{1,2})*\s?[ap]m?$/i
const DATE =
  /^[\d\s.,/-]*(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t|tember)?|oct(ober)?|nov(ember)?|dec(ember)?)[\d\s.,/-]*$/i

/** The kind of value that a spreadsheet would convert the text to, or null if a spreadsheet would keep the text unchanged. */
export const convertedTo = (text: string): string | null => {
  if (/^(true|false)$/i.test(text)) return 'TRUE or FALSE'
  if (!/\d/.test(text)) return null
  if (DATE.test(text) || TIME.test(text)) return 'a date or a time'
  if (SCIENTIFIC.test(text) || (!/\p{L}/u.test(text) && !SAFE_WHOLE_NUMBER.test(text))) return 'another number or a date'
  return null
}
