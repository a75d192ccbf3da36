// The settings of message channels: the operator's mail server, one SMS provider, and WhatsApp.

import { createPrivateKey } from 'node:crypto'
import type { AfricasTalkingSettings } from './messages/africastalking/exchange.ts'
import { isMailAddress } from './messages/smtp/build.ts'
import type { DkimKey, SmtpSettings } from './messages/smtp/connection.ts'
import { SUBMISSION_PORT } from './messages/smtp/connection.ts'
import type { TermiiSettings } from './messages/termii/exchange.ts'
import type { TwilioSettings } from './messages/twilio/exchange.ts'
import type { WhatsAppSettings } from './messages/whatsapp/exchange.ts'
import { originOf } from './platform/remote/origin.ts'
import type { Env } from './settings.ts'
import { ConfigError, read, readSecret, wholeNumber } from './settings.ts'

/** A channel is null if its settings are missing. Nothing is then sent through that channel. */
export type ChannelsConfig = {
  /**
   * SMTP_HOST enables email. SMTP_PORT: 587 by default. SMTP_USER and SMTP_PASSWORD: the login at the mail server. SMTP_FROM: the sender's
   * address.
   */
  smtp: SmtpSettings | null
  /** TERMII_API_KEY, AFRICASTALKING_API_KEY or TWILIO_AUTH_TOKEN enables SMS. Only one of them may be set. */
  sms: SmsSettings | null
  /** WHATSAPP_TOKEN enables WhatsApp. */
  whatsApp: WhatsAppSettings | null
}

export type SmsSettings =
  | ({ provider: 'termii' } & TermiiSettings)
  | ({ provider: 'africastalking' } & AfricasTalkingSettings)
  | ({ provider: 'twilio' } & TwilioSettings)

const PORT_MAX = 65_535
const AFRICASTALKING_ORIGIN = 'https://api.africastalking.com'
const TWILIO_ORIGIN = 'https://api.twilio.com'
const WHATSAPP_ORIGIN = 'https://graph.facebook.com'

export const channelsConfig = (env: Env): ChannelsConfig => {
  const providers = [termii(env), africasTalking(env), twilio(env)].filter((settings) => settings !== null)
  if (providers.length > 1)
    throw new ConfigError(`Set the keys of one provider of SMS, not of several: ${providers.map(({ provider }) => provider).join(', ')}.`)
  return { smtp: smtp(env), sms: providers[0] ?? null, whatsApp: whatsApp(env) }
}

/** Returns the origin of a provider's API: the value of the setting `name`, or `usual` if the setting is missing. */
const origin = (env: Env, name: string, usual: string): URL => {
  try {
    return originOf(name, read(env, name) ?? usual, usual)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

const required = <T>(name: string, beside: string, value: T | undefined): T => {
  if (value === undefined) throw new ConfigError(`${name} must be set, because ${beside} is.`)
  return value
}

const CALLBACK_SECRET_MIN_CHARACTERS = 16

const termii = (env: Env): SmsSettings | null => {
  const [apiKey, secretKey] = [readSecret(env, 'TERMII_API_KEY'), readSecret(env, 'TERMII_SECRET_KEY') ?? null]
  const [senderId, base] = [read(env, 'TERMII_SENDER_ID'), read(env, 'TERMII_BASE_URL')]
  if (apiKey === undefined) return null
  return {
    provider: 'termii',
    apiKey,
    secretKey,
    senderId: required('TERMII_SENDER_ID', 'TERMII_API_KEY', senderId),
    // Each Termii account has its own API origin, which the Termii dashboard shows. There is therefore no default.
    baseUrl: origin(env, 'TERMII_BASE_URL', required('TERMII_BASE_URL', 'TERMII_API_KEY', base)),
  }
}

const africasTalking = (env: Env): SmsSettings | null => {
  const [apiKey, username] = [readSecret(env, 'AFRICASTALKING_API_KEY'), read(env, 'AFRICASTALKING_USERNAME')]
  const callbackSecret = readSecret(env, 'AFRICASTALKING_CALLBACK_SECRET') ?? null
  const senderId = read(env, 'AFRICASTALKING_SENDER_ID') ?? null
  const baseUrl = origin(env, 'AFRICASTALKING_BASE_URL', AFRICASTALKING_ORIGIN)
  if (apiKey === undefined) return null
  // Callbacks are authenticated by this secret alone, so it must be hard to guess.
  if (callbackSecret !== null && (callbackSecret.length < CALLBACK_SECRET_MIN_CHARACTERS || !/^[\w-]+$/.test(callbackSecret)))
    throw new ConfigError(`AFRICASTALKING_CALLBACK_SECRET must have ${CALLBACK_SECRET_MIN_CHARACTERS} or more letters, digits, - and _.`)
  const user = required('AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY', username)
  return { provider: 'africastalking', apiKey, username: user, senderId, callbackSecret, baseUrl }
}

const twilio = (env: Env): SmsSettings | null => {
  const [accountSid, authToken] = [read(env, 'TWILIO_ACCOUNT_SID'), readSecret(env, 'TWILIO_AUTH_TOKEN')]
  const from = read(env, 'TWILIO_FROM')
  const baseUrl = origin(env, 'TWILIO_BASE_URL', TWILIO_ORIGIN)
  if (authToken === undefined) return null
  return {
    provider: 'twilio',
    accountSid: required('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', accountSid),
    authToken,
    from: required('TWILIO_FROM', 'TWILIO_AUTH_TOKEN', from),
    baseUrl,
  }
}

const whatsApp = (env: Env): WhatsAppSettings | null => {
  const [token, phoneNumberId] = [readSecret(env, 'WHATSAPP_TOKEN'), read(env, 'WHATSAPP_PHONE_NUMBER_ID')]
  const appSecret = readSecret(env, 'WHATSAPP_APP_SECRET') ?? null
  const verifyToken = readSecret(env, 'WHATSAPP_VERIFY_TOKEN') ?? null
  const baseUrl = origin(env, 'WHATSAPP_BASE_URL', WHATSAPP_ORIGIN)
  if (token === undefined) return null
  return { token, phoneNumberId: required('WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TOKEN', phoneNumberId), appSecret, verifyToken, baseUrl }
}

const smtp = (env: Env): SmtpSettings | null => {
  const [host, from, user, password] = [
    read(env, 'SMTP_HOST'),
    read(env, 'SMTP_FROM'),
    read(env, 'SMTP_USER'),
    readSecret(env, 'SMTP_PASSWORD'),
  ]
  const port = wholeNumber(env, 'SMTP_PORT', SUBMISSION_PORT, PORT_MAX, 1)
  const dkim = dkimKey(env)
  if (host === undefined) return null
  if (from === undefined || !isMailAddress(from)) throw new ConfigError('SMTP_FROM must be one e-mail address, without a name.')
  if ((user === undefined) !== (password === undefined)) throw new ConfigError('SMTP_USER and SMTP_PASSWORD must be set together.')
  return { host, port, signIn: user === undefined ? null : { user, password: password! }, from, dkim }
}

/**
 * Reads the key that signs emails (DKIM). SMTP_DKIM_KEY: the private key as PEM. SMTP_DKIM_DOMAIN and SMTP_DKIM_SELECTOR: the DNS location
 * of the public key.
 */
const dkimKey = (env: Env): DkimKey | null => {
  const [domainName, keySelector, privateKey] = [
    read(env, 'SMTP_DKIM_DOMAIN'),
    read(env, 'SMTP_DKIM_SELECTOR'),
    readSecret(env, 'SMTP_DKIM_KEY'),
  ]
  if (domainName === undefined && keySelector === undefined && privateKey === undefined) return null
  if (domainName === undefined || keySelector === undefined || privateKey === undefined)
    throw new ConfigError('SMTP_DKIM_DOMAIN, SMTP_DKIM_SELECTOR and SMTP_DKIM_KEY must be set together.')
  // With an unreadable key, every email would fail.
  if (!isRsaKey(privateKey)) throw new ConfigError('SMTP_DKIM_KEY must be an RSA private key as PEM.')
  return { domainName, keySelector, privateKey }
}

const isRsaKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
