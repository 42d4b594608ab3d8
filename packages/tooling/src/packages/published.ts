import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages that remotes in their own repositories are built with, each after its dependencies. `without`: folders of
 * `src` that are not published.
 */
export const published: readonly { name: string; without?: readonly string[] }[] = [
  { name: 'contract' },
  { name: 'time' },
  { name: 'series' },
  { name: 'ui' },
  { name: 'i18n' },
  { name: 'api-client' },
  { name: 'session' },
  { name: 'federation', without: ['single-bundle'] },
  { name: 'remote-kit' },
]

/** The fields of package.json that are read here. */
export interface Manifest {
  name: string
  version: string
  description?: string
  exports: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
