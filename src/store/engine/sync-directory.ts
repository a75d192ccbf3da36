// Syncs a directory: syncing a file alone does not save its name from a power cut.

import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

export const syncDirectoryOf = async (file: string): Promise<void> => {
  const directory = await open(dirname(file))
  await directory.sync().finally(() => directory.close())
}
