// Numbers of papers: consecutive within a series and year.

export const SERIES = { invoice: 'INV', creditNote: 'CRN', receipt: 'RCT' } as const
export type Series = (typeof SERIES)[keyof typeof SERIES]

const NUMBER_DIGITS = 6
const INVOICE_NUMBER = /^(?:TEST-)?INV-\d{4}-\d{6,12}$/

/** Checked before every query. Null if the text is not an invoice number. */
export const readInvoiceNumber = (text: string): string | null => {
  const number = text.trim().toUpperCase()
  return INVOICE_NUMBER.test(number) ? number : null
}

/** `INV-2026-000042`. Papers of test mode begin with TEST-. */
export const numberText = (series: Series, mode: 'test' | 'live', year: string, count: number): string =>
  `${mode === 'test' ? 'TEST-' : ''}${series}-${year}-${String(count).padStart(NUMBER_DIGITS, '0')}`
