// The settings with which Waybill calls the simulated providers.

import type { Provider } from './dialects.ts'
import { ACCOUNT } from './dialects.ts'

export const settingsFor = (url: string): Record<Provider, Record<string, string>> => ({
  termii: {
    TERMII_API_KEY: ACCOUNT.termiiKey,
    TERMII_SECRET_KEY: ACCOUNT.termiiSecret,
    TERMII_SENDER_ID: 'WAYBILL',
    TERMII_BASE_URL: url,
  },
  africastalking: {
    AFRICASTALKING_API_KEY: ACCOUNT.africasTalkingKey,
    AFRICASTALKING_USERNAME: 'sandbox',
    AFRICASTALKING_CALLBACK_SECRET: ACCOUNT.africasTalkingSecret,
    AFRICASTALKING_BASE_URL: url,
  },
  twilio: {
    TWILIO_ACCOUNT_SID: ACCOUNT.twilioSid,
    TWILIO_AUTH_TOKEN: ACCOUNT.twilioToken,
    TWILIO_FROM: '+15005550006',
    TWILIO_BASE_URL: url,
  },
  whatsapp: {
    WHATSAPP_TOKEN: ACCOUNT.whatsAppToken,
    WHATSAPP_PHONE_NUMBER_ID: ACCOUNT.whatsAppPhoneId,
    WHATSAPP_APP_SECRET: ACCOUNT.whatsAppAppSecret,
    WHATSAPP_VERIFY_TOKEN: ACCOUNT.whatsAppVerifyToken,
    WHATSAPP_BASE_URL: url,
  },
})
