// Sends a message with sample values to an address that an admin names, and returns the provider's answer as it is. Nothing is stored.

import { addressKey, readAddress } from '../../domain/messages/address.ts'
import type { ChannelKind, Language } from '../../domain/messages/purpose.ts'
import { HOME_COUNTRIES } from '../../domain/messages/settings.ts'
import { sampleFacts } from '../../domain/messages/texts/sample-facts.ts'
import { invalidField, invalidTransition } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { SendOutcome } from '../../messages/channel.ts'
import * as stops from '../../store/messages/message-stops.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import type { Deps } from '../deps.ts'
import { htmlOf, senderNameOf } from './outgoing.ts'
import { templatesInUse } from './read-templates.ts'
import { renderMessage } from './render-message.ts'

const TIMEOUT_MS = 15_000
const PURPOSE = 'parcel_received'

export type TestMessage = { channel: ChannelKind; to: string; language: Language; mode: Mode }
export type TestResult = { provider: string; to: string; text: string; outcome: SendOutcome; answer: string }

export const sendTestMessage = async (deps: Deps, { channel, to, language, mode }: TestMessage, baseUrl: string): Promise<TestResult> => {
  if (mode === 'test') throw invalidTransition('Messages of test mode never leave Waybill. Send a test message in live mode.')
  const provider = deps.channels[channel]
  if (!provider) throw invalidTransition(`The channel ${channel} is not set up on this server.`)
  const address = readAddress(channel, to, HOME_COUNTRIES)
  if (!address) throw invalidField('to', channel === 'email' ? 'must be an email address' : 'must be a phone number such as +2348031234567')
  const key = addressKey(channel, address.to)
  if ((await stops.ofAddresses(deps.db, [key])).some((stop) => stop.channel === channel))
    throw invalidTransition('This address asked for no more messages on this channel.')
  const [operator, templates] = await Promise.all([operatorStore.find(deps.db), templatesInUse(deps.db)])
  const framing = { senderName: senderNameOf(null, operator), operator, baseUrl }
  const { texts } = templates({ purpose: PURPOSE, channel })
  const rendered = renderMessage(texts, [sampleFacts(PURPOSE, language)], { purpose: PURPOSE, channel, language, ...framing })
  const message = {
    id: deps.newId('msg'),
    to: address.to,
    subject: rendered.subject,
    text: rendered.text,
    html: channel === 'email' ? htmlOf({ id: null, recipient: 'customer', channel, language }, rendered, framing) : null,
    template: rendered.template,
    unsubscribeUrl: null,
    senderName: framing.senderName,
    statusCallbackUrl: null,
  }
  let answer = ''
  const outcome = await provider.send(message, TIMEOUT_MS, (said) => {
    answer = said
  })
  return { provider: provider.name, to: address.to, text: rendered.text, outcome, answer }
}
