// Which addresses are on the public internet.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPublicAddress } from './public-address.ts'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00::1',
  '2001:4860::8888',
]

const SPECIAL = [
  '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255',
  '192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255',
  '240.0.0.1 255.255.255.255 :: ::1 ::2 ::7f00:1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:7f00:1 64:ff9b::7f00:1 64:ff9b:1::1',
  '100::1 2001::1 2001:2::1 2001:10::1 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe:: 3fff::1 4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1',
].flatMap((line) => line.split(' '))

describe('an address', () => {
  for (const address of PUBLIC) it(`${address} is public`, () => assert.equal(isPublicAddress(address), true))
  for (const address of SPECIAL) it(`${address} is not`, () => assert.equal(isPublicAddress(address), false))
  for (const text of ['', 'localhost', '127.1', '0x7f.0.0.1', '8.8.8.8:80', '[::1]']) {
    it(`"${text}" is none`, () => assert.equal(isPublicAddress(text), false))
  }
})
