// Syncs a directory. Syncing a file alone saves its contents, but not its name, which a power cut may still lose.

import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

export const syncDirectoryOf = async (file: string): Promise<void> => {
  const directory = await open(dirname(file))
  await directory.sync().finally(() => directory.close())
}
