// The stream of changes of /ops/v1: open while the window is visible, and again after a failure.

import type { Change } from './concerned.ts'

const PATH = '/ops/v1/changes'
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 60_000

const ANYTHING: readonly Change[] = [{ kind: null, id: null }]

type Told = {
  changed(changes: readonly Change[]): void
  signedOut(): void
}

/** The returned function ends it. */
export const followChanges = ({ changed, signedOut }: Told): (() => void) => {
  let source: EventSource | null = null
  let position: string | null = null
  let failures = 0
  let retry: number | undefined

  const close = (): void => {
    window.clearTimeout(retry)
    source?.close()
    source = null
  }

  /** Windows that lost the same server do not come back all at once. */
  const openLater = (): void => {
    close()
    retry = window.setTimeout(open, Math.random() * Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures))
    failures += 1
  }

  const open = (): void => {
    close()
    if (document.hidden) return
    const opened = new EventSource(position === null ? PATH : `${PATH}?after=${position}`)
    source = opened
    opened.addEventListener('ready', ({ data }) => {
      const said: { position: string; missed: boolean } = JSON.parse(data)
      failures = 0
      position = said.position
      if (said.missed) changed(ANYTHING)
    })
    opened.addEventListener('changes', ({ data }) => {
      const said: { position: string; changes: Change[] } = JSON.parse(data)
      position = said.position
      changed(said.changes)
    })
    opened.addEventListener('signed_out', () => {
      close()
      signedOut()
    })
    // By itself it would come back at a fixed interval, and never after a refusal.
    opened.addEventListener('error', openLater)
  }

  document.addEventListener('visibilitychange', open)
  window.addEventListener('online', open)
  open()
  return () => {
    close()
    document.removeEventListener('visibilitychange', open)
    window.removeEventListener('online', open)
  }
}
