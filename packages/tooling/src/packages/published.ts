import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages that a remote in a repository of its own is built with, each after those that it uses. `part`: folder of
 * `src` that is not published.
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

/** package.json, as far as it is read here. */
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
