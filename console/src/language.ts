// The language of the console, stored with the account. Texts other than English are loaded on demand.

import { api } from './api.ts'
import { readStored, store } from './offline-store.ts'
import { translate } from './strings.ts'
import type { Caller } from './wire.ts'

type Language = NonNullable<Caller['language']>
type Choices = Readonly<Record<string, Language>>

/** The storage key of a copy of each account's language in this browser, which is available before the server answers. */
const KEY = 'waybill-languages'
const CALLER_ENTRY = 'caller'

const choices = (): Choices => JSON.parse(window.localStorage.getItem(KEY) ?? '{}')

const languageOf = (staffId: string | undefined): Language => (staffId && choices()[staffId]) || 'en'

const remember = (staffId: string, language: Language): void =>
  window.localStorage.setItem(KEY, JSON.stringify({ ...choices(), [staffId]: language }))

export const currentLanguage = (): Language => (document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en')

/** Loads the language of the last user before anything is rendered. */
export const startLanguage = async (): Promise<void> => {
  if (languageOf(readStored<Caller>(CALLER_ENTRY)?.staff.staff_id) === 'en') return
  const { serverMessages, chinese } = await import('./strings/chinese/chinese.ts')
  translate(chinese, serverMessages)
  document.documentElement.lang = 'zh-CN'
}

/** Reloads the page, because texts are read when a module loads. */
export const chooseLanguage = async (caller: Caller, language: Language): Promise<void> => {
  await api.send('PUT', '/ops/v1/preferences', { language })
  store(CALLER_ENTRY, { ...caller, language })
  remember(caller.staff.staff_id, language)
  window.location.reload()
}

/** Reloads the page if the caller's language is not the one that was loaded. */
export const adoptLanguage = ({ staff: { staff_id: staffId }, language }: Caller): void => {
  if (language) remember(staffId, language)
  if (languageOf(staffId) !== currentLanguage()) window.location.reload()
}
