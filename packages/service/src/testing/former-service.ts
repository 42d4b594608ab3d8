import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const here = resolve(import.meta.dirname, '../../../..')
const kept = join(here, 'packages/service/versions')

/** The service of a version before, as it was kept by `npm run keep-version`, with the libraries that are installed now. */
export interface FormerService {
  version: string
  /** Its program below its folder: `main/server.ts`. */
  program: (path: string) => string
  remove: () => void
}

/** Versions that were kept. */
export const formerVersions = readdirSync(kept).map((file) => file.replace(/\.tar\.br$/, ''))

/** Lays it down in a folder of its own, where its packages find each other and none of now. */
export function unpackService(version: string): FormerService {
  const folder = mkdtempSync(join(tmpdir(), 'former-service-'))
  const input = brotliDecompressSync(readFileSync(join(kept, `${version}.tar.br`)))
  execFileSync('tar', ['-xf', '-', '-C', folder], { input })
  for (const name of readdirSync(join(folder, 'packages')))
    execFileSync('cp', ['-a', join(here, 'packages', name, 'node_modules'), join(folder, 'packages', name)])
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'))
  return {
    version,
    program: (path) => join(folder, 'packages/service/src', path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
