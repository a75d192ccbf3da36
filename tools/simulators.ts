// The commands `waybill carrier-simulator`, `waybill paystack-simulator` and `waybill message-simulator`.

import closeWithGrace from 'close-with-grace'
import { visible } from '../src/commands/output.ts'
import { ConfigError } from '../src/settings.ts'
import { runSimulator } from './carrier-simulator/run.ts'
import { settingsFor } from './message-simulator/settings.ts'
import { startMessageSimulator } from './message-simulator/simulator.ts'
import { startPaystackSimulator } from './paystack-simulator.ts'

const numberIn = (name: string, text: string, maximum: number): number => {
  const value = Number(text)
  if (!(value >= 0 && value <= maximum)) throw new ConfigError(`${name} must be from 0 to ${maximum}, not "${text}".`)
  return value
}

type CarrierOptions = { port: string; seed?: string; faultRate: string; webhookUrl?: string; webhookSecret?: string }

export const simulateCarrier = async ({ port, seed, faultRate, webhookUrl, webhookSecret }: CarrierOptions): Promise<void> => {
  const simulator = await runSimulator({
    port: numberIn('--port', port, 65_535),
    faultRate: numberIn('--fault-rate', faultRate, 1),
    ...(seed === undefined ? {} : { seed }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    now: Date.now,
    print: (line) => console.log(visible(line)),
  })
  closeWithGrace({ logger: false }, () => simulator.close())
}

type PaystackOptions = { port: string; secretKey: string; webhookUrl?: string }

export const simulatePaystack = async ({ port, secretKey, webhookUrl }: PaystackOptions): Promise<void> => {
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

type MessageOptions = { port: string; waybillUrl?: string }

export const simulateMessages = async ({ port, waybillUrl }: MessageOptions): Promise<void> => {
  const simulator = await startMessageSimulator({
    port: numberIn('--port', port, 65_535),
    ...(waybillUrl === undefined ? {} : { hooks: waybillUrl.replace(/\/$/, ''), reports: true }),
  })
  console.log(visible(`Simulated message providers at ${simulator.url}. They send nothing; GET /messages lists what they were given.`))
  console.log('Start Waybill with the settings of WhatsApp and of one provider of SMS:')
  for (const [provider, settings] of Object.entries(settingsFor(simulator.url)))
    console.log(
      visible(
        `  ${provider}: ${Object.entries(settings)
          .map(([name, value]) => `${name}=${value}`)
          .join(' ')}`,
      ),
    )
  console.log(
    visible(`POST {"fault": "error"} to ${simulator.url}/faults spoils the next message; another name is answered with the list.`),
  )
  closeWithGrace({ logger: false }, () => simulator.close())
}
