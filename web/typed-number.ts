// Reads the number that somebody typed into a field of a form.

/** A number such as `1,250`, whose comma could separate either thousands or decimals. */
const THOUSANDS = /[1-9]\d*,\d{3}(?!\d)/

/**
 * Converts text to a number. The decimal separator may be a point or a comma. Empty text gives undefined. Any other text is returned as
 * typed, and the server then refuses it with an error for the field.
 */
export const typedNumber = (text: string): number | string | undefined => {
  const typed = text.trim()
  if (typed === '') return undefined
  const number = THOUSANDS.test(typed) ? Number.NaN : Number(typed.replace(',', '.'))
  return Number.isFinite(number) ? number : typed
}
