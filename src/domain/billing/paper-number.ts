// The numbers of invoices, credit notes, receipts and opening debts: consecutive within a series and year.

/** `openingBalance` numbers opening debts, which are stored as invoices. Opening credits are stored as payments. */
export const SERIES = { invoice: 'INV', creditNote: 'CRN', receipt: 'RCT', openingBalance: 'OPB' } as const
export type Series = (typeof SERIES)[keyof typeof SERIES]

const NUMBER_DIGITS = 6
const PAPER_NUMBER = /^(?:TEST-)?([A-Z]{3})-\d{4}-\d{6,12}$/

export type PaperKind = keyof typeof SERIES

/** The number in upper case, and its kind of paper. Null if the text is not the number of a paper. */
export const readPaperNumber = (text: string): { kind: PaperKind; number: string } | null => {
  const number = text.trim().toUpperCase()
  const series = PAPER_NUMBER.exec(number)?.[1]
  const kind = (Object.keys(SERIES) as PaperKind[]).find((each) => SERIES[each] === series)
  return kind ? { kind, number } : null
}

/** Reads the number of an invoice or of an opening debt. */
export const readInvoiceNumber = (text: string): string | null => {
  const read = readPaperNumber(text)
  return read?.kind === 'invoice' || read?.kind === 'openingBalance' ? read.number : null
}

/** Writes `INV-2026-000042`. Papers of test mode begin with TEST-. */
export const numberText = (series: Series, mode: 'test' | 'live', year: string, count: number): string =>
  `${mode === 'test' ? 'TEST-' : ''}${series}-${year}-${String(count).padStart(NUMBER_DIGITS, '0')}`
