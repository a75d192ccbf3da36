// waybill paystack-simulator: runs a simulated Paystack that takes no money.

import closeWithGrace from 'close-with-grace'
import { startPaystackSimulator } from '../payments/simulator/simulator.ts'
import { visible } from './output.ts'
import { numberIn } from './simulator-options.ts'

type Options = { port: string; secretKey: string; webhookUrl?: string }

export const simulatePaystack = async ({ port, secretKey, webhookUrl }: Options): Promise<void> => {
  const simulator = await startPaystackSimulator({
    port: numberIn('--port', port, 65_535),
    secretKey,
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  })
  console.log(visible(`Simulated Paystack at ${simulator.url}. It takes no money.`))
  const setting = secretKey.startsWith('sk_live_') ? 'PAYSTACK_SECRET_KEY' : 'PAYSTACK_TEST_SECRET_KEY'
  console.log(visible(`Start Waybill with ${setting}=${secretKey} PAYSTACK_BASE_URL=${simulator.url}; opening a payment link pays it.`))
  closeWithGrace({ logger: false }, () => simulator.close())
}
