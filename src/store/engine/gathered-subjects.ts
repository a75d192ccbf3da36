// Gathers the subjects of announcements, so that a busy store sends a few a second instead of one per commit.

const GATHER_MS = 500
/** As many as fit into what PostgreSQL lets one notification carry. */
const SUBJECTS_MAX = 100

/** Stands for any object of its kind. */
export const ANY_OBJECT = '*'

/** `kind id`; beyond the limit the ids are left out, so that at most one subject per kind is added. */
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
    /** No timer runs while there is nothing to send. */
    gather: (topic: string, subject: string): void => {
      if (!waiting.has(topic)) waiting.set(topic, { subjects: new Set(), timer: setTimeout(sendNow, GATHER_MS, topic) })
      add(waiting.get(topic)!.subjects, subject)
    },
    /** Sends at once what waits. */
    flush: (): void => {
      for (const topic of [...waiting.keys()]) sendNow(topic)
    },
  }
}
