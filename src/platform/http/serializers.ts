// Answers are written as they were presented: what is presented has its type from the schema that documents it.

import type { FastifyReply } from 'fastify'

type Serialize = (data: unknown) => string

/** Fastify's own serialiser walks the schema beside the data: four times the work on a page of packages, for the same bytes. */
export const writeJson = (): (() => Serialize) => () => JSON.stringify

const JSON_TYPE = 'application/json; charset=utf-8'

/** For an answer that is text already. */
export const sendJson = (reply: FastifyReply, text: string | Buffer): FastifyReply => reply.type(JSON_TYPE).send(text)
