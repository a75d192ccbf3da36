// A copy of the console as a later release: the same pages, with every file under another name.

import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NEXT = 'Next'
const RELEASE = /(RELEASE=")\w+/

const laterName = (name: string): string => name.replace(/\.\w+$/, `${NEXT}$&`)

/** Returns the new folder with the copy. The test must remove this folder. */
export const nextRelease = async (built: string): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-next-release-'))
  await cp(built, dir, { recursive: true })
  const assets = join(dir, 'assets')
  const all = await readdir(assets)
  const names = all.filter((name) => !/\.(br|gz)$/.test(name))
  await Promise.all(all.filter((name) => !names.includes(name)).map((name) => rm(join(assets, name))))
  const files = [...names.map((name) => join('assets', name)), 'index.html', 'service-worker.js'].map((file) => join(dir, file))
  for (const file of files.filter((name) => !name.endsWith('.woff2'))) {
    const text = await readFile(file, 'utf8')
    await writeFile(file, names.reduce((later, name) => later.replaceAll(name, laterName(name)), text).replace(RELEASE, `$1${NEXT}`))
  }
  await Promise.all(names.map((name) => rename(join(assets, name), join(assets, laterName(name)))))
  return dir
}
