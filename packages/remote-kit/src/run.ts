import { spawn } from 'node:child_process'
import { basename } from 'node:path'

/** A program ended with an error, which its output has shown. */
export class ProgramFailed extends Error {}

/** Runs a command and shows its output. @throws ProgramFailed */
export function runCommand(command: string, args: readonly string[], folder: string): Promise<void> {
  return new Promise((done, refuse) => {
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', refuse)
    child.on('close', (code) =>
      code === 0
        ? done()
        : refuse(
            new ProgramFailed(
              `${[command, ...args]
                .slice(0, 4)
                .map((part) => basename(part))
                .join(' ')} … ended with ${code ?? 'a signal'}`,
            ),
          ),
    )
  })
}

/** Runs a program of an installed package with this Node. @throws ProgramFailed */
export const run = (folder: string, file: string, args: readonly string[]): Promise<void> =>
  runCommand(process.execPath, [file, ...args], folder)
