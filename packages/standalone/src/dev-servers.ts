import { createRequire } from 'node:module'
import { join } from 'node:path'
import { folderOf, type ReleasableName } from '@helioport/contract'
import { projectRoot } from './options.ts'
import { freePortFrom, host } from './ports.ts'
import type { ProcessGroup } from './process-group.ts'

/** Remotes named on the command line; default: all. @throws Error that names unknown ones */
export function remotesNamed(words: readonly string[], known: readonly ReleasableName[]): ReleasableName[] {
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0) throw new Error(`"${unknown.join(', ')}" is none of ${known.join(', ')}`)
  return words.length > 0 ? [...words] : [...known]
}

interface DevServerOptions {
  /** Folder of log files. */
  logs: string
  say: (line: string) => void
  /** For a production shell of another portal instead of a development build. */
  against?: boolean
}

/** Starts a development server for each remote, sequentially; name -> origin. */
export async function startDevServers(
  group: ProcessGroup,
  names: readonly ReleasableName[],
  { logs, say, against = false }: DevServerOptions,
): Promise<Record<string, string>> {
  const origins: Record<string, string> = {}
  let port = 3100
  for (const name of names) {
    const folder = join(projectRoot, folderOf(name))
    const rspack = createRequire(join(folder, 'package.json')).resolve('@rspack/cli/package.json')
    port = await freePortFrom(port + 1, () => {})
    await group.start({
      name: folderOf(name),
      args: [
        join(rspack, '../bin/rspack.js'),
        'serve',
        '--env',
        `port=${port}`,
        ...(against ? ['--mode', 'production'] : []),
      ],
      cwd: folder,
      logFile: join(logs, `${folderOf(name)}.log`),
      onLine: say,
      readyWhen: (line) => line.includes('compiled'),
      readyWithinMs: 60_000,
      keepAlive: true,
    })
    origins[name] = `http://${host}:${port}`
  }
  return origins
}
