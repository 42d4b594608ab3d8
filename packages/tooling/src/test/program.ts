import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export const root = resolve(import.meta.dirname, '../../../..')
export const node = process.execPath
/** A program of a package that the workspace root has installed. */
export const bin = (name: string): string => join(root, 'node_modules/.bin', name)

/** Forwards text by whole lines: the outputs of concurrent programs do not mix within a line. */
function passLines(from: Readable, to: Writable): void {
  let rest = ''
  from.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) to.write(rest + text.slice(0, end))
    rest = end > 0 ? text.slice(end) : rest + text
  })
  from.on('end', () => rest !== '' && to.write(`${rest}\n`))
}

interface RunOptions {
  env?: Record<string, string>
}

/** Runs a program in the root folder and shows its output at once; resolves with its exit code. */
export function run(command: string, args: readonly string[], { env }: RunOptions = {}): Promise<number> {
  return new Promise((done) => {
    const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, ...colours, ...env },
    })
    passLines(child.stdout, process.stdout)
    passLines(child.stderr, process.stderr)
    child.on('error', () => done(1))
    child.on('close', (code) => done(code ?? 1))
  })
}

/** The same, but collects the output: that of concurrent programs is shown in one piece at the end. */
export function runKept(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  folder = root,
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part))
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('close', (code) => done({ code: code ?? 1, output: Buffer.concat(output).toString() }))
  })
}

/** Runs the jobs in order, `width` at a time. */
export async function atATime<T>(width: number, jobs: readonly T[], work: (job: T) => Promise<void>): Promise<void> {
  const waiting = [...jobs]
  const worker = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await work(job)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
