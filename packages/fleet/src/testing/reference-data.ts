import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of measurements that lie beside the project; elsewhere it is named by the environment. */
const folder = process.env['HELIOPORT_REFERENCE_DATA'] ?? join(process.cwd(), '../shared/data')

/** A test that needs these files; where they are not, it is skipped and says so. */
export function testWithData(names: readonly string[]): { test: typeof test; files: string[] } {
  const files = names.map((name) => join(folder, name))
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length > 0) console.info(`skipped, not there: ${missing.join(', ')}`)
  return { test: missing.length > 0 ? test.skip : test, files }
}
