// Data that a transaction depends on is read inside the transaction. Each exception is listed here with the reason why it is safe.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSources } from '../support/document/sources.ts'

const AGAIN = 'only to refuse early: read again inside'
const READ_BEFORE: Readonly<Record<string, string>> = {
  'billing/issue-due.ts: operators.find': 'issuing an invoice checks the seller again',
  'billing/month-end/month-end.ts: operators.find': 'issuing an invoice checks the seller again',
  'billing/provider/payment-notices.ts: notices.find': AGAIN,
  'billing/provider/start-link.ts: customers.load': 'an address for the provider’s receipt; nothing of it is saved',
  'billing/provider/start-link.ts: invoices.load':
    'the provider is asked in between; what is paid under the link is settled by what is owed then',
  'billing/provider/start-link.ts: operators.find': 'an address for the provider’s receipt; nothing of it is saved',
  'billing/provider/start-link.ts: paymentLinks.findUnused': 'a second link to the same invoice does no harm',
  'billing/till/count-till.ts: operators.find': 'a name on the slip',
  'billing/till/count-till.ts: staffStore.load': 'a name on the slip',
  'booking/carrier-label.ts: carrierLabels.find': 'the first that is kept stays',
  'booking/poll-carriers.ts: quotes.load': 'which packages to move; they are read inside',
  'booking/settle-purchases.ts: businesses.findWithClock': 'who is written as the author',
  'businesses/api-keys.ts: apiKeys.load': AGAIN,
  'customers/change-customer.ts: customers.load': 'whether the change is a long one; read again inside',
  'events/change-webhook-endpoint.ts: endpoints.load': AGAIN,
  'events/replay-deliveries.ts: endpoints.load': AGAIN,
  'members/passkeys.ts: passkeyStore.byCredential': 'marked as used inside, unless it was used or revoked meanwhile',
  'members/passkeys.ts: passkeyStore.ofUser': 'which authenticators are not to be registered twice; counted again inside',
  'messages/send-invoice.ts: operatorStore.find': 'a name and a logo in the preview, which saves nothing',
  'operator/set-operator.ts: operatorStore.find': AGAIN,
  'packages/hold-package.ts: packages.loadOfAnyBusiness': 'whose package it is; read again inside',
  'places/put-in-place.ts: packages.loadOfAnyBusiness': 'its mode, and the package as it is afterwards; read again inside',
  'places/put-in-place.ts: places.loadNamed': 'which place the code means; read again inside',
  'quotes/create-quote.ts: customers.findByAnyId': 'locked inside, and of the same version',
  'quotes/create-quote.ts: customers.findBySuffix': 'locked inside, and of the same version',
  'quotes/read-quote.ts: quotes.load': 'of the same version inside',
  'receiving/add-photo.ts: photos.ofOwner': AGAIN,
  'staff/create-staff.ts: invitations.findOpen': 'accepted inside, unless it was accepted or revoked meanwhile',
  'staff/create-staff.ts: staffStore.findByEmail': AGAIN,
  'staff/daily-summary.ts: moneyRules.find': 'who sees money, in an email that sums up the moment before',
  'staff/passkeys.ts: passkeyStore.byCredential': 'marked as used inside, unless it was used or revoked meanwhile',
  'staff/passkeys.ts: passkeyStore.ofStaff': 'which authenticators are not to be registered twice; counted again inside',
  'staff/passkeys.ts: staffStore.load': 'locked inside, unless it was changed meanwhile',
  'staff/sign-in.ts: staffStore.findByEmail': 'locked inside, unless it was changed meanwhile',
  'staff/webauthn.ts: operatorStore.find': 'a name that the browser shows',
}

const STORES = /^import \* as (\w+) from '[./]*\/store\/[^']+'/gm
const READS = /\b(\w+)\.((?:load|find|by|of)\w*)\(\s*deps\.db\b/g

describe('a flow with a transaction', () => {
  it('reads the data that it depends on inside it (tx, not deps.db), or is listed here with a reason', () => {
    const flows = readSources('src/flows/**/*.ts').filter(({ text }) => text.includes('.transaction('))
    assert.ok(flows.length > 30)
    const found = flows.flatMap(({ file, text }) => {
      const stores = new Set([...text.matchAll(STORES)].map(([, name]) => name))
      return [...text.matchAll(READS)]
        .filter(([, store]) => stores.has(store))
        .map(([, store, read]) => `${file.replace('src/flows/', '')}: ${store}.${read}`)
    })
    assert.deepEqual([...new Set(found)].sort(), Object.keys(READ_BEFORE).sort())
  })
})
