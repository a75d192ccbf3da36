// The settings of message channels: the operator's mail server.

import { createPrivateKey } from 'node:crypto'
import { isMailAddress } from './messages/smtp/build.ts'
import type { DkimKey, SmtpSettings } from './messages/smtp/connection.ts'
import { SUBMISSION_PORT } from './messages/smtp/connection.ts'
import type { Env } from './settings.ts'
import { ConfigError, read, readSecret, wholeNumber } from './settings.ts'

/** A channel without its settings is null and sends nothing. */
export type ChannelsConfig = {
  /** SMTP_HOST enables e-mail. SMTP_PORT: 587. SMTP_USER, SMTP_PASSWORD: the sign-in. SMTP_FROM: the address of the sender. */
  smtp: SmtpSettings | null
}

const PORT_MAX = 65_535

export const channelsConfig = (env: Env): ChannelsConfig => ({ smtp: smtp(env) })

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

/** SMTP_DKIM_KEY, a private key as PEM, signs e-mails for SMTP_DKIM_DOMAIN under SMTP_DKIM_SELECTOR. */
const dkimKey = (env: Env): DkimKey | null => {
  const [domainName, keySelector, privateKey] = [
    read(env, 'SMTP_DKIM_DOMAIN'),
    read(env, 'SMTP_DKIM_SELECTOR'),
    readSecret(env, 'SMTP_DKIM_KEY'),
  ]
  if (domainName === undefined && keySelector === undefined && privateKey === undefined) return null
  if (domainName === undefined || keySelector === undefined || privateKey === undefined)
    throw new ConfigError('SMTP_DKIM_DOMAIN, SMTP_DKIM_SELECTOR and SMTP_DKIM_KEY must be set together.')
  // A key that cannot be read would fail every e-mail.
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
