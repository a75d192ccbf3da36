// Reads the number that somebody typed into a field of a form.

/** A comma that may separate thousands or decimals: it is not certain which number is meant. */
const THOUSANDS = /[1-9]\d*,\d{3}(?!\d)/

/**
 * The number in the text, with a decimal point or comma; undefined if the field is empty. Other text is returned as it was typed, so that
 * the server refuses it with an error for the field.
 */
export const typedNumber = (text: string): number | string | undefined => {
  const typed = text.trim()
  if (typed === '') return undefined
  const number = THOUSANDS.test(typed) ? Number.NaN : Number(typed.replace(',', '.'))
  return Number.isFinite(number) ? number : typed
}
