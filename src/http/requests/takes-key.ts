// The routes that take an Idempotency-Key: all but those with a secret.

/** Answers that hold a secret are never kept, so these routes take no Idempotency-Key. */
const SECRET_ANSWERS = [
  '/ops/v1/businesses/:id/keys',
  '/ops/v1/keys/:id/rotate',
  '/ops/v1/access_tokens',
  '/ops/v1/staff_invitations',
  '/ops/v1/second_factor/totp',
  '/ops/v1/second_factor/totp/confirm',
  '/ops/v1/businesses/:id/webhook_endpoints',
  '/ops/v1/webhook_endpoints/:id/rotate_secret',
]

/** A key is stored with a digest of the body, and a password could be guessed from it. A repeat has no second effect anyway. */
const SECRET_BODIES = ['/ops/v1/staff', '/ops/v1/password', '/ops/v1/second_factor/totp/remove', '/ops/v1/passkeys/options']

export const takesIdempotencyKey = (pattern: string): boolean => !SECRET_ANSWERS.includes(pattern) && !SECRET_BODIES.includes(pattern)
