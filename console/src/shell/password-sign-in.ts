// Signing in with email, password and the code of a second factor.

import { ApiError, api } from '../api.ts'
import { finishSignOut } from '../sign-out.ts'
import { t } from '../strings.ts'
import type { Caller } from '../wire.ts'

/** The browser may have refused the cookie: only the next answer tells. */
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
  // Whoever was here before is out first: their session could not be ended any more by this browser.
  await finishSignOut()
  try {
    await api.send('POST', '/ops/v1/session', credentials)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || isSecondFactorRequired(error)) throw error
    throw new ApiError(401, error.code, [t('shell.signInRefused')])
  }
  return readCaller()
}
