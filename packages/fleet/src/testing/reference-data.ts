import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of measurements that lie beside the project; elsewhere it is named by the environment. */
const folder = process.env['HELIOPORT_REFERENCE_DATA'] ?? join(process.cwd(), '../shared/data')

type Test = (name: string, work: jest.ProvidesCallback, timeoutMs?: number) => void

/** A test that needs these files; where they are not, it is skipped and says so in its name. */
export function testWithData(names: readonly string[]): { test: Test; files: string[] } {
  const files = names.map((name) => join(folder, name))
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length === 0) return { test, files }
  return { test: (name, work) => test.skip(`${name} (skipped: ${missing.join(', ')} not there)`, work), files }
}
