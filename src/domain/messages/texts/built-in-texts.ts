// The built-in texts of messages, by purpose, channel and language.

import type { ChannelKind, Language, Purpose } from '../purpose.ts'
import { rulesOf } from '../purpose.ts'
import { CHINESE } from './chinese.ts'
import { ENGLISH } from './english.ts'
import { FRENCH } from './french.ts'
import type { OwnText } from './own-text.ts'
import type { TemplateText, TemplateTexts } from './template.ts'

const TEXTS: Record<Language, Record<Purpose, OwnText>> = { en: ENGLISH, zh: CHINESE, fr: FRENCH }

const LINK = '{{link}}'

/**
 * Adds words around a short text. WhatsApp does not approve a text that begins or ends with a variable, or that has two variables next to
 * each other.
 */
const FOR_WHATSAPP: Record<Language, (short: string) => string> = {
  en: (short) =>
    `${short.replace('{{sender}}:', 'A message from {{sender}} for you:').replace(LINK, `Details: ${LINK}`)} Reply STOP to get no more messages.`,
  zh: (short) =>
    `${short.replace('【{{sender}}】', '您好，{{sender}} 通知您：').replace(LINK, `详情请看 ${LINK}`)} 回复“退订”即不再接收消息。`,
  fr: (short) =>
    `${short.replace('{{sender}} :', 'Message de {{sender}} pour vous :').replace(LINK, `Détails : ${LINK}`)} Répondez STOP pour ne plus recevoir de messages.`,
}

/** The texts that Meta prescribes for WhatsApp messages with a code. */
const META_CODE: Record<Language, string> = {
  en: '{{code}} is your verification code. For your security, do not share this code.',
  zh: '{{code}} 是您的验证码。为了您的安全，请勿分享此验证码。',
  fr: '{{code}} est votre code de vérification. Pour votre sécurité, ne partagez pas ce code.',
}

const textFor = (channel: ChannelKind, language: Language, own: OwnText): TemplateText => {
  const { subject, text, short, severalSubject, severalText, severalShort } = own
  if (channel === 'email') return { subject, text, ...(severalText === undefined ? {} : { severalSubject: severalSubject!, severalText }) }
  const written = channel === 'whatsapp' ? FOR_WHATSAPP[language] : (same: string) => same
  return { text: written(short), ...(severalShort === undefined ? {} : { severalText: written(severalShort) }) }
}

export const builtInTexts = (purpose: Purpose, channel: ChannelKind): TemplateTexts =>
  channel === 'whatsapp' && rulesOf(purpose).whatsAppCategory === 'authentication' ? metaTexts() : ownTexts(purpose, channel)

const metaTexts = (): TemplateTexts => ({ en: { text: META_CODE.en }, zh: { text: META_CODE.zh }, fr: { text: META_CODE.fr } })

const ownTexts = (purpose: Purpose, channel: ChannelKind): TemplateTexts => ({
  en: textFor(channel, 'en', TEXTS.en[purpose]),
  zh: textFor(channel, 'zh', TEXTS.zh[purpose]),
  fr: textFor(channel, 'fr', TEXTS.fr[purpose]),
})

/** The labels of the links that an email has besides its text. */
export const FRAME_WORDS: Record<Language, { track: string; open: string; unsubscribe: string }> = {
  en: { track: 'Track your parcel', open: 'Open Waybill', unsubscribe: 'Unsubscribe from these e-mails' },
  zh: { track: '查看包裹', open: '打开 Waybill', unsubscribe: '退订此类邮件' },
  fr: { track: 'Suivre le colis', open: 'Ouvrir Waybill', unsubscribe: 'Se désabonner de ces e-mails' },
}
