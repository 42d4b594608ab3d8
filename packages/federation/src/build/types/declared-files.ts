import { globSync } from 'node:fs'
import { join } from 'node:path'

/** Packages that remotes compile against, and packages that their declarations import. */
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

/** Folder of declarations for remotes; federation also has code for builds and for the shell. */
const folderOf = (name: (typeof declaredPackages)[number]) => (name === 'federation' ? 'src/remote' : 'src')

/** Absolute source files of the declarations that remotes compile against, including modules with types only. */
export function declaredFiles(root: string): string[] {
  const patterns = declaredPackages.map((name) => `packages/${name}/${folderOf(name)}/**/*.{ts,tsx}`)
  const files = globSync(patterns, { cwd: root, exclude: ['**/*.test.{ts,tsx}', '**/testing/**'] })
  return files.map((file) => join(root, file))
}
