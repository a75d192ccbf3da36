// Sample values of all variables, for previews, test messages and the examples that Meta requires for WhatsApp templates.

import type { Language, Purpose } from '../purpose.ts'
import { SEVERAL } from '../purpose.ts'
import type { Facts } from '../values.ts'
import { gatheredFacts, valuesOf } from '../values.ts'
import type { WhatsAppTemplate } from './whatsapp-template.ts'
import { whatsAppParameters } from './whatsapp-template.ts'

const NAMES: Record<Language, string> = { en: 'Sample Trader', zh: '示例客户', fr: 'Client Exemple' }
const REASONS: Record<Language, string> = { en: 'A document is missing', zh: '缺少一份文件', fr: 'Il manque un document' }

const LINKS: Partial<Record<Purpose, string>> = {
  invitation: '/console/invitation#sample',
  portal_invitation: '/portal',
  daily_summary: '/console',
}

/** Numbers of the second and third parcel in the sample of a message about several parcels. */
export const SAMPLE_PARCELS = ['SMP-2HJX-9B3D', 'SMP-5WRN-7C6F']

export const sampleFacts = (purpose: Purpose, language: Language): Facts => ({
  name: NAMES[language],
  business: 'Sample Imports',
  parcel_number: 'SMP-8ZKQ-4M7T',
  collection_code: '482913',
  link: LINKS[purpose] ?? '/track/SMP-8ZKQ-4M7T',
  weight: 2.5,
  price: 'NGN 129000',
  reason: REASONS[language],
  date: '2026-11-30',
  days: 3,
  invoice_number: 'SMP-2026-00017',
  receipt_number: 'SMP-R-2026-00009',
  amount: 'NGN 129000',
  due_date: '2026-12-14',
  role: 'warehouse',
  change: 'A passkey was added.',
  code: '1234 5678',
  arrived: 31,
  departed: 12,
  on_hold: 4,
  failed_messages: 1,
  unpaid: '3 (NGN 284,500.00)',
})

/** An example value for each parameter of a WhatsApp template. Meta asks for these examples. */
export const exampleParameters = (purpose: Purpose, template: WhatsAppTemplate, baseUrl: string): string[] => {
  const language = template.in
  const one = sampleFacts(purpose, language)
  const isSeveral = template.variables.some((name) => SEVERAL.needed.includes(name))
  const facts = isSeveral ? gatheredFacts([one, ...SAMPLE_PARCELS.map((parcel_number) => ({ ...one, parcel_number }))], language) : one
  return whatsAppParameters(template, { ...valuesOf(facts, language, baseUrl), sender: 'Sample Forwarders' })
}
