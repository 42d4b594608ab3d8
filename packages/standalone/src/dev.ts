import { watch } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { devPortOf, folderOf, type RemoteName, remoteNames } from '@helioport/contract'
import { openForPortal } from './open.ts'
import { parseStart, projectRoot } from './options.ts'
import { noteReady, publishParts, startPortal } from './portal.ts'
import { host } from './ports.ts'
import { runCommand } from './run-command.ts'

/** Remotes named on the command line come from source; none named: all of them. */
function remotesAmong(words: readonly string[]): RemoteName[] {
  const unknown = words.filter((word) => !remoteNames.includes(word as RemoteName))
  if (unknown.length > 0) throw new Error(`"${unknown.join(', ')}" is none of ${remoteNames.join(', ')}`)
  return words.length > 0 ? (words as RemoteName[]) : [...remoteNames]
}

/** Calls `work` when files below the folders rest after a change; one call at a time. */
function onChange(folders: readonly string[], work: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  for (const folder of folders) {
    watch(join(projectRoot, folder), { recursive: true }, (_, file) => {
      if (file && /node_modules|dist/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        running = running.then(work)
      }, 300)
    })
  }
}

await runCommand(async ({ steps, group, onEnd }) => {
  const options = parseStart(process.argv, process.env['INIT_CWD'] ?? process.cwd())
  if (!options) return 'done'
  const named = remotesAmong(options.words)
  const data = openForPortal(options, steps, onEnd)
  // Development builds of the shell never mix with what is released.
  const releases = join(data, 'development')
  const released = remoteNames.filter((name) => !named.includes(name))
  const devRemotes = Object.fromEntries(named.map((name) => [name, `http://${host}:${devPortOf(name)}`]))

  await steps.run(
    `Development servers of ${named.join(', ')}`,
    'Mend the error above and start again.',
    async (say) => {
      for (const name of named) {
        const folder = join(projectRoot, folderOf(name))
        const rspack = createRequire(join(folder, 'package.json')).resolve('@rspack/cli/package.json')
        await group.start({
          name: folderOf(name),
          args: [join(rspack, '../bin/rspack.js'), 'serve'],
          cwd: folder,
          logFile: join(data, 'logs', `${folderOf(name)}.log`),
          onLine: say,
          readyWhen: (line) => line.includes('compiled'),
          readyWithinMs: 60_000,
          keepAlive: true,
        })
      }
    },
  )
  const publish = async (say: (line: string) => void) => {
    await publishParts(['shell', ...named], releases, 'development')(say)
    if (released.length > 0) await publishParts(released, releases, 'production')(say)
  }
  const watchService = named.length === remoteNames.length
  const portal = await startPortal({ ...options, data, releases, publish, devRemotes, watchService }, steps, group)
  const shellSources = [
    'shell/src',
    ...['ui', 'i18n', 'session', 'api-client', 'contract'].map((name) => `packages/${name}/src`),
  ]
  onChange(shellSources, () =>
    steps
      .run(
        'Shell built again; reload the page',
        'Mend the error above; the former shell stays.',
        publishParts(['shell'], releases, 'development'),
      )
      .catch(() => {}),
  )
  noteReady(portal, steps)
  steps.note(
    `From source: ${named.join(', ')} (hot reload), shell (reload)${watchService ? ', service' : ''}. Ctrl-C stops everything.`,
  )
  return 'running'
})
