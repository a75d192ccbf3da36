// Payments in a real browser: bank statements, refunds, reversals, open cases, missed charges, extras, tax and the journal.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { needsAttention, newNotice } from '../../src/domain/billing/payment-notice.ts'
import { recordMissed } from '../../src/flows/billing/missed/record-missed.ts'
import { callerFor } from '../../src/flows/deps.ts'
import { workTasks } from '../../src/flows/tasks/work-tasks.ts'
import { SYSTEM } from '../../src/platform/engine/db.ts'
import * as notices from '../../src/store/billing/payment-notices.ts'
import { atDesk, issueAll } from '../support/calls/billing-calls.ts'
import { book } from '../support/calls/receiving-calls.ts'
import { IN_SOAK } from '../support/in-soak.ts'
import { byTest } from '../support/samples/authors.ts'
import { exportAir, importAir } from '../support/samples/requests.ts'
import { assertAccessible } from './support/axe.ts'
import { describeInBrowser, fitsPhone } from './support/stage.ts'

const DESKTOP = { width: 1280, height: 800 }

describeInBrowser('payments', (stage) => {
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const inDialog = (page: Page) => page.getByRole('dialog')

  it('come from a bank statement, are refunded and reversed', async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant({ name: 'Lagoon Traders' })
    await book(tenant, exportAir())
    const desk = await atDesk(waybill)
    const { total, number, invoice_id } = await issueAll(desk, tenant.business.id)
    const page = await stage.newPage({ as: 'admin' })
    await page.goto(`/console/invoices/${invoice_id}`)
    await press(page, 'Payment link')
    await inDialog(page).getByRole('button', { name: 'Make link' }).click()
    await page.getByText(`Ask for a transfer with the reference ${number}.`).waitFor()
    await page.goto('/console/payments/bank?mode=test')
    const csv = `Date,Narration,Credit\n16/11/2026,NIP LAGOON TRADERS LTD,"${total}"\n17/11/2026,CASH,500.00\n18/11/2026,BROKEN,five\n`
    await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('must be an amount, not "five"').waitFor()
    await page.getByRole('button', { name: 'Import 1 line' }).waitFor()
    assert.match(await page.getByRole('combobox', { name: 'Pays 2' }).inputValue(), new RegExp(`^${number} · Lagoon Traders`))
    await page.getByRole('combobox', { name: 'Pays 3' }).click()
    await page.getByRole('option', { name: 'Lagoon Traders: oldest invoices first' }).click()
    await assertAccessible(page)
    await press(page, 'Import 2 lines')
    await page.getByText('2 payments were taken.').waitFor()
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)

    await page.goto(`/console/payments?mode=test&business=${tenant.business.id}`)
    await page.getByRole('link', { name: /RCT-/ }).nth(1).waitFor()
    await assertAccessible(page)
    // Opens the newest payment, which comes first and has credit left.
    await page.getByRole('link', { name: /RCT-/ }).first().click()
    await page.getByRole('button', { name: 'Refund' }).click()
    await inDialog(page).getByLabel('Reason').fill('Paid by mistake')
    await inDialog(page).getByLabel('Amount, NGN').fill('200')
    await assertAccessible(page)
    await inDialog(page).getByRole('button', { name: 'Refund' }).click()
    await page.getByText('₦300.00').first().waitFor()
    // A partly refunded payment can still be reversed, for example if it bounces.
    await page.getByRole('button', { name: 'Reverse' }).waitFor()

    await page.getByRole('link', { name: 'Payments' }).last().click()
    await page.getByRole('link', { name: /RCT-/ }).nth(1).click()
    await page.getByRole('button', { name: 'Reverse' }).click()
    await inDialog(page).getByLabel('Reason').fill('Bounced')
    await inDialog(page).getByRole('button', { name: 'Reverse' }).click()
    await page.getByText('Reversed', { exact: true }).first().waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    assert.equal((await tenant.get('/v1/balance')).json.balance, (Number(total) - 300).toFixed(2))
  })

  it('are taken from a long bank statement in the background, also when the page is left', IN_SOAK, async () => {
    const { waybill } = stage
    const { business } = await waybill.newTenant({ name: 'Creek Traders' })
    const desk = await atDesk(waybill)
    await desk.done('/price_list', { code: 'SORT', name: 'Sorting', kind: 'other', amount: '770' })
    await desk.done('/charges', { mode: 'test', business: business.id, code: 'SORT' })
    await issueAll(desk, business.id)
    const page = await stage.newPage({ as: 'accountant' })
    await page.goto('/console/payments/bank?mode=test')
    const body = Array.from({ length: 60 }, (_, index) => `16/11/2026,NIP CREEK TRADERS,FT-CREEK-${index},770.00`)
    const csv = `Date,Narration,Reference,Credit\n${body.join('\n')}\n`
    await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Import 60 lines' }).waitFor()
    // Before the chosen file is imported, a colleague enters one of the transfers in the file by hand.
    const transfer = { mode: 'test', business: business.id, method: 'transfer', amount: '770', reference: 'FT-CREEK-5' }
    await desk.done('/payments', transfer)
    await press(page, 'Import 60 lines')
    await page.getByText('0 of 60 done').waitFor()
    let ms = 0
    await workTasks({ ...waybill.deps, monotonic: () => (ms += 600) })
    await page.getByText('25 of 60 done').waitFor()
    await page.visit('/console/tasks?mode=test')
    await page.getByRole('row').filter({ hasText: 'Import of bank lines' }).getByText('25 of 60 done').waitFor()
    await page.getByRole('link', { name: 'Import of bank lines' }).click()
    await page.getByText('You can leave this page: the server goes on.').waitFor()
    await workTasks(waybill.deps)
    await page.getByText('59 payments were taken.').waitFor()
    await page.getByText('1 line was refused.').waitFor()
    await page.getByText('already has the reference FT-CREEK-5').waitFor()
    await assertAccessible(page)
  })

  it('reported by Paystack wait for an admin', async () => {
    const { waybill } = stage
    const tenant = await waybill.newTenant({ name: 'Marina Stores' })
    const { deps } = waybill
    const told = { mode: 'test', provider: 'paystack', event: 'charge.success', bodyDigest: '', createdAt: deps.clock() } as const
    await deps.db.transaction(SYSTEM, async (tx) => {
      for (const reference of ['POS-1', 'POS-2']) {
        const notice = newNotice({ ...told, id: deps.newId('ntf'), reference }, deps.clock())
        await notices.insert(tx, byTest(deps), needsAttention({ ...notice, amount: 70_000, currency: 'NGN' }, 'unknown_reference'))
      }
    })
    const page = await stage.newPage({ as: 'admin' })
    await page.goto('/console/payment-notices?mode=test')
    await press(page, 'Decide POS-1')
    await inDialog(page).getByLabel('Business', { exact: true }).click()
    await page.getByRole('option', { name: /Marina Stores/ }).click()
    await assertAccessible(page)
    await inDialog(page).getByRole('button', { name: 'Record for a business' }).click()
    await page.getByRole('button', { name: 'Decide POS-1' }).waitFor({ state: 'hidden' })
    await press(page, 'Decide POS-2')
    await inDialog(page).getByLabel('Dismiss').check()
    await inDialog(page).getByLabel('Reason').fill('Not ours')
    await inDialog(page).getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Nothing needs attention').waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    assert.equal((await tenant.get('/v1/balance')).json.credit, '700.00')
  })

  it('that could not be charged are counted on the overview, and charged or dismissed by an admin', IN_SOAK, async () => {
    const { waybill } = stage
    const { deps } = waybill
    const tenant = await waybill.newTenant({ name: 'Creek Motors' })
    const { ids } = await book(tenant, importAir())
    const caller = await callerFor(deps.db, { businessId: tenant.business.id, mode: 'test' }, byTest(deps))
    const facts = { kind: 'storage', amount: '22.00', currency: 'XAF', lastDay: '2026-11-01', description: 'Storage in francs' } as const
    await deps.db.transaction(SYSTEM, (tx) => recordMissed(deps, tx, caller, 'no_exchange_rate', { ...facts, packageId: ids[0]! }))
    const page = await stage.newPage({ as: 'admin' })
    await page.goto(`/console/?mode=test&business=${tenant.business.id}`)
    await page.getByRole('link', { name: /Missed charges/ }).click()
    await page.getByText('No exchange rate converts it to naira.').waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    page.faults.allow(/422/)
    await press(page, 'Charge now: Storage in francs')
    await page.getByText('This charge is still not possible.').waitFor()
    await press(page, 'Dismiss: Storage in francs')
    await inDialog(page).getByLabel('Reason').fill('Agreed with the client')
    await inDialog(page).getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('No missed charges').waitFor()
  })

  it('are charged by a price list and tax rates, and end in a journal', async () => {
    const page = await stage.newPage({ as: 'admin' })
    await page.visit('/console/extras')
    await press(page, 'Set price')
    await inDialog(page).getByLabel('Code').fill('PACK-1')
    await inDialog(page).getByLabel('Name').fill('Repacking, one carton')
    await inDialog(page).getByLabel('Amount, NGN').fill('1500')
    await inDialog(page).getByRole('button', { name: 'Set price' }).click()
    await page.getByRole('cell', { name: 'PACK-1' }).waitFor()
    await press(page, 'Set tax rate')
    await inDialog(page).getByLabel('Percent').fill('101')
    page.faults.allow(/422/)
    await inDialog(page).getByRole('button', { name: 'Set tax rate' }).click()
    await inDialog(page).locator('[aria-invalid=true]').waitFor()
    await inDialog(page).getByLabel('Percent').fill('7.5')
    await inDialog(page).getByRole('button', { name: 'Set tax rate' }).click()
    await page.getByRole('cell', { name: '7.5' }).waitFor()
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
    await page.visit('/console/journal')
    await page.getByLabel('First day').fill('2026-11-01')
    const link = page.getByRole('link', { name: 'Download CSV' })
    await link.waitFor()
    assert.match((await link.getAttribute('href'))!, /journal\.csv\?.*from=2026-11-01/)
    await assertAccessible(page)
    await fitsPhone(page)
    await page.setViewportSize(DESKTOP)
  })

  it('are read-only for support', IN_SOAK, async () => {
    const page = await stage.newPage({ as: 'support' })
    await page.visit('/console/extras')
    await page.getByRole('heading', { name: 'Tax rates' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Set / }).count(), 0)
    await page.visit('/console/payments/bank')
    await page.getByText('Your role is Support.').waitFor()
  })
})
