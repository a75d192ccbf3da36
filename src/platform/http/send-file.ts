// Sends a file. The extension determines the content type. Browsers show PDF and PNG files, and save all others.

import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const TYPES: Readonly<Record<string, { type: string; shown: 'inline' | 'attachment' }>> = {
  '.pdf': { type: 'application/pdf', shown: 'inline' },
  '.png': { type: 'image/png', shown: 'inline' },
  '.csv': { type: 'text/csv; charset=utf-8', shown: 'attachment' },
  '.xml': { type: 'application/xml; charset=utf-8', shown: 'attachment' },
}

export const sendFile = (reply: FastifyReply, name: string, content: string | Uint8Array | Readable) => {
  const { type, shown } = TYPES[extname(name)]!
  return reply
    .header('content-disposition', `${shown}; filename="${name}"`)
    .type(type)
    .send(content instanceof Uint8Array ? Buffer.from(content) : content)
}
