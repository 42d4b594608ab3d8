import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const mostBytes = 256 * 1024
const mostLines = 300

export interface LogTail {
  name: string
  lines: string[]
}

/** The last lines of each log in a folder; none where there is no such folder. */
export async function logTails(folder: string, scrub: (text: string) => string): Promise<LogTail[]> {
  const names = await readdir(folder).catch(() => [])
  const logs = names.filter((name) => name.endsWith('.log')).toSorted()
  return Promise.all(logs.map(async (name) => ({ name, lines: scrubbed(await tailOf(join(folder, name)), scrub) })))
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - mostBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const text = buffer.toString('utf8', 0, bytesRead)
    // The first line may be incomplete.
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    await file.close()
  }
}

const scrubbed = (text: string, scrub: (text: string) => string) =>
  scrub(text.split('\n').filter((line) => line !== '').slice(-mostLines).join('\n')).split('\n') // prettier-ignore
