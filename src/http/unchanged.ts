// Answers that hold until something is written: where the store can tell that nothing was, the same question has the same answer.

type Unchanged<Answer> = {
  /** What the question was answered with since the last change, if it was. */
  find(question: string): Answer | undefined
  /** `since`: the last change before the answer was read from the store. */
  keep(question: string, answer: Answer, since: number | null): void
}

type Kept<Answer> = { bytesMax: number; bytesOf(answer: Answer): number }

export const createUnchanged = <Answer>(lastChange: () => number | null, { bytesMax, bytesOf }: Kept<Answer>): Unchanged<Answer> => {
  const kept = new Map<string, Answer>()
  let bytes = 0
  let keptSince: number | null = null

  const forgetAll = (): void => {
    kept.clear()
    bytes = 0
  }
  /** One write makes all of it doubtful: what is written here is not known to be about something else. */
  const moveOnTo = (change: number | null): void => {
    if (change === keptSince) return
    forgetAll()
    keptSince = change
  }

  return {
    find: (question) => {
      moveOnTo(lastChange())
      return kept.get(question)
    },
    keep: (question, answer, since) => {
      if (since === null || since !== keptSince) return
      bytes += 2 * question.length + bytesOf(answer)
      if (bytes > bytesMax) forgetAll()
      kept.set(question, answer)
    },
  }
}
