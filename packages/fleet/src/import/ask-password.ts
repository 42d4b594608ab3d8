import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from '../options.ts'

/** Asks at the terminal without echo. Throws UsageError without a terminal. */
export async function askPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('no password: set HELIOPORT_PASSWORD or give --password-file')
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}
