import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../publish/build.ts'
import type { Violation } from '../gate/violation.ts'
import type { Statement } from './statement.ts'

export interface Task {
  /** The archive. */
  data: string
  /** Folder that is there and empty. */
  output: string
  /** The store. */
  root: string
  statement: Statement
  /** ISO instant. */
  now: string
}

/** What came out: the release as it would lie in the store and what the gate says, or why there is none. */
export type Findings =
  | { hashes: Record<string, string>; violations: Violation[]; newPrefixes: string[] }
  | { refused: string }

/** What this machine holds a process within. */
export interface Bounds {
  /** `none`: a network of its own with nothing in it; `open`: this machine cannot take it away. */
  network: 'none' | 'open'
  memoryBytes: number
  seconds: number
}

const megabytes = 1024 * 1024
const bounds = { memoryBytes: 1_024 * megabytes, seconds: 120 }
/** Half of the memory is for what is not Node's heap: buffers, compressors. */
const heapMegabytes = 512

let ownNetwork: boolean | undefined
/** Linux with user namespaces, as Debian has them. */
function hasOwnNetwork(): boolean {
  ownNetwork ??= process.platform === 'linux' && spawnSync('unshare', ['-rn', 'true'], { stdio: 'ignore' }).status === 0
  return ownNetwork
}

export const boundsOfMachine = (): Bounds => ({ network: hasOwnNetwork() ? 'none' : 'open', ...bounds })

/** A program of Node that may read and write these paths and nothing else, starts no other, and has no network. */
export function boundedCommand(
  readable: readonly string[],
  writable: readonly string[],
  program: readonly string[],
): [string, string[]] {
  // prettier-ignore
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    // The parser is compiled code.
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
    '--disable-warning=SecurityWarning',
    ...program,
  ]
  const [command = '', ...args] = hasOwnNetwork() ? ['unshare', '-rn', '--', ...node] : node
  return [command, args]
}

/** Its own code, the archive, and the store without its keys. */
function examination({ data, output, root }: Task): [string, string[]] {
  const code = ['packages', 'node_modules', 'package.json'].map((name) => join(projectRoot, name))
  // A folder that is not there yet is no folder to Node: it is named with what will be in it.
  const store = ['r', 'r/*', 'pointers', 'pointers/*', 'index.json'].map((name) => join(root, name))
  return boundedCommand([...code, ...store, data, output], [output], [join(import.meta.dirname, 'examine.ts')])
}

/** Memory of a process in bytes, where the system says it. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

/**
 * Opens an archive and asks the gate in a process of its own: no network (where the machine can), no file but those that
 * it needs, no environment, no further process, bounded memory and time.
 */
export function examineArchive(
  task: Task,
  limits: Pick<Bounds, 'memoryBytes' | 'seconds'> = bounds,
): Promise<Findings> {
  const [command, args] = examination(task)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: task.output, env: { PATH: process.env['PATH'] ?? '' }, stdio: ['pipe', 'pipe', 'pipe'] }) // prettier-ignore
    let ending: string | undefined
    const end = (why: string) => {
      ending ??= why
      child.kill('SIGKILL')
    }
    const late = setTimeout(() => end(`examining it takes longer than ${limits.seconds} s`), limits.seconds * 1_000)
    const watch = setInterval(() => {
      void residentBytes(child.pid ?? 0).then((bytes) => bytes > limits.memoryBytes && end(`examining it takes more than ${limits.memoryBytes / megabytes} MB of memory`)) // prettier-ignore
    }, 100)
    const output: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => output.push(part))
    child.stderr.on('data', (part: Buffer) => errors.push(part))
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(task))
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(late)
      clearInterval(watch)
      if (ending !== undefined) resolve({ refused: ending })
      else if (code === 0) resolve(JSON.parse(Buffer.concat(output).toString()) as Findings)
      else if (/heap out of memory|Reached heap limit/.test(Buffer.concat(errors).toString()))
        resolve({ refused: 'examining it takes too much memory' }) // prettier-ignore
      else reject(new Error(`the examination failed: ${Buffer.concat(errors).toString().slice(-2_000)}`))
    })
  })
}
