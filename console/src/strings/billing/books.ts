// Texts of write-offs, of opening balances, and of charges that are due to be invoiced.

export const writtenOff = {
  action: 'Write off',
  title: 'Write off {number}',
  hint: 'For a debt that nobody expects to be paid any more. Revenue and tax stay as they are; the loss is a cost of its own: bad debt.',
  owed: '{amount} is owed',
  day: 'Day',
  dayHint: 'Empty for today',
  done: '{number} is written off.',
  panel: 'Write-offs',
  reversal: 'Reversal',
  reverseTitle: 'Reverse the write-off?',
  isReversed: 'The write-off is reversed; the invoice is owed again.',
  reversedFor: 'Reversed: {reason}',
} as const

export const opening = {
  title: 'Opening balances',
  lead: 'The balances that payers bring from the old books. They are neither revenue nor tax: a debt is paid like an invoice, a credit pays new invoices.',
  one: 'One payer',
  many: 'From a file',
  payer: 'Customer',
  payerHint: 'Empty for the business itself',
  kind: 'The payer',
  debt: 'Owes us',
  credit: 'Has credit with us',
  asOf: 'Day of the balance',
  due: 'Due since',
  dueHint: 'Empty for the day of the balance',
  noteHint: 'Printed after “Opening balance”',
  save: 'Record the balance',
  isSaved: '{number} is recorded.',
  fileHint:
    'Columns: customer_id (empty for the business itself), amount (below zero for a credit) and as_of; optional: due_date, note. Days such as 2026-10-31.',
  checked: '{rows|row|rows} without mistakes. Nothing is recorded yet.',
  done: '{rows|balance|balances} recorded.',
} as const
