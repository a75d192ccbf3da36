// /ops/v1/audit once, with its good answers and a refusal.

import type { Call } from './api-story.ts'

export const tellTheAuditStory = async (call: Call, objectId: string): Promise<void> => {
  const [record] = await call(`GET /ops/v1/audit?object_id=${objectId}`)
  await call(`GET /ops/v1/audit?request_id=${encodeURIComponent(record.request_id)}`)
  await call('GET /ops/v1/audit')
}
