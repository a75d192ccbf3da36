// Implements the message channel interface for email, through the operator's mail server.

import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import type { Channel } from '../channel.ts'
import { withoutSecrets } from '../channel.ts'
import { buildMail } from './build.ts'
import type { SmtpSettings } from './connection.ts'
import { CONNECTIONS_MAX, poolOptions } from './connection.ts'
import type { SmtpError } from './parse.ts'
import { outcomeOf } from './parse.ts'

/**
 * Remembers the content stream of each message, with the message's `AbortSignal` as the key. After a failure, the stream shows whether the
 * connection had begun to read the content.
 */
class WatchedPool extends SMTPPool {
  readonly contents = new WeakMap<AbortSignal, Readable>()

  override send(...[mail, done]: Parameters<SMTPPool['send']>): boolean {
    // This step is added last, after the DKIM signature, so it gets the final stream that the connection reads.
    mail.message.processFunc((content) => {
      this.contents.set(mail.data.signal!, content as Readable)
      return content
    })
    return super.send(mail, done)
  }
}

export const createSmtp = (settings: SmtpSettings): Channel => {
  const pool = new WatchedPool(poolOptions(settings))
  const transporter = createTransport(pool)
  const secrets = settings.signIn === null ? [] : [settings.signIn.password]
  return {
    kind: 'email',
    name: 'smtp',
    atOnce: CONNECTIONS_MAX,
    send: async (message, timeoutMs, hear) => {
      const mail = buildMail(message, settings)
      if (!mail) return { kind: 'refused', reason: 'The recipient is not one e-mail address.', isPermanent: true }
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const { messageId, response } = await transporter.sendMail({ ...mail, signal })
        hear?.(withoutSecrets(response, secrets))
        return { kind: 'sent', providerId: messageId, cost: null }
      } catch (error) {
        hear?.(withoutSecrets((error as SmtpError).response ?? (error as SmtpError).message, secrets))
        return outcomeOf(error as SmtpError, pool.contents.get(signal)?.readableDidRead ?? false, secrets)
      }
    },
    close: () => pool.close(),
  }
}
