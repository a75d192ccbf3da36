// Writes the software bill of materials of a release (CycloneDX): what a production install holds, and what is built into its pages.

import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..', '..')
const MAX_BYTES = 64 * 1024 * 1024
/** Matches the name of a package, with its scope, in an import or in the `url()` of a style sheet. */
const NAMED = /(?:^import (?!type )[^'"]*|\bimport\(|\burl\()['"]((?:@[\w-]+\/)?\w[\w.-]*)/gm
/** Whether the package is part of the built pages. Packages that contain only types are not. */
const isShipped = (name: string): boolean => !name.startsWith('@types/')

type Component = { 'bom-ref': string; name: string; version: string }
type Bill = {
  bomFormat: string
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
type Manifest = { name: string; version: string; dependencies: object; optionalDependencies: object; devDependencies: object }

const builtIntoPages = async ({ devDependencies }: Manifest): Promise<string[]> => {
  const files = globSync(join(ROOT, '{console/src,portal/src,web}/**/*.{ts,tsx,css}')).filter((file) => !file.endsWith('/web/build.ts'))
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const imported = sources.flatMap((source) => [...source.matchAll(NAMED)].map(([, name]) => name!))
  return [...new Set(imported)].filter((name) => name in devDependencies)
}

/**
 * Lists all packages of the lock file, even if NODE_ENV is production. `npm sbom --omit dev` would leave out production packages that a
 * development tool also needs, for example pg.
 */
const wholeBill = async (): Promise<Bill> => {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--include=dev']
  return JSON.parse((await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: MAX_BYTES })).stdout)
}

export const billOfMaterials = async (): Promise<Bill> => {
  const manifest: Manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const { metadata, components, dependencies, ...bill } = await wholeBill()
  const root = metadata.component['bom-ref']
  const shipped = new Set([
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.optionalDependencies),
    ...(await builtIntoPages(manifest)),
  ])
  const nameOf = new Map(components.map((component) => [component['bom-ref'], component.name]))
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const ofRoot = (needs.get(root) ?? []).filter((ref) => shipped.has(nameOf.get(ref)!))
  const kept = new Set(ofRoot)
  for (const ref of kept) for (const needed of needs.get(ref) ?? []) if (isShipped(nameOf.get(needed)!)) kept.add(needed)
  return {
    ...bill,
    // `npm sbom` names the project after its folder, so the name is corrected here.
    metadata: { ...metadata, component: { ...metadata.component, name: manifest.name } },
    components: components.filter((component) => kept.has(component['bom-ref'])),
    dependencies: [{ ref: root, dependsOn: ofRoot }, ...dependencies.filter(({ ref }) => kept.has(ref))],
  }
}

if (import.meta.main) {
  const bill = await billOfMaterials()
  const { name, version } = bill.metadata.component
  const file = `${name}-${version}.cdx.json`
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(file)
}
