import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Runs the folder's TypeScript compiler; undefined if it has none. */
export function runCompiler(folder: string, args: readonly string[]): { code: number; output: string } | undefined {
  const program = compilerOf(folder)
  if (program === undefined) return undefined
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { code: status ?? 1, output: `${stdout}${stderr}` }
}

function compilerOf(folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('typescript/package.json')
    const program = join(dirname(manifest), 'bin/tsc')
    return existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}
