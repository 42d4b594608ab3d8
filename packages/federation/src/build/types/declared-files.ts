import { globSync } from 'node:fs'
import { join } from 'node:path'

/** Packages that remotes are written against, and those that their declarations name. */
export const declaredPackages = [
  'contract',
  'time',
  'series',
  'ui',
  'i18n',
  'api-client',
  'session',
  'federation',
] as const

/** Of the package that has code for builds and for the shell, too: what remotes take. */
const folderOf = (name: (typeof declaredPackages)[number]) => (name === 'federation' ? 'src/remote' : 'src')

/** What the declarations that remotes are compiled against are made from, absolute: modules of types alone, too. */
export function declaredFiles(root: string): string[] {
  const patterns = declaredPackages.map((name) => `packages/${name}/${folderOf(name)}/**/*.{ts,tsx}`)
  const files = globSync(patterns, { cwd: root, exclude: ['**/*.test.{ts,tsx}', '**/testing/**'] })
  return files.map((file) => join(root, file))
}
