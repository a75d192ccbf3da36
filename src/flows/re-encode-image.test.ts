// Only one photo is encoded at a time. A limited number of photos may wait, and further photos are refused.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import { Rejection } from '../domain/values/errors.ts'
import { PHOTOS_WAITING_MAX, reEncodePhoto } from './re-encode-image.ts'

it('beyond one that is encoded and those that may wait, photos are told to come again', async () => {
  const photo = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const answers = await Promise.allSettled(Array.from({ length: PHOTOS_WAITING_MAX + 4 }, () => reEncodePhoto(photo)))
  const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason as Rejection] : []))
  assert.equal(refused.length, 3)
  for (const reason of refused) {
    assert.ok(reason instanceof Rejection)
    assert.deepEqual([reason.code, reason.retryAfterSeconds], ['OVERLOADED', 2])
  }
  assert.equal((await reEncodePhoto(photo)).width, 20, 'there is room again')
})
