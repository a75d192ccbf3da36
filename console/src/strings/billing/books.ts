// Texts of work on the books: write-offs, opening balances, what is due to be invoiced.

export const writtenOff = {
  action: 'Write off',
  title: 'Write off {number}',
  hint: 'For a debt that nobody expects to be paid any more. Revenue and tax stay as they are; the loss is in the account bad_debt.',
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
