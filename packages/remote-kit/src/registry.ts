import { spawnSync } from 'node:child_process'

/** The registry of the portal's packages in npm's settings for `folder`; null if none is set. */
export function registryHere(folder: string): string | null {
  const asked = spawnSync('npm', ['config', 'get', '@helioport:registry'], { cwd: folder, encoding: 'utf8' })
  const said = asked.stdout?.trim() ?? ''
  return /^https?:\/\//.test(said) ? said : null
}
