// The language of whoever is signed in, kept with the account. Texts other than English are loaded when wanted.

import { api } from './api.ts'
import { keep, kept } from './kept.ts'
import { translate } from './strings.ts'
import type { Caller } from './wire.ts'

type Language = NonNullable<Caller['language']>
type Choices = Readonly<Record<string, Language>>

/** A copy in this browser, which is there before the server answers. */
const KEY = 'waybill-languages'
const KEPT_CALLER = 'caller'

const choices = (): Choices => JSON.parse(window.localStorage.getItem(KEY) ?? '{}')

const languageOf = (staffId: string | undefined): Language => (staffId && choices()[staffId]) || 'en'

const remember = (staffId: string, language: Language): void =>
  window.localStorage.setItem(KEY, JSON.stringify({ ...choices(), [staffId]: language }))

export const currentLanguage = (): Language => (document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en')

/** Before anything is shown: of whoever was here last. */
export const startLanguage = async (): Promise<void> => {
  if (languageOf(kept<Caller>(KEPT_CALLER)?.staff.staff_id) === 'en') return
  const { answers, chinese } = await import('./strings/chinese/chinese.ts')
  translate(chinese, answers)
  document.documentElement.lang = 'zh-CN'
}

/** Texts are taken when a page's code is loaded: another language begins with the page anew. */
export const chooseLanguage = async (caller: Caller, language: Language): Promise<void> => {
  await api.send('PUT', '/ops/v1/preferences', { language })
  keep(KEPT_CALLER, { ...caller, language })
  remember(caller.staff.staff_id, language)
  window.location.reload()
}

/** For somebody else than whoever was here last, or who chose another language elsewhere. */
export const adoptLanguage = ({ staff: { staff_id: staffId }, language }: Caller): void => {
  if (language) remember(staffId, language)
  if (languageOf(staffId) !== currentLanguage()) window.location.reload()
}
