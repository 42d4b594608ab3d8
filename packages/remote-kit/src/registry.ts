import { spawnSync } from 'node:child_process'

/** Where npm on this machine has the portal's packages from, as its settings in and above `folder` say; null: they do not. */
export function registryHere(folder: string): string | null {
  const asked = spawnSync('npm', ['config', 'get', '@helioport:registry'], { cwd: folder, encoding: 'utf8' })
  const said = asked.stdout?.trim() ?? ''
  return /^https?:\/\//.test(said) ? said : null
}
