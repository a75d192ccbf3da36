// Records which directories are synced to disk during some work, and the result of `look` at each sync.

import type { FileHandle } from 'node:fs/promises'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

type Synced<T> = { directory: string; seen: T }

/** Replaces Node's own `open`, because nothing else shows whether a directory was synced. */
export const syncedDirectories = async <T>(work: () => Promise<unknown>, { look }: { look: () => Promise<T> }): Promise<Synced<T>[]> => {
  const noted: Synced<T>[] = []
  const { open } = files
  const watched = async (...args: Parameters<typeof open>): Promise<FileHandle> => {
    const handle = await open(...args)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      if ((await handle.stat()).isDirectory()) noted.push({ directory: String(args[0]), seen: await look() })
      await sync()
    }
    return handle
  }
  const watch = (with_: typeof open): void => {
    Object.assign(files, { open: with_ })
    syncBuiltinESMExports()
  }
  watch(watched)
  try {
    await work()
  } finally {
    watch(open)
  }
  return noted
}
