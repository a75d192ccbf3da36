// Puts the name of a file on the disk: syncing the file itself keeps its contents, and a power cut may still take its name.

import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The directory that holds this file. */
export const syncDirectoryOf = async (file: string): Promise<void> => {
  const directory = await open(dirname(file))
  await directory.sync().finally(() => directory.close())
}
