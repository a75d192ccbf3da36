// The processor time of a server and the processes that it started, as Linux counts it.

import { readdir, readFile } from 'node:fs/promises'

const TICKS_PER_SECOND = 100

type Process = { pid: number; parent: number; seconds: number }

/** Null once it has ended. */
const processOf = async (pid: string): Promise<Process | null> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name before them is in parentheses, and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { pid: Number(pid), parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND }
}

/** User and system time of a process and all below it that are still there; NaN where there is no /proc. */
export const processorSeconds = async (root: number): Promise<number> => {
  const names = await readdir('/proc').catch(() => [])
  const found = (await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(processOf))).filter((each) => each !== null)
  const below = Map.groupBy(found, ({ parent }) => parent)
  const sum = ({ pid, seconds }: Process): number => (below.get(pid) ?? []).reduce((total, child) => total + sum(child), seconds)
  const [first] = found.filter(({ pid }) => pid === root)
  return first ? sum(first) : Number.NaN
}
