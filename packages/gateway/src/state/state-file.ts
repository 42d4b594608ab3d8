import { readFileSync } from 'node:fs'
import { open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The saved state; null if there is none, or it is not JSON. */
export function readStateFile<State>(file: string): State | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State
  } catch {
    return null
  }
}

/** Atomic, and on the disk when this returns: after a power cut the former file is intact. */
export async function writeStateFile(file: string, state: unknown): Promise<void> {
  const next = `${file}.next`
  const handle = await open(next, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify(state))
    await handle.sync()
  } catch (error) {
    await handle.close()
    await unlink(next).catch(() => undefined)
    throw error
  }
  await handle.close()
  await rename(next, file)
  const folder = await open(dirname(file), 'r')
  await folder.sync().catch(() => undefined)
  await folder.close()
}
