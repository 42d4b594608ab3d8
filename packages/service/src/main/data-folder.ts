import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Lies in a folder that holds all data of a portal (standalone/data-folder.ts). */
const portalMark = 'helioport-data'

/** The service's own folder, of what `--data` names: the portal's data folder, as `npm start` has it, or that one itself. */
export function serviceFolder(data: string): string {
  return existsSync(join(data, portalMark)) ? join(data, 'service') : data
}
