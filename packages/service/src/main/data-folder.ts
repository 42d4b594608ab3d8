import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Marker file in a portal's data folder (standalone/data-folder.ts). */
const portalMark = 'helioport-data'

/** The service's own folder; `--data` names either it, or the portal's data folder that contains it. */
export function serviceFolder(data: string): string {
  return existsSync(join(data, portalMark)) ? join(data, 'service') : data
}
