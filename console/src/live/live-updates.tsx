// Shows what others change, without a reload: reads anew what the stream of changes names.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SESSION_KEY } from '../session.tsx'
import { followChanges } from './change-stream.ts'
import type { Change } from './concerned.ts'
import { concerns } from './concerned.ts'

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
