// The texts that are part of Waybill, by purpose and language.

import type { Language, Purpose } from './purpose.ts'
import type { TemplateText, TemplateTexts } from './template.ts'
import { ENGLISH } from './texts-en.ts'
import { FRENCH } from './texts-fr.ts'
import { CHINESE } from './texts-zh.ts'

const TEXTS: Record<Language, Record<Purpose, TemplateText>> = { en: ENGLISH, zh: CHINESE, fr: FRENCH }

export const defaultTexts = (purpose: Purpose): TemplateTexts => ({ en: TEXTS.en[purpose], zh: TEXTS.zh[purpose], fr: TEXTS.fr[purpose] })

/** Words around the text of an e-mail. */
export const FRAME_WORDS: Record<Language, { track: string; open: string; unsubscribe: string }> = {
  en: { track: 'Track your parcel', open: 'Open Waybill', unsubscribe: 'Unsubscribe from these e-mails' },
  zh: { track: '查看包裹', open: '打开 Waybill', unsubscribe: '退订此类邮件' },
  fr: { track: 'Suivre le colis', open: 'Ouvrir Waybill', unsubscribe: 'Se désabonner de ces e-mails' },
}
