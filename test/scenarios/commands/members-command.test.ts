// The command `waybill members`: adding, listing and removing the members of a business, the JSON output and the error messages.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Finished } from '../../support/server/command-line.ts'
import { hostedCommand, waybillCommand, waybillServe } from '../../support/server/command-line.ts'

describe('waybill members', () => {
  forOneEngine((engine) => {
    let store: FreshDb
    before(async () => {
      store = await engine.freshDb([])
      await succeed('migrate')
      for (const prefix of ['KAN', 'LOS']) await succeed('business', 'create', '--name', `Business ${prefix}`, '--prefix', prefix)
    })
    after(() => store.drop())

    const run = (...args: string[]): Promise<Finished> => hostedCommand(args, store.env)
    const succeed = async (...args: string[]): Promise<string> => {
      const { code, out, err } = await run(...args)
      assert.equal(code, 0, err)
      return out
    }
    const json = async (...args: string[]): Promise<Json> => JSON.parse(await succeed('members', ...args, '--json'))
    const add = (email: string, role: string, business = 'KAN') =>
      json('add', '--business', business, '--email', email, '--name', 'Sample Person', '--role', role)
    const listOf = async (business = 'KAN'): Promise<Json[]> => (await json('list', '--business', business)) as Json[]

    it('add prints a link that signs in once; list tells of the sign-in; remove is at once', async () => {
      assert.deepEqual(await listOf(), [])
      const text = await succeed(
        'members',
        'add',
        '--business',
        'KAN',
        '--email',
        'owner@example.com',
        '--name',
        'First Owner',
        '--role',
        'owner',
      )
      const [, memberId] = /^Invited First Owner as owner: (mbr_\w+)$/m.exec(text) ?? []
      const [, secret] = /^ {2}http\S+\/portal\/link#(\w{32,})$/m.exec(text) ?? []
      assert.ok(memberId && secret, text)
      const { member_id: clerkId, role, link, ...rest } = await add('clerk@example.com', 'clerk')
      assert.match(clerkId, /^mbr_/)
      assert.match(link, /\/portal\/link#\w{32,}$/)
      assert.deepEqual([role, rest], ['clerk', {}])

      const server = await waybillServe({ ...store.env, WAYBILL_DEMO: '0' })
      const signIn = async () =>
        fetch(`${server.url}/portal/v1/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ link: secret }),
        })
      const opened = await signIn()
      assert.equal(opened.status, 201)
      assert.equal((await signIn()).status, 401)
      const [owner, clerk] = await listOf()
      assert.deepEqual(
        [owner, clerk].map((each) => [each!.member_id, each!.email, each!.name, each!.role, each!.state]),
        [
          [memberId, 'owner@example.com', 'First Owner', 'owner', 'active'],
          [clerkId, 'clerk@example.com', 'Sample Person', 'clerk', 'invited'],
        ],
      )
      assert.deepEqual([Number.isNaN(Date.parse(owner!.last_signed_in_at)), clerk!.last_signed_in_at], [false, null])
      const table = await succeed('members', 'list', '--business', 'KAN')
      assert.match(table, /^id\s+email\s+name\s+role\s+state\s+last sign-in$/m)
      assert.match(table, new RegExp(`^${memberId}\\s+owner@example\\.com\\s+First Owner\\s+owner\\s+active\\s+\\d{4}-`, 'm'))

      const headers = { cookie: opened.headers.get('set-cookie')!.split(';')[0]!, 'x-waybill-mode': 'test' }
      const { businesses } = (await opened.json()) as Json
      const read = async () =>
        (await fetch(`${server.url}/v1/packages`, { headers: { ...headers, 'x-waybill-business': businesses[0].business_id } })).status
      assert.equal(await read(), 200)
      assert.deepEqual(await json('remove', memberId, '--business', 'KAN'), { member_id: memberId, removed: true })
      assert.equal(await read(), 404, 'the last owner too')
      assert.equal(await succeed('members', 'remove', clerkId, '--business', 'KAN'), `Removed ${clerkId}.`)
      assert.deepEqual(await listOf(), [])
      assert.equal(await server.stop(), 0)
    })

    it('add renews an invitation, and refuses a person who has accepted', async () => {
      const first = await add('again@example.com', 'clerk', 'LOS')
      const second = await add('again@example.com', 'accountant', 'LOS')
      assert.equal(second.member_id, first.member_id)
      assert.notEqual(second.link, first.link)
      assert.deepEqual(
        (await listOf('LOS')).map(({ role }) => role),
        ['accountant'],
      )
    })

    const WRONG: [what: string, args: string[], problem: RegExp][] = [
      [
        'a role that there is not',
        ['add', '--business', 'LOS', '--email', 'a@example.com', '--name', 'A', '--role', 'boss'],
        /--role must be one of owner, clerk/,
      ],
      ['an address that is none', ['add', '--business', 'LOS', '--email', 'nobody', '--name', 'A', '--role', 'clerk'], /email/],
      ['an empty name', ['add', '--business', 'LOS', '--email', 'a@example.com', '--name', ' ', '--role', 'clerk'], /name/],
      ['an unknown business', ['add', '--business', 'NONE', '--email', 'a@example.com', '--name', 'A', '--role', 'clerk'], /business/i],
      ['a list of an unknown business', ['list', '--business', 'NONE'], /No business has the id or prefix NONE/],
      ['a removal of an unknown person', ['remove', 'mbr_01kqn2x4t8e6nvd0t2d5c1yq7w', '--business', 'LOS'], /No such person/],
      ['a removal by a wrong id', ['remove', 'nobody', '--business', 'LOS'], /No such person/],
      ['a removal from an unknown business', ['remove', 'mbr_01kqn2x4t8e6nvd0t2d5c1yq7w', '--business', 'NONE'], /No business has/],
    ]
    for (const [what, args, problem] of WRONG)
      it(`refuses ${what}, and changes nothing`, async () => {
        const before = await listOf('LOS')
        const { code, out, err } = await run('members', ...args)
        assert.deepEqual([code, out], [1, ''], err)
        assert.match(err, problem)
        assert.doesNotMatch(err, /\n\s+at |select |insert /, 'no stack and no SQL')
        assert.deepEqual(await listOf('LOS'), before)
      })

    it('refuses a list without a business', async () => {
      const { code, out, err } = await waybillCommand(['members', 'list'], store.env)
      assert.deepEqual([code, out], [2, ''])
      assert.match(err, /--business/)
    })

    it('keeps the people of another business out of reach', async () => {
      const { member_id: id } = await add('kept@example.com', 'owner', 'LOS')
      const { code, err } = await run('members', 'remove', id, '--business', 'KAN')
      assert.deepEqual([code, /No such person/.test(err)], [1, true])
      assert.ok((await listOf('LOS')).some(({ member_id }) => member_id === id))
    })
  })
})
