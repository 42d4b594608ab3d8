import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { portal } from './portal.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A data folder of the test's own, with the existing releases. */
export function ownData(): { base: string; data: string } {
  const base = mkdtempSync(join(tmpdir(), 'helioport-start-'))
  // The database does not run as root and must be able to enter its folder.
  chmodSync(base, 0o755)
  const data = join(base, 'portal')
  mkdirSync(data)
  writeFileSync(join(data, 'helioport-data'), '')
  cpSync(portal().releases, join(data, 'releases'), { recursive: true })
  return { base, data }
}

export interface SecondPortal {
  process: ChildProcess
  lines: string[]
  url: string
  /** Match of `until` in its output. */
  said: string
}

/** Starts a portal on a data folder, and waits for an output line that matches `until`. */
export function startOn(data: string, flags: readonly string[], until: RegExp): Promise<SecondPortal> {
  const args = ['packages/standalone/src/start.ts', `--data=${data}`, ...flags]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  return new Promise((done, refuse) => {
    let url = ''
    child.once('exit', (code) => refuse(new Error(`ended with ${code}:\n${lines.join('\n')}`)))
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        url = /^Helioport is ready at (\S+)/.exec(line)?.[1] ?? url
        const said = until.exec(line)?.[1]
        if (said) done({ process: child, lines, url, said })
      })
    }
  })
}
