import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of reference measurements beside the project; an environment variable can name another. */
const folder = process.env['HELIOPORT_REFERENCE_DATA'] ?? join(process.cwd(), '../shared/data')

type Test = (name: string, work: jest.ProvidesCallback, timeoutMs?: number) => void

/** A test that needs these files; without them it is skipped, and its name says so. */
export function testWithData(names: readonly string[]): { test: Test; files: string[] } {
  const files = names.map((name) => join(folder, name))
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length === 0) return { test, files }
  return { test: (name, work) => test.skip(`${name} (skipped: ${missing.join(', ')} not there)`, work), files }
}
