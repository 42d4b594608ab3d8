import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const here = resolve(import.meta.dirname, '../../../..')
const kept = join(here, 'packages/service/versions')

/** The service of an earlier version, kept by `npm run keep-version`, with the libraries that are installed now. */
export interface FormerService {
  version: string
  /** Path of one of its programs, for example `main/server.ts`. */
  program: (path: string) => string
  remove: () => void
}

/** Kept versions. */
export const formerVersions = readdirSync(kept).map((file) => file.replace(/\.tar\.br$/, ''))

/** Unpacks it into a new folder, where its packages resolve each other and not those of the repository. */
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
