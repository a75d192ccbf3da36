// An SMTP server on loopback for tests. The server keeps the mails that it receives, and fails on demand.

import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ParsedMail } from 'mailparser'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/**
 * `at`: whether the server fails at RCPT TO or after the content of a mail. `answer`: an SMTP status, `silent` for no answer, or `cut` to
 * close all connections.
 */
type MailFault = { at: 'recipient' | 'content'; answer: number | 'silent' | 'cut' }

type AcceptedMail = { from: string; to: readonly string[]; raw: string; mail: ParsedMail }

export type MailServer = {
  port: number
  /** Mails whose content arrived, in order, including those that were then refused. */
  received: AcceptedMail[]
  connections(): number
  order(fault: MailFault): void
  close(): Promise<void>
}

/** `answerAfterMs`: the time between the content of a mail and the answer. */
export const startMailServer = async ({ password = null as string | null, answerAfterMs = 0 } = {}): Promise<MailServer> => {
  const received: AcceptedMail[] = []
  const faults: MailFault[] = []
  let opened = 0
  const take = (at: MailFault['at']): MailFault['answer'] | undefined => {
    const index = faults.findIndex((fault) => fault.at === at)
    return index === -1 ? undefined : faults.splice(index, 1)[0]!.answer
  }
  const act = (at: MailFault['at'], done: (error?: Error | null) => void): void => {
    const answer = take(at)
    if (answer === 'silent') return
    if (answer === 'cut') return void cutAll()
    done(answer === undefined ? null : Object.assign(new Error(`refused with ${answer}`), { responseCode: answer }))
  }
  const server = new SMTPServer({
    authOptional: password === null,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect: (_, done) => {
      opened += 1
      done()
    },
    onAuth: (auth, _, done) => done(auth.password === password ? null : new Error('no'), { user: auth.username }),
    onRcptTo: (_address, _session, done) => act('recipient', done),
    onData: async (stream, { envelope }, done) => {
      const chunks = await stream.toArray().catch(() => null)
      // The connection ended in the middle of the content.
      if (chunks === null) return
      const raw = Buffer.concat(chunks)
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: raw.toString(), mail: await simpleParser(raw) })
      if (answerAfterMs > 0) await sleep(answerAfterMs)
      act('content', done)
    },
  })
  const cutAll = (): void => {
    for (const connection of server.connections) connection._socket.destroy()
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    connections: () => opened,
    order: (fault) => void faults.push(fault),
    close: async () => {
      cutAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
