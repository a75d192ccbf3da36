// Draws one paper in a thread of its own.

import { parentPort, workerData } from 'node:worker_threads'
import type { PaperContent } from './paper-content.ts'
import { paperPdf } from './paper-pdf.ts'

parentPort!.postMessage(await paperPdf(workerData as PaperContent))
