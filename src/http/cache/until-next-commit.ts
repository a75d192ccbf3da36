// Answers that hold until something is written: where the store can tell that nothing was, the same question has the same answer.

/** Reads the answer only if the question was not answered since the last change. What is read as undefined is not kept. */
export type Unchanged<Answer> = <Read extends Answer | undefined>(question: string, read: () => Promise<Read>) => Answer | Promise<Read>

export type Kept<Answer> = { bytesMax: number; bytesOf(answer: Answer): number }

export const createUnchanged = <Answer>(lastChange: () => number | null, { bytesMax, bytesOf }: Kept<Answer>): Unchanged<Answer> => {
  let kept = new Map<string, Answer>()
  let bytes = 0
  let keptSince: number | null = null

  const forgetAll = (): void => {
    // A map that is cleared goes on holding what it held until a full collection.
    if (kept.size > 0) kept = new Map()
    bytes = 0
  }
  /** One write makes all of it doubtful: what is written here is not known to be about something else. */
  const moveOnTo = (change: number | null): void => {
    if (change === keptSince) return
    forgetAll()
    keptSince = change
  }
  const keep = (question: string, answer: Answer | undefined, since: number | null): void => {
    if (answer === undefined || since === null || since !== keptSince) return
    bytes += 2 * question.length + bytesOf(answer)
    if (bytes > bytesMax) forgetAll()
    kept.set(question, answer)
  }

  return (question, read) => {
    // Before the read: what is written during it may be missing from what it finds.
    const since = lastChange()
    moveOnTo(since)
    const known = kept.get(question)
    if (known !== undefined) return known
    return read().then((answer) => {
      keep(question, answer, since)
      return answer
    })
  }
}
