import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../options.ts'

const program = (path: string) => join(projectRoot, 'packages', path)

/** Programs that the command line starts or passes commands to. */
export const programs = {
  service: program('service/src/main/server.ts'),
  serviceCommands: program('service/src/main/cli.ts'),
  releaseHost: program('release/src/server.ts'),
  releaseCommands: program('release/src/cli.ts'),
} as const

/** Runs a program on this terminal. @returns its exit code */
export function handOver(path: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((done, refuse) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args], {
      stdio: 'inherit',
      env,
    })
    child.on('error', refuse)
    child.on('close', (code) => done(code ?? 1))
  })
}

/** Runs a program to its end. @returns its output @throws Error with its last output */
export async function outputOf(path: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const options = { env, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path, ...args],
    options,
  ).catch((error: unknown) => {
    const { stderr = '' } = error as { stderr?: string }
    throw new Error(stderr.trim().split('\n').at(-1) || String(error), { cause: error })
  })
  return stdout
}
