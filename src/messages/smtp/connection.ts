// How Waybill connects to the operator's mail server: encryption, sign-in, the pool.

import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool'
import { isLoopback } from '../../platform/remote/origin.ts'

export type SmtpSettings = {
  host: string
  port: number
  /** Null if no sign-in is needed. */
  signIn: { user: string; password: string } | null
  /** The address of the sender. */
  from: string
  dkim: DkimKey | null
}

export type DkimKey = { domainName: string; keySelector: string; privateKey: string }

/** The usual port for submission with STARTTLS. */
export const SUBMISSION_PORT = 587
/** The port on which the connection is encrypted from the first byte. */
const TLS_PORT = 465

export const CONNECTIONS_MAX = 5

export const poolOptions = ({ host, port, signIn }: SmtpSettings): SMTPPoolOptions => ({
  pool: true,
  host,
  port,
  secure: port === TLS_PORT,
  // Without this option, an attacker on the network could remove the mail server's offer of encryption and read the emails.
  requireTLS: port !== TLS_PORT && !isLoopback(host),
  ...(signIn === null ? {} : { auth: { user: signIn.user, pass: signIn.password } }),
  maxConnections: CONNECTIONS_MAX,
  maxMessages: 100,
  // By default, the pool sends a message again if the connection closes. Our own queue decides whether sending again is safe.
  maxRequeues: 0,
})
