// The webhook sender. Its modules are loaded with the first delivery.

import type { Sender, SenderOptions } from './delivery-request.ts'

export const createSender = (options: SenderOptions): Sender => {
  let loaded: Promise<Sender> | undefined
  const load = async (): Promise<Sender> => (await import('./send.ts')).openSender(options)
  return {
    send: async (request, stop) => {
      loaded ??= load()
      return (await loaded).send(request, stop)
    },
    close: () => void loaded?.then((sender) => sender.close()),
  }
}
