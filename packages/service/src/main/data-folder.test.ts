import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceFolder } from './data-folder.ts'

test('the folder that a portal was started with, and the one of the service in it, are the same to every command', () => {
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
