// The language of the console, stored with the account. A page with a text that is not translated is shown in English as a whole.

import { api } from './api.ts'
import { readStored, store } from './offline-store.ts'
import { pageAt } from './registry.ts'
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

/** The choice of the last user of this browser, read when the page was loaded. */
const chosen = languageOf(readStored<Caller>(CALLER_ENTRY)?.staff.staff_id)

export const chosenLanguage = (): Language => chosen

/** `location`: the path below /console. A location without a page shows texts of the frame only, which are all translated. */
const languageAt = (location: string): Language => {
  const page = pageAt(location)
  return page === undefined || page.isInChinese ? chosen : 'en'
}

const started = languageAt(window.location.pathname.replace(/^\/console/, '').replace(/(?<=.)\/$/, '') || '/')

/** Returns false if the page must be reloaded for the language of this location. Texts that failed to load are not loaded again. */
export const isLanguageOf = (location: string): boolean => languageAt(location) === started

/** Loads the language of the page before anything is rendered. */
export const startLanguage = async (): Promise<void> => {
  if (started === 'en') return
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

/** Reloads the page if the caller's language is not the one that the last user chose. */
export const adoptLanguage = ({ staff: { staff_id: staffId }, language }: Caller): void => {
  if (language) remember(staffId, language)
  if (languageOf(staffId) !== chosen) window.location.reload()
}
