// Batches the subjects of notifications, so that a busy store sends a few notifications a second instead of one per commit.

const BATCH_MS = 500
/** The largest number of subjects in one notification. PostgreSQL limits the size of a notification. */
const SUBJECTS_MAX = 100

/** In a subject, this id stands for all objects of a kind: `package *` means all packages. */
export const ANY_OBJECT = '*'

/**
 * Adds a subject, such as `package pkg_1`. If the set already has SUBJECTS_MAX subjects, adds `package *` instead, which stands for all
 * packages.
 */
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
