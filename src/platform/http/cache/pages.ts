// Renders pages of a list: only changed records are read and rendered, and a page is cached until the next commit.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page, PageRequest, Version } from '../../engine/paging.ts'
import type { PageQuery } from '../links.ts'
import { linkHeader, pageRequest } from '../links.ts'
import type { VersionCache } from './by-version.ts'
import type { Answer, CommitCache } from './until-next-commit.ts'
import { answerWith, questionOf, sendAnswer } from './until-next-commit.ts'

type Listing<Listed extends Version> = {
  versions(): Promise<Page<Listed>>
  /** Identifies data outside the record that also affects the record's text. */
  shownWith(record: Listed): string
  /** Reads and renders records of the page in their current version. */
  render(records: readonly Listed[]): Promise<(Version & { text: string })[]>
}

export const readPage = async <Listed extends Version>(cache: VersionCache, listing: Listing<Listed>): Promise<Page<string>> => {
  const { versions, shownWith, render } = listing
  const listed = await versions()
  const texts = listed.items.map((record) => cache.find(record.id, record.version, shownWith(record)))
  const missing = listed.items.filter((_, index) => texts[index] === undefined)
  if (missing.length === 0) return { ...listed, items: texts as string[] }
  const fresh = new Map((await render(missing)).map((one) => [one.id, one]))
  // The page is read again, because a record that changed during the read may no longer belong on the page.
  if (missing.some(({ id, version }) => fresh.get(id)?.version !== version)) return readPage(cache, listing)
  for (const record of missing) cache.keep(record.id, record.version, shownWith(record), fresh.get(record.id)!.text)
  return { ...listed, items: texts.map((text, index) => text ?? fresh.get(listed.items[index]!.id)!.text) }
}

type Pages = {
  /** Identifies data outside the store that affects the texts of the page. Null disables the cache. */
  shown: string | null
  read(page: PageRequest): Promise<Page<string>>
}

/** Sends a page of a list. A cached page is sent at once. */
export const pageSender =
  (cache: CommitCache) =>
  (request: FastifyRequest, reply: FastifyReply, { shown, read }: Pages): undefined | Promise<void> => {
    const readAnswer = async (): Promise<Answer> => {
      const page = pageRequest(request.query as PageQuery)
      const found = await read(page)
      return answerWith(`[${found.items.join(',')}]`, linkHeader(request, page.page, found))
    }
    const answer = shown === null ? readAnswer() : cache(questionOf(request, `${shown} ${request.baseUrl}`), readAnswer)
    return sendAnswer(reply, answer)
  }
