// Collects the subjects of announcements, so that a busy store sends a few per second instead of one per commit.

const GATHER_MS = 500
/** These fit into one notification of PostgreSQL (8,000 bytes). */
const SUBJECTS_MAX = 100

/** Means any object of a kind. */
export const ANY_OBJECT = '*'

/** A subject is `kind id`. Beyond the limit, only one subject per kind is added, without an id. */
const add = (gathered: Set<string>, subject: string): void => {
  const [kind] = subject.split(' ', 1)
  if (gathered.has(`${kind} ${ANY_OBJECT}`)) return
  gathered.add(gathered.size < SUBJECTS_MAX ? subject : `${kind} ${ANY_OBJECT}`)
}

export const createGathering = (send: (topic: string, subjects: readonly string[]) => void) => {
  const waiting = new Map<string, { subjects: Set<string>; timer: NodeJS.Timeout }>()
  const sendNow = (topic: string): void => {
    const { subjects, timer } = waiting.get(topic)!
    clearTimeout(timer)
    waiting.delete(topic)
    send(topic, [...subjects])
  }
  return {
    gather: (topic: string, subject: string): void => {
      if (!waiting.has(topic)) waiting.set(topic, { subjects: new Set(), timer: setTimeout(sendNow, GATHER_MS, topic) })
      add(waiting.get(topic)!.subjects, subject)
    },
    /** Sends immediately. */
    flush: (): void => {
      for (const topic of [...waiting.keys()]) sendNow(topic)
    },
  }
}
