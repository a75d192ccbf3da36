// The settings of EasyPost and Paystack.

import type { Customs } from './carriers/easypost/build.ts'
import { customsOf, REHEARSED_CUSTOMS } from './carriers/easypost/build.ts'
import { BUY_TIMEOUT_MS, easyPostOrigin } from './carriers/easypost/connection.ts'
import { CLEAN_LOOKS_MS } from './domain/booking/purchase.ts'
import type { Mode } from './domain/values/scope.ts'
import { KEY_PREFIX, paystackOrigin } from './payments/paystack/connection.ts'
import { isLoopback } from './platform/remote/origin.ts'
import type { Env } from './settings.ts'
import { ConfigError, read, readSecret, timeLimitMs } from './settings.ts'

export type EasyPostConfig = {
  apiKey: string
  /** EASYPOST_BASE_URL: the origin of EasyPost's API, to which /v2 is appended. By default https://api.easypost.com. */
  baseUrl: string | undefined
  /** EASYPOST_WEBHOOK_SECRET: enables /hooks/easypost. */
  webhookSecret: string | null
  /**
   * EASYPOST_CUSTOMS_USD_PER_KG and EASYPOST_CUSTOMS_SIGNER: both are needed for EasyPost rates of parcels that cross a border. A simulator
   * on this machine needs neither.
   */
  customs: Customs | null
  /** EASYPOST_BUY_TIMEOUT_MS, by default 60,000. */
  buyTimeoutMs: number
  /** EASYPOST_CLEAN_LOOKS_MS: if look-ups find no purchase for this long, the purchase is treated as not made. By default 120,000. */
  cleanLooksMs: number
}

export type PaystackConfig = { secretKeys: Partial<Record<Mode, string>>; baseUrl: string | undefined }

export const easyPostConfig = (env: Env): EasyPostConfig | null => {
  const apiKey = readSecret(env, 'EASYPOST_API_KEY')
  if (apiKey === undefined) return null
  const baseUrl = read(env, 'EASYPOST_BASE_URL')
  let customs: Customs | null
  try {
    const origin = easyPostOrigin(baseUrl)
    customs = customsOf(read(env, 'EASYPOST_CUSTOMS_USD_PER_KG'), read(env, 'EASYPOST_CUSTOMS_SIGNER'))
    // A simulator on this machine makes no real declarations, so it needs no real values.
    if (isLoopback(origin.hostname)) customs ??= REHEARSED_CUSTOMS
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
  return {
    apiKey,
    baseUrl,
    customs,
    webhookSecret: readSecret(env, 'EASYPOST_WEBHOOK_SECRET') ?? null,
    buyTimeoutMs: timeLimitMs(env, 'EASYPOST_BUY_TIMEOUT_MS', BUY_TIMEOUT_MS),
    cleanLooksMs: timeLimitMs(env, 'EASYPOST_CLEAN_LOOKS_MS', CLEAN_LOOKS_MS),
  }
}

const paystackKey = (env: Env, mode: Mode): Partial<Record<Mode, string>> => {
  const name = mode === 'live' ? 'PAYSTACK_SECRET_KEY' : 'PAYSTACK_TEST_SECRET_KEY'
  const key = readSecret(env, name)
  if (key === undefined) return {}
  if (!key.startsWith(KEY_PREFIX[mode]))
    throw new ConfigError(`${name} must be a secret key of Paystack that begins with ${KEY_PREFIX[mode]}.`)
  return { [mode]: key }
}

export const paystackConfig = (env: Env): PaystackConfig => {
  const baseUrl = read(env, 'PAYSTACK_BASE_URL')
  try {
    paystackOrigin(baseUrl)
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error))
  }
  return { secretKeys: { ...paystackKey(env, 'live'), ...paystackKey(env, 'test') }, baseUrl }
}
