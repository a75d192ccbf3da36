// Batches the subjects of notifications, so that a busy store sends a few a second instead of one per commit.

const BATCH_MS = 500
/** The most subjects of a notification, because PostgreSQL limits the size of one. */
const SUBJECTS_MAX = 100

/** Stands for all objects of a kind. */
export const ANY_OBJECT = '*'

/** Adds a subject `kind id`. Beyond the limit, `kind *` is added instead, once for each kind. */
const addTo = (subjects: Set<string>, subject: string): void => {
  const [kind] = subject.split(' ', 1)
  if (subjects.has(`${kind} ${ANY_OBJECT}`)) return
  subjects.add(subjects.size < SUBJECTS_MAX ? subject : `${kind} ${ANY_OBJECT}`)
}

export const createNotificationBatches = (send: (topic: string, subjects: readonly string[]) => void) => {
  const waiting = new Map<string, { subjects: Set<string>; timer: NodeJS.Timeout }>()
  const sendNow = (topic: string): void => {
    const { subjects, timer } = waiting.get(topic)!
    clearTimeout(timer)
    waiting.delete(topic)
    send(topic, [...subjects])
  }
  return {
    add: (topic: string, subject: string): void => {
      if (!waiting.has(topic)) waiting.set(topic, { subjects: new Set(), timer: setTimeout(sendNow, BATCH_MS, topic) })
      addTo(waiting.get(topic)!.subjects, subject)
    },
    flush: (): void => {
      for (const topic of [...waiting.keys()]) sendNow(topic)
    },
  }
}
