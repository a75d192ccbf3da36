// Draws one invoice or similar document in a worker thread.

import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { PaperContent } from './paper-content.ts'

// By default, a worker thread does not use the compile cache of its process. Without the cache, loading the modules takes twice as long.
enableCompileCache()
const { paperPdf } = await import('./paper-pdf.ts')
parentPort!.postMessage(await paperPdf(workerData as PaperContent))
