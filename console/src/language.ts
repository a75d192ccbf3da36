// The language of the console, stored with the account. A page is shown in English if any of its texts is not translated.

import { api } from './api.ts'
import { readStored, store } from './offline-store.ts'
import { pageAt } from './registry.ts'
import { translate } from './strings.ts'
import type { Caller } from './wire.ts'

type Language = NonNullable<Caller['language']>
type Choices = Readonly<Record<string, Language>>

/** Storage key under which this browser keeps a copy of each account's language. The copy can be read before the server answers. */
const KEY = 'waybill-languages'
const CALLER_ENTRY = 'caller'

const choices = (): Choices => JSON.parse(window.localStorage.getItem(KEY) ?? '{}')

const languageOf = (staffId: string | undefined): Language => (staffId && choices()[staffId]) || 'en'

const remember = (staffId: string, language: Language): void =>
  window.localStorage.setItem(KEY, JSON.stringify({ ...choices(), [staffId]: language }))

/** The language of the last user of this browser, read when the page was loaded. */
const chosen = languageOf(readStored<Caller>(CALLER_ENTRY)?.staff.staff_id)

export const chosenLanguage = (): Language => chosen

/** `location`: a path below /console. A path without a page shows only the frame around the pages, which is fully translated. */
const languageAt = (location: string): Language => {
  const page = pageAt(location)
  return page === undefined || page.isInChinese ? chosen : 'en'
}

const started = languageAt(window.location.pathname.replace(/^\/console/, '').replace(/(?<=.)\/$/, '') || '/')

/** True if the location uses the language that the console was loaded in. If false, the page must be reloaded. */
export const isLanguageOf = (location: string): boolean => languageAt(location) === started

/** Loads the language of the page before anything is rendered. */
export const startLanguage = async (): Promise<void> => {
  if (started === 'en') return
  const { serverMessages, chinese } = await import('./strings/chinese/chinese.ts')
  translate(chinese, serverMessages)
  document.documentElement.lang = 'zh-CN'
}

/** Saves the language and reloads the page. The reload is needed because modules read their texts when they are loaded. */
export const chooseLanguage = async (caller: Caller, language: Language): Promise<void> => {
  await api.send('PUT', '/ops/v1/preferences', { language })
  store(CALLER_ENTRY, { ...caller, language })
  remember(caller.staff.staff_id, language)
  window.location.reload()
}

/** Stores the caller's language in this browser. Reloads the page if the last user of this browser had chosen another language. */
export const adoptLanguage = ({ staff: { staff_id: staffId }, language }: Caller): void => {
  if (language) remember(staffId, language)
  if (languageOf(staffId) !== chosen) window.location.reload()
}
