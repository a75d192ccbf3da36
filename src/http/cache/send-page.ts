// Sends a page of a list that consists of texts, and sends it again as it is while nothing was written, where the store can tell.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../store/engine/db.ts'
import type { Page, PageRequest } from '../../store/engine/paging.ts'
import type { BaseUrl } from '../base-url.ts'
import { linkHeader, pageRequest } from '../links.ts'
import { sendJson } from '../serializers.ts'
import { createUnchanged } from './until-next-commit.ts'

const UNCHANGED_MAX_BYTES = 8 * 2 ** 20

type PageAnswer = { links: string; body: Buffer }

type Pages = {
  /** What the texts show beside what is in the store; null for pages that are seldom asked for twice. */
  circumstances: string | null
  read(page: PageRequest): Promise<Page<string>>
}

export const pageSender = (db: Db, baseUrl: BaseUrl) => {
  const unchanged = createUnchanged<PageAnswer>(() => db.lastChange(), {
    bytesMax: UNCHANGED_MAX_BYTES,
    bytesOf: ({ links, body }) => 2 * links.length + body.length,
  })

  const readAnew = async (request: FastifyRequest, base: string, read: Pages['read']): Promise<PageAnswer> => {
    const page = pageRequest(request.query as { page?: number; cursor?: string })
    const found = await read(page)
    return { links: linkHeader(request, base, page.page, found), body: Buffer.from(`[${found.items.join(',')}]`) }
  }

  return async (request: FastifyRequest, reply: FastifyReply, { circumstances, read }: Pages): Promise<FastifyReply> => {
    const base = baseUrl(request)
    const { businessId, mode } = request.caller
    const answer = (): Promise<PageAnswer> => readAnew(request, base, read)
    const { links, body } = await (circumstances === null
      ? answer()
      : unchanged(`${businessId} ${mode} ${circumstances} ${base} ${request.url}`, answer))
    if (links !== '') reply.header('link', links)
    return sendJson(reply, body)
  }
}
