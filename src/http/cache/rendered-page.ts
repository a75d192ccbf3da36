// A page of a list as texts: only what changed since it was last shown is read whole and rendered.

import type { Page, Version } from '../../store/engine/paging.ts'
import type { Rendered } from './by-version.ts'

type Listing<Listed extends Version> = {
  versions(): Promise<Page<Listed>>
  /** What a text shows beside its record. */
  circumstancesOf(record: Listed): string
  /** Reads and renders records of the page, each in the version that it has by then. */
  render(records: readonly Listed[]): Promise<(Version & { text: string })[]>
}

export const renderPage = async <Listed extends Version>(rendered: Rendered, listing: Listing<Listed>): Promise<Page<string>> => {
  const { versions, circumstancesOf, render } = listing
  const listed = await versions()
  const texts = listed.items.map((record) => rendered.find(record.id, record.version, circumstancesOf(record)))
  const missing = listed.items.filter((_, index) => texts[index] === undefined)
  if (missing.length === 0) return { ...listed, items: texts as string[] }
  const fresh = new Map((await render(missing)).map((one) => [one.id, one]))
  // What has changed since the page was read may no longer belong there.
  if (missing.some(({ id, version }) => fresh.get(id)?.version !== version)) return renderPage(rendered, listing)
  for (const record of missing) rendered.keep(record.id, record.version, circumstancesOf(record), fresh.get(record.id)!.text)
  return { ...listed, items: texts.map((text, index) => text ?? fresh.get(listed.items[index]!.id)!.text) }
}
