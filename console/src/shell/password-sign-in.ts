// Signs in with email, password and second-factor code.

import { ApiError, api } from '../api.ts'
import { finishSignOut } from '../sign-out.ts'
import { t } from '../strings.ts'
import type { Caller } from '../wire.ts'

/** Fails if the browser has refused the session cookie. */
export const readCaller = async (): Promise<Caller> => {
  try {
    return await api.get<Caller>('/ops/v1/session')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    throw new ApiError(401, error.code, [t('shell.sessionLost')])
  }
}

type Credentials = { email: string; password: string; second_factor_code?: string }

export const isSecondFactorRequired = (error: unknown): boolean => error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED'

export const signIn = async (credentials: Credentials): Promise<Caller> => {
  // Finishes a pending sign-out first: the new session replaces the cookie that it needs.
  await finishSignOut()
  try {
    await api.send('POST', '/ops/v1/session', credentials)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || isSecondFactorRequired(error)) throw error
    throw new ApiError(401, error.code, [t('shell.signInRefused')])
  }
  return readCaller()
}
