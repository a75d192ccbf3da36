// Formats the values of variables for a language. Amounts are written with NGN, because the sign ₦ would turn an SMS into UCS-2.

import type { Language, VariableName } from './purpose.ts'
import { VARIABLES } from './purpose.ts'
import type { Values } from './texts/text-syntax.ts'

/** Values as stored with a message: dates as 2026-11-20, amounts with their currency, links as paths of this server. */
export type Facts = { readonly [Name in VariableName]?: string | number }

const LOCALES: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN', fr: 'fr-FR' }

const moneyText = (text: string): string => {
  const [currency, amount] = text.split(' ')
  const [whole, decimals = '00'] = amount!.split('.')
  return `${currency} ${Number(whole).toLocaleString('en-GB')}.${decimals.padEnd(2, '0')}`
}

const dateText = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${date}T00:00:00Z`),
  )

const written = (name: VariableName, fact: string | number, language: Language, baseUrl: string): string => {
  switch (VARIABLES[name]) {
    case 'money':
      return moneyText(String(fact))
    case 'date':
      return dateText(String(fact), language)
    case 'kilograms':
      return `${fact} kg`
    case 'link':
      return `${baseUrl}${fact}`
    default:
      return String(fact)
  }
}

export const valuesOf = (facts: Facts, language: Language, baseUrl: string): Values =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([, fact]) => fact !== undefined && fact !== null && fact !== '')
      .map(([name, fact]) => [name, written(name as VariableName, fact!, language, baseUrl)]),
  )

/** The maximum number of parcels that a message lists with their parcel numbers. Further parcels are only counted. */
export const NAMED_MAX = 10
const MORE: Record<Language, (count: number) => string> = {
  en: (count) => `and ${count} more`,
  zh: (count) => `等另外${count}件`,
  fr: (count) => `et ${count} autres`,
}

/** Combines the facts of several messages into the facts of one message about several parcels. */
export const gatheredFacts = (facts: readonly Facts[], language: Language): Facts => {
  const [first] = facts
  const numbers = facts.map(({ parcel_number: number, collection_code: code }) =>
    code === undefined ? `${number}` : `${number} (${code})`,
  )
  const named = numbers.slice(0, NAMED_MAX).join(', ')
  const left = numbers.length - NAMED_MAX
  const { name, sender, business } = first!
  return {
    ...(name === undefined ? {} : { name }),
    ...(sender === undefined ? {} : { sender }),
    ...(business === undefined ? {} : { business }),
    count: numbers.length,
    parcels: left > 0 ? `${named} ${MORE[language](left)}` : named,
    link: '/track',
  }
}
