// Query defaults: network and server errors are retried, refusals are not.

import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const FRESH_MS = 10_000
const RETRIES = 2

const isWorthRetrying = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502)

export const createQueryClient = (): QueryClient => {
  // It hears of changes only, and takes a page that opens without a network for one that has it.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: (failures, error) => failures < RETRIES && isWorthRetrying(error) },
      mutations: { retry: false },
    },
  })
}
