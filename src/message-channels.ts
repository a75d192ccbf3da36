// The message channels that the settings enable. A provider's code is loaded only if that provider is used.

import type { Deps } from './flows/deps.ts'
import type { Channel } from './messages/channel.ts'
import type { ChannelsConfig, SmsSettings } from './messages-config.ts'

export const channelsFrom = async ({ smtp, sms, whatsApp }: ChannelsConfig): Promise<Deps['channels']> => ({
  ...(smtp === null ? {} : { email: (await import('./messages/smtp/smtp.ts')).createSmtp(smtp) }),
  ...(sms === null ? {} : { sms: await smsFrom(sms) }),
  ...(whatsApp === null ? {} : { whatsapp: (await import('./messages/whatsapp/whatsapp.ts')).createWhatsApp(whatsApp) }),
})

const smsFrom = async (settings: SmsSettings): Promise<Channel> => {
  switch (settings.provider) {
    case 'termii':
      return (await import('./messages/termii/termii.ts')).createTermii(settings)
    case 'africastalking':
      return (await import('./messages/africastalking/africastalking.ts')).createAfricasTalking(settings)
    case 'twilio':
      return (await import('./messages/twilio/twilio.ts')).createTwilio(settings)
    default:
      return settings satisfies never
  }
}
