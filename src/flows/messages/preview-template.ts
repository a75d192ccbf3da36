// Renders draft texts of a template as a recipient would get them: with sample values, or with the values of a real parcel.

import type { Business } from '../../domain/businesses/business.ts'
import { fullName } from '../../domain/customers/customer.ts'
import type { Language } from '../../domain/messages/purpose.ts'
import { rulesOf } from '../../domain/messages/purpose.ts'
import type { Segments } from '../../domain/messages/sms-segments.ts'
import { segmentsOf } from '../../domain/messages/sms-segments.ts'
import { SAMPLE_PARCELS, sampleFacts } from '../../domain/messages/texts/sample-facts.ts'
import type { TemplateKey, TemplateTexts } from '../../domain/messages/texts/template.ts'
import { checkTexts } from '../../domain/messages/texts/template.ts'
import type { Facts } from '../../domain/messages/values.ts'
import { Problems } from '../../domain/values/errors.ts'
import type { Query } from '../../platform/engine/db.ts'
import * as priceList from '../../store/billing/price-list.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as customers from '../../store/customers/customers.ts'
import * as operatorStore from '../../store/operator/operator.ts'
import * as packages from '../../store/packages/packages.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import type { Deps } from '../deps.ts'
import { htmlOf, senderNameOf } from './outgoing.ts'
import { priceWithTax } from './queue-messages.ts'
import { requireTemplate } from './read-templates.ts'
import type { Rendered } from './render-message.ts'
import { renderMessage } from './render-message.ts'

export type Draft = { key: TemplateKey; texts: TemplateTexts; language: Language; packageId: string | null }

export type Preview = { subject: string | null; text: string; html: string | null; sms: Segments | null; whatsApp: Rendered['template'] }

/** `several`: preview of one message about several parcels. Null if messages for this purpose are never combined. */
export type Previews = { one: Preview; several: Preview | null }

export const previewTemplate = async (deps: Deps, { key, texts, language, packageId }: Draft, baseUrl: string): Promise<Previews> => {
  requireTemplate(key)
  const problems = new Problems()
  checkTexts(key, texts, 'texts', problems)
  problems.throwIfAny()
  const { business, facts: real } = packageId === null ? { business: null, facts: {} } : await factsOf(deps, packageId)
  const operator = await operatorStore.find(deps.db)
  const framing = { senderName: senderNameOf(business, operator), operator, baseUrl }
  const facts = { ...sampleFacts(key.purpose, language), ...real }
  const recipient = rulesOf(key.purpose).to
  const previewOf = (gathered: readonly Facts[]): Preview => {
    const rendered = renderMessage(texts, gathered, { ...key, language, ...framing })
    const framed = { id: 'preview', recipient, channel: key.channel, language }
    return {
      subject: rendered.subject,
      text: rendered.text,
      html: key.channel === 'email' ? htmlOf(framed, rendered, framing) : null,
      sms: key.channel === 'sms' ? segmentsOf(rendered.text) : null,
      whatsApp: rendered.template,
    }
  }
  const others = SAMPLE_PARCELS.map((parcel_number) => ({ ...facts, parcel_number }))
  return { one: previewOf([facts]), several: rulesOf(key.purpose).gatherMs > 0 ? previewOf([facts, ...others]) : null }
}

/** Finds a parcel by its token or number and returns its values. The preview uses sample values for values that the parcel lacks. */
const factsOf = async ({ db, clock }: Deps, id: string): Promise<{ business: Business; facts: Facts }> => {
  const { scope, parcel } = (await packages.findByParcelNumber(db, id)) ?? (await packages.loadOfAnyBusiness(db, id))
  const [business, price, name] = await Promise.all([
    businesses.load(db, scope.businessId),
    priceOf(db, scope, parcel.quoteId, clock()),
    parcel.customerId === null ? null : customers.load(db, scope, parcel.customerId),
  ])
  const facts = {
    parcel_number: parcel.parcelNumber,
    link: `/track/${encodeURIComponent(parcel.parcelNumber)}`,
    business: business.name,
    ...(name ? { name: fullName(name) || name.addressSuffix } : {}),
    ...(parcel.actualWeightKg === null ? {} : { weight: parcel.actualWeightKg }),
    ...(price === null ? {} : { price }),
  }
  return { business, facts }
}

const priceOf = async (db: Query, scope: packages.FoundPackage['scope'], quoteId: string | null, now: number): Promise<string | null> => {
  if (quoteId === null) return null
  const [quote, rates] = await Promise.all([quotes.load(db, scope, quoteId), priceList.taxRates(db)])
  return priceWithTax(rates, quote, now)
}
