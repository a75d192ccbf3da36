// Prints a receipt without leaving the page.

import { PAYMENTS } from '../../../api.ts'
import { printPictures } from '../../receiving/print-label.ts'

export const printReceipt = (paymentId: string, format: 'a6' | '80mm'): Promise<void> =>
  printPictures([`${PAYMENTS}/${paymentId}/receipt.png?format=${format}`], format === 'a6' ? 'a6' : 'roll')
