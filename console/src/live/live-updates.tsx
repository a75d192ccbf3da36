// Shows changes by other people without a reload: listens to the stream of changes and refetches the affected queries.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SESSION_KEY } from '../session.tsx'
import type { Change } from './affected-queries.ts'
import { isAffected } from './affected-queries.ts'

const PATH = '/ops/v1/changes'
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 60_000

const ANYTHING: readonly Change[] = [{ kind: null, id: null }]

type ChangeHandlers = {
  changed(changes: readonly Change[]): void
  signedOut(): void
}

/** Listens to the stream of changes until the returned function is called. */
const followChanges = ({ changed, signedOut }: ChangeHandlers): (() => void) => {
  let source: EventSource | null = null
  let position: string | null = null
  let failures = 0
  let retry: number | undefined

  const close = (): void => {
    window.clearTimeout(retry)
    source?.close()
    source = null
  }

  /** The delay is random, so that windows that lost the connection at the same time do not all reconnect at the same time. */
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
      const message: { position: string; missed: boolean } = JSON.parse(data)
      failures = 0
      position = message.position
      if (message.missed) changed(ANYTHING)
    })
    opened.addEventListener('changes', ({ data }) => {
      const message: { position: string; changes: Change[] } = JSON.parse(data)
      position = message.position
      changed(message.changes)
    })
    opened.addEventListener('signed_out', () => {
      close()
      signedOut()
    })
    // EventSource would retry at a fixed interval, and would give up after an HTTP error. `openLater` therefore reconnects instead.
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

const REFETCH_INTERVAL_MS = 2_000

export const LiveUpdates = () => {
  const client = useQueryClient()
  useEffect(() => {
    let waiting: Change[] = []
    let timer: number | undefined
    let refetchedAtMs = Number.NEGATIVE_INFINITY
    const refetch = (): void => {
      const changes = waiting
      waiting = []
      timer = undefined
      refetchedAtMs = performance.now()
      void client.invalidateQueries({
        predicate: ({ queryKey, state }) => changes.some((change) => isAffected(change, queryKey, state.data)),
      })
    }
    const stop = followChanges({
      changed: (changes) => {
        waiting.push(...changes)
        timer ??= window.setTimeout(refetch, Math.max(0, refetchedAtMs + REFETCH_INTERVAL_MS - performance.now()))
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
