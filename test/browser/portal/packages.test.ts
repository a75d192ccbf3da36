// Packages in the portal: found and held by keyboard, released, shown with photos and storage, and changed only by some roles.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import { bookPackage, cancelPackage, newCustomer, pickup, play } from '../../support/calls/package-calls.ts'
import { photographed } from '../../support/calls/receiving-calls.ts'
import { attachAll, moveShipment, newShipment, receivedPackages, storedPackages } from '../../support/calls/shipment-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { IN_SOAK } from '../../support/in-soak.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import { assertAccessible } from '../support/axe.ts'
import { atPortal } from '../support/portal-visit.ts'
import { describeInBrowser } from '../support/stage.ts'

describeInBrowser('packages in the portal', (stage) => {
  it('are found, and held with a reason by the keyboard alone', async () => {
    const { page, tenant, person, address } = await atPortal(stage, 'clerk')
    const parcel = await bookPackage(tenant, importAir())
    await bookPackage(tenant, importAir())
    await page.goto(address('/packages'))
    await page.getByLabel('Customer or parcel number').fill(parcel.parcel_number)
    const row = page.getByRole('link', { name: parcel.parcel_number })
    await row.waitFor()
    await page.waitForURL(/key=/)
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
    await assertAccessible(page)
    await row.focus()
    await page.keyboard.press('Enter')
    const hold = page.getByRole('button', { name: 'Hold', exact: true })
    await hold.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Hold this package?' }).waitFor()
    await page.getByLabel('Reason').focus()
    await page.keyboard.type('Waits for an inspection')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('This package is on hold.').waitFor()
    await page.getByText('Waits for an inspection').waitFor()
    await assertAccessible(page)
    const { json } = await tenant.get(`/v1/packages/${parcel.parcel_id}`)
    assert.equal(json.hold_instruction, 'hold')
    assert.equal(json.notices[0].body, 'Waits for an inspection')
    assert.ok(person.userId)
    await page.goto(address(''))
    const holds = page.getByRole('region', { name: 'Packages on hold' })
    await holds.getByRole('link', { name: parcel.parcel_number }).click()
    await page.getByRole('button', { name: 'Release', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await page.getByRole('button', { name: 'Hold', exact: true }).waitFor()
    assert.equal((await tenant.get(`/v1/packages/${parcel.parcel_id}`)).json.hold_instruction, 'release')
  })

  it('name their customer in the lists, to those who may open customers', IN_SOAK, async () => {
    const { page, tenant, address } = await atPortal(stage, 'clerk')
    const customer = await newCustomer(tenant, { first_name: 'Sample', last_name: 'Trader', ...pickup })
    const own = { sender: undefined, parcel_customer_token: customer.parcel_customer_id }
    const { parcel_number: number } = await bookPackage(tenant, importAir(own))
    const { parcel_number: other } = await bookPackage(tenant, importAir())
    const named = `${customer.address_suffix} · Sample Trader`
    const row = (parcel: string) => page.getByRole('row').filter({ hasText: parcel })
    for (const path of ['', '/packages']) {
      await page.goto(address(path))
      await row(number).getByRole('link', { name: named }).waitFor()
      await row(other).waitFor()
      assert.equal(await row(other).getByRole('link').count(), 1)
    }
    await assertAccessible(page)
    await row(number).getByRole('link', { name: number }).click()
    await page.getByRole('heading', { name: 'Where it is' }).waitFor()
    await page.getByRole('link', { name: named }).click()
    await page.getByRole('heading', { name: 'Sample Trader', level: 1 }).waitFor()

    const developer = await atPortal(stage, 'developer', { tenant })
    await developer.page.goto(address('/packages'))
    const theirs = developer.page.getByRole('row').filter({ hasText: number })
    await theirs.getByText(customer.address_suffix, { exact: true }).waitFor()
    assert.equal(await theirs.getByRole('link').count(), 1)
  })

  it('cancelled in the warehouse say that they are still there, and then what became of them, with reason and photo', IN_SOAK, async () => {
    const { page, tenant, address } = await atPortal(stage, 'owner')
    const staff = await signedIn(stage.waybill, 'warehouse')
    const [parcel] = await receivedPackages(tenant, staff, 1)
    const id: string = parcel!.parcel_id
    const post = async (step: string, body: object = {}): Promise<void> => {
      const answer = await staff.call('POST', `/ops/v1/packages/${id}/${step}`, body)
      assert.equal(answer.status, 200, answer.text)
    }
    assert.equal((await cancelPackage(tenant, id)).status, 200)
    await page.goto(address('/packages'))
    await page.getByRole('row').filter({ hasText: parcel!.parcel_number }).getByText('Still in the warehouse').waitFor()
    await page.getByRole('link', { name: parcel!.parcel_number }).click()
    const waits = page.getByText('This package is cancelled and still in the warehouse.')
    await waits.waitFor()
    await page.getByText(/^Free until/).waitFor()

    const rawBody = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const headers = { ...staff.headers, 'content-type': 'image/png' }
    const photo = await stage.waybill.call('POST', `/ops/v1/packages/${id}/photos`, undefined, { rawBody, headers })
    assert.equal(photo.status, 201, photo.text)
    const reason = 'The customer refused the goods'
    const courier = { courier: 'SF Express', courier_number: 'SF1234567890123' }
    const became = page.locator('section', { has: page.getByRole('heading', { name: 'What became of it' }) })
    for (const [name, disposition] of [
      ['Handed back', { kind: 'handed_back', to: 'The driver of the customer' }],
      ['Returned to the supplier', { kind: 'returned_to_supplier', ...courier }],
      ['Destroyed', { kind: 'destroyed' }],
      ['Given up', { kind: 'given_up' }],
    ] as const) {
      await post('dispose', { ...disposition, reason })
      await page.reload()
      await became.getByText(name, { exact: true }).waitFor()
      const { kind: _, ...given } = disposition
      for (const text of [reason, ...Object.values(given)]) await became.getByText(text, { exact: true }).waitFor()
      assert.equal(await waits.count(), 0)
      await page.getByText('Storage ended within the free days.').waitFor()
      await page.getByRole('button', { name: 'Photo 1 of 1' }).waitFor()
      if (name === 'Handed back') await assertAccessible(page)
      await post('undo_disposition')
    }
    await page.reload()
    await waits.waitFor()
    assert.equal(await became.count(), 0)
  })

  it('have the photos of their arrival, and their storage in days and money', async () => {
    const { page, tenant, address } = await atPortal(stage, 'owner')
    const { packageId } = await photographed(stage.waybill, tenant)
    await page.goto(address(`/packages/${packageId}`))
    const photo = page.getByRole('button', { name: 'Photo 1 of 1' })
    await photo.click()
    const picture = page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 1' })
    await picture.waitFor()
    const widthOf = `(async () => {
      const image = document.querySelector('dialog img')
      await image.decode()
      return image.naturalWidth
    })()`
    assert.equal(await page.evaluate<number>(widthOf), 64)
    await page.keyboard.press('Escape')
    await picture.waitFor({ state: 'detached' })
    await page.getByText(/^Free until .* \(7 days\)/).waitFor()
  })

  it('show the code of a package that waits to be collected to a clerk, and to nobody without customers', async () => {
    const { page, tenant, address } = await atPortal(stage, 'clerk')
    const staff = await signedIn(stage.waybill, 'warehouse')
    const [parcel] = await storedPackages(tenant, 1)
    const shipment = await newShipment(staff)
    await attachAll(staff, shipment, [parcel!])
    for (const step of ['depart', 'arrive'] as const) await moveShipment(staff, shipment, step)
    await page.goto(address(`/packages/${parcel!.parcel_id}`))
    await page.getByRole('heading', { name: 'Where it is' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Collection' }).count(), 0)
    const ready = await staff.call('POST', `/ops/v1/packages/${parcel!.parcel_id}/ready`)
    assert.equal(ready.status, 200, ready.text)
    const { collection_code: code } = (await tenant.get(`/v1/packages/${parcel!.parcel_id}/collection`)).json
    await page.reload()
    await page.getByRole('figure', { name: 'Collection code' }).getByText(code, { exact: true }).waitFor()
    await assertAccessible(page)

    const other = await atPortal(stage, 'developer', { tenant })
    await other.page.goto(address(`/packages/${parcel!.parcel_id}`))
    await other.page.getByRole('heading', { name: 'Where it is' }).waitFor()
    assert.equal(await other.page.getByRole('heading', { name: 'Collection' }).count(), 0)
  })

  it('list the invoices that charge them to those who handle money', IN_SOAK, async () => {
    const { page, tenant, address } = await atPortal(stage, 'accountant')
    const [billed] = await storedPackages(tenant, 1)
    const { status, text } = await tenant.post('/v1/test_helpers/invoices', {})
    assert.equal(status, 201, text)
    const [{ number }] = (await tenant.get('/v1/invoices')).json
    const other = await bookPackage(tenant, importAir())
    const invoices = page.locator('section', { has: page.getByRole('heading', { name: 'Invoices' }) })
    await page.goto(address(`/packages/${other.parcel_id}`))
    await invoices.getByText('No invoice yet.').waitFor()
    await page.goto(address(`/packages/${billed!.parcel_id}`))
    await invoices.getByRole('link', { name: number }).waitFor()
    await assertAccessible(page)
    await invoices.getByRole('link', { name: number }).click()
    await page.getByRole('heading', { name: `Invoice ${number}`, level: 1 }).waitFor()

    const clerk = await atPortal(stage, 'clerk', { tenant })
    await clerk.page.goto(address(`/packages/${billed!.parcel_id}`))
    await clerk.page.getByRole('heading', { name: 'Where it is' }).waitFor()
    assert.equal(await clerk.page.getByRole('heading', { name: 'Invoices' }).count(), 0)
  })

  it('are read, and not changed, by a developer', async () => {
    const { page, tenant, address } = await atPortal(stage, 'developer')
    const parcel = await bookPackage(tenant, importAir())
    await page.goto(address(`/packages/${parcel.parcel_id}`))
    await page.getByRole('heading', { name: 'Where it is' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Hold', exact: true }).count(), 0)
    await page.goto(address('/quotes/new'))
    await page.getByText('Your role may not open this').waitFor()

    // Only the delivery of this export is reported, so the earlier steps are shown as not reported.
    const { parcel_id: sent } = await bookPackage(tenant, exportAir())
    await play(tenant, sent, 'deliver')
    await page.goto(address(`/packages/${sent}`))
    const steps = page.locator('.timeline').getByRole('listitem')
    await steps.filter({ hasText: 'In transit' }).getByText('Not reported').waitFor()
    await page.getByText('This package was not stored.').waitFor()
  })
})
