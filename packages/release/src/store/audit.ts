import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { Layout } from './layout.ts'

export interface AuditEntry {
  at: string
  action: 'publish' | 'rollback' | 'renew'
  serial: number
  name: string | null
  from: string | null
  to: string | null
  reason: string | null
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}

/** Appends one line; it carries the hash of the line before, so that a change in the past shows. Hold the lock. */
export async function appendAudit(layout: Layout, entry: AuditEntry): Promise<void> {
  const text = await readFile(layout.audit, 'utf8').catch(() => '')
  const previous = text === '' ? null : createHash('sha256').update(lastLine(text)).digest('hex')
  await appendFile(layout.audit, `${JSON.stringify({ ...entry, by: userInfo().username, previous })}\n`, {
    mode: 0o600,
  })
}

/** Position (from 0) of the first line that does not fit the one before; undefined if all do. */
export async function brokenAuditLine(layout: Layout): Promise<number | undefined> {
  const lines = (await readFile(layout.audit, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  const position = lines.findIndex((line, i) => {
    const before = lines[i - 1]
    const expected = before === undefined ? null : createHash('sha256').update(before).digest('hex')
    return (JSON.parse(line) as { previous: string | null }).previous !== expected
  })
  return position === -1 ? undefined : position
}
