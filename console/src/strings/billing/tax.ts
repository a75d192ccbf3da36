// Texts of tax that payers withhold.

export const withholding = {
  withheld: 'Tax withheld, NGN',
  withheldHint: 'By the rates of the payer. It pays like money, and a certificate is awaited for it.',
  sum: '{money} and {tax} of tax withheld pay {paid}. {owed} is owed for what is selected.',
  fact: 'Tax withheld',
} as const
