// Invoices and other papers as PDF. The renderer is loaded on first use.

import type { PaperContent } from './paper-content.ts'

export const renderPaperPdf = async (content: PaperContent): Promise<Uint8Array> => (await import('./paper-pdf.ts')).paperPdf(content)
