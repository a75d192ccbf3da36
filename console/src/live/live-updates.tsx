// Shows what others change, without a reload: reads anew what the stream of changes names.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SESSION_KEY } from '../session.tsx'
import type { Change } from './concerned.ts'
import { concerns } from './concerned.ts'

const PATH = '/ops/v1/changes'
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 60_000

const ANYTHING: readonly Change[] = [{ kind: null, id: null }]

type Told = {
  changed(changes: readonly Change[]): void
  signedOut(): void
}

/** The returned function ends it. */
const followChanges = ({ changed, signedOut }: Told): (() => void) => {
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

/** A busy server changes something all the time; nobody reads faster. */
const READ_EVERY_MS = 2_000

export const LiveUpdates = () => {
  const client = useQueryClient()
  useEffect(() => {
    let waiting: Change[] = []
    let timer: number | undefined
    let readAtMs = Number.NEGATIVE_INFINITY
    const readAnew = (): void => {
      const changes = waiting
      waiting = []
      timer = undefined
      readAtMs = performance.now()
      void client.invalidateQueries({
        predicate: ({ queryKey, state }) => changes.some((change) => concerns(change, queryKey, state.data)),
      })
    }
    const stop = followChanges({
      changed: (changes) => {
        waiting.push(...changes)
        timer ??= window.setTimeout(readAnew, Math.max(0, readAtMs + READ_EVERY_MS - performance.now()))
      },
      signedOut: () => void client.invalidateQueries({ queryKey: SESSION_KEY }),
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [client])
  return null
}
