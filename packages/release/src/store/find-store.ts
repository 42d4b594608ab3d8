import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { layoutOf } from './layout.ts'

/** Whether a folder is a release store: it contains anything that only a store has. */
function isStore(folder: string): boolean {
  const { index, audit, keys, change } = layoutOf(folder)
  return [index, audit, keys, change, join(folder, 'pointers')].some((path) => existsSync(path))
}

/**
 * The folder of the release store for `--data`: either the portal's data folder, as in `npm start`, whose subfolder
 * `releases` is the store, or that store itself. With `init` it may be new.
 * @throws Error where there is no store and `init` is false
 */
export function findStore(data: string, init: boolean): string {
  const inner = basename(data) === 'releases' ? data : join(data, 'releases')
  for (const folder of [data, inner]) if (isStore(folder)) return folder
  if (init) return inner
  throw new Error(`there is no release store in ${inner}; name the folder that npm start uses with --data, or make a store there with --init`) // prettier-ignore
}
