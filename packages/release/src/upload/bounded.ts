import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Limits of a process on this machine. */
export interface Bounds {
  /** `none`: an empty network namespace; `open`: this machine has no namespaces. */
  network: 'none' | 'open'
  memoryBytes: number
  seconds: number
}

const megabytes = 1024 * 1024
export const bounds = { memoryBytes: 1_024 * megabytes, seconds: 120 }
let ownNetwork: boolean | undefined
/** Linux with user namespaces, as on Debian. */
export function hasOwnNetwork(): boolean {
  ownNetwork ??= process.platform === 'linux' && spawnSync('unshare', ['-rn', 'true'], { stdio: 'ignore' }).status === 0
  return ownNetwork
}

export const boundsOfMachine = (): Bounds => ({ network: hasOwnNetwork() ? 'none' : 'open', ...bounds })

export type Limits = Pick<Bounds, 'memoryBytes' | 'seconds'>

/** Resident memory of a process in bytes; 0 if the system has no `/proc`. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

/** How a bounded process ended: by itself, or killed at a limit. */
export type Ended = { code: number | null; output: string; errors: string } | { ended: string }

/** Runs a program without environment, and kills it at its limit of memory or time. */
export function runBounded(
  command: string,
  args: readonly string[],
  { cwd, input = '', limits = bounds }: { cwd: string; input?: string; limits?: Limits },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { PATH: process.env['PATH'] ?? '' }, stdio: ['pipe', 'pipe', 'pipe'] }) // prettier-ignore
    let ending: string | undefined
    const end = (why: string) => {
      ending ??= why
      child.kill('SIGKILL')
    }
    const late = setTimeout(() => end(`takes longer than ${limits.seconds} s`), limits.seconds * 1_000)
    const watch = setInterval(() => {
      void residentBytes(child.pid ?? 0).then((bytes) => bytes > limits.memoryBytes && end(`takes more than ${limits.memoryBytes / megabytes} MB of memory`)) // prettier-ignore
    }, 100)
    const output: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => output.push(part))
    child.stderr.on('data', (part: Buffer) => errors.push(part))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(late)
      clearInterval(watch)
      if (ending !== undefined) resolve({ ended: ending })
      else resolve({ code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() })
    })
  })
}
