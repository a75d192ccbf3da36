// The language of whoever is signed in, chosen per person and kept in this browser. Texts other than English are loaded when wanted.

import { kept } from './kept.ts'
import { translate } from './strings.ts'
import type { Caller } from './wire.ts'

type Language = 'en' | 'zh-CN'
type Choices = Readonly<Record<string, Language>>

const KEY = 'waybill-languages'
const KEPT_CALLER = 'caller'

const choices = (): Choices => JSON.parse(window.localStorage.getItem(KEY) ?? '{}')

const languageOf = (staffId: string | undefined): Language => (staffId && choices()[staffId]) || 'en'

export const currentLanguage = (): Language => (document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en')

/** Before anything is shown: of whoever was here last. */
export const startLanguage = async (): Promise<void> => {
  if (languageOf(kept<Caller>(KEPT_CALLER)?.staff.staff_id) === 'en') return
  translate((await import('./strings/chinese/chinese.ts')).chinese)
  document.documentElement.lang = 'zh-CN'
}

/** Texts are taken when a page's code is loaded: another language begins with the page anew. */
export const chooseLanguage = (staffId: string, language: Language): void => {
  window.localStorage.setItem(KEY, JSON.stringify({ ...choices(), [staffId]: language }))
  window.location.reload()
}

/** For somebody else than whoever was here last. */
export const adoptLanguage = (staffId: string): void => {
  if (languageOf(staffId) !== currentLanguage()) window.location.reload()
}
