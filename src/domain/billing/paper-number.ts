// The numbers of invoices, credit notes, receipts and opening balances: consecutive within a series and year.

/**
 * The prefixes of document numbers. `openingBalance` is used for opening debts, which are stored as invoices, and for opening credits,
 * which are stored as payments.
 */
export const SERIES = { invoice: 'INV', creditNote: 'CRN', receipt: 'RCT', openingBalance: 'OPB' } as const
export type Series = (typeof SERIES)[keyof typeof SERIES]

const NUMBER_DIGITS = 6
const PAPER_NUMBER = /^(?:TEST-)?([A-Z]{3})-\d{4}-\d{6,12}$/

export type PaperKind = keyof typeof SERIES

/** Returns the number in upper case, and the kind of its document. Null if the text is not a document number. */
export const readPaperNumber = (text: string): { kind: PaperKind; number: string } | null => {
  const number = text.trim().toUpperCase()
  const series = PAPER_NUMBER.exec(number)?.[1]
  const kind = (Object.keys(SERIES) as PaperKind[]).find((each) => SERIES[each] === series)
  return kind ? { kind, number } : null
}

/** Returns the number of an invoice or opening debt in upper case. Null for any other text. */
export const readInvoiceNumber = (text: string): string | null => {
  const read = readPaperNumber(text)
  return read?.kind === 'invoice' || read?.kind === 'openingBalance' ? read.number : null
}

/** Formats a document number, such as `INV-2026-000042`. In test mode, the number begins with TEST-. */
export const numberText = (series: Series, mode: 'test' | 'live', year: string, count: number): string =>
  `${mode === 'test' ? 'TEST-' : ''}${series}-${year}-${String(count).padStart(NUMBER_DIGITS, '0')}`
