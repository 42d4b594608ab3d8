import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceFolder } from './data-folder.ts'

test("the portal's data folder and the service's folder in it name the same service", () => {
  const data = mkdtempSync(join(tmpdir(), 'helioport-folder-'))
  try {
    expect(serviceFolder(data)).toBe(data)
    writeFileSync(join(data, 'helioport-data'), '')
    expect(serviceFolder(data)).toBe(join(data, 'service'))
    expect(serviceFolder(join(data, 'service'))).toBe(join(data, 'service'))
  } finally {
    rmSync(data, { recursive: true })
  }
})
