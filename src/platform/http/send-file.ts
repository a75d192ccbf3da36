// Sends a file under a name, to be shown by the browser or saved.

import type { FastifyReply } from 'fastify'

type File = { name: string; type: string; shown?: 'inline' | 'attachment' }

export const sendFile = (reply: FastifyReply, { name, type, shown = 'attachment' }: File, content: unknown) =>
  reply.header('content-disposition', `${shown}; filename="${name}"`).type(type).send(content)
