// Draws one paper in a thread of its own.

import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { PaperContent } from './paper-content.ts'

// A thread does not use the compile cache of its process, and takes twice as long to load the modules without it.
enableCompileCache()
const { paperPdf } = await import('./paper-pdf.ts')
parentPort!.postMessage(await paperPdf(workerData as PaperContent))
