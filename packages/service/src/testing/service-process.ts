import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Compile cache of `npm test` (packages/tooling/bin/run.mjs), also where jest is started directly. */
const compiled =
  process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../../../../node_modules/.cache/helioport/compiled')

/** The service as an operator runs it: in its own process. */
export interface ServiceProcess {
  url: string
  child: ChildProcess
  /** From the start of the process until it was ready, in ms. */
  startMs: number
  /** Sends the signal; resolves with the exit code, or null after a signal that cannot be caught. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/**
 * Starts the service on a free port; `dataFolder` has its embedded database unless the environment names another.
 * `program`: main program of another version. Rejects with the process's output if it ends before it is ready.
 */
export async function startServiceProcess(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
  program = join(import.meta.dirname, '../main/server.ts'),
): Promise<ServiceProcess> {
  const from = performance.now()
  const child = spawn(process.execPath, [program, '--port', '0', '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Shared cache: twenty processes compile the same files.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      LARGE_ORDER_PERCENT: '100',
      ...env,
    },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    void exit.then((code) => reject(new Error(`the service ended with ${code}: ${said}`)))
    createInterface(child.stdout).on('line', (line) => {
      const ready = /^service: ready at (http:\S+)$/.exec(line)?.[1]
      if (ready) resolve(ready)
    })
  })
  return {
    url,
    child,
    startMs: performance.now() - from,
    end: (signal) => {
      child.kill(signal)
      return exit
    },
  }
}
