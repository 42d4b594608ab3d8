import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { remotesAmong } from '@helioport/contract'
import { storesOf } from './data-folder.ts'
import { remotesNamed, startDevServers } from './dev-servers.ts'
import { developAgainst } from './against.ts'
import { openForPortal } from './open.ts'
import { parseStart, projectRoot } from './options.ts'
import { noteReady, publishParts, startPortal } from './portal.ts'
import { runCommand } from './run-command.ts'

/** Calls `work` once files below the folders have stopped changing; one call at a time. */
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
  const remotes = remotesAmong(readdirSync(projectRoot))
  const named = remotesNamed(options.words, remotes)
  if (options.against !== undefined) {
    const [part] = named
    if (part === undefined || options.words.length !== 1)
      throw new Error('--against takes one remote: npm run dev station -- --against URL')
    await developAgainst(part, { url: options.against, key: options.key, data: options.data }, steps, group)
    return 'running'
  }
  const data = openForPortal(options, steps, onEnd)
  // Development builds of the shell stay separate from releases.
  const releases = storesOf(data).development
  const released = remotes.filter((name) => !named.includes(name))

  const devRemotes = await steps.run(
    `Development servers of ${named.join(', ')}`,
    'Mend the error above and start again.',
    (say) => startDevServers(group, named, { logs: join(data, 'logs'), say }),
  )
  const publish = async (say: (line: string) => void) => {
    await publishParts(['shell', ...named], releases, 'development')(say)
    if (released.length > 0) await publishParts(released, releases, 'production')(say)
  }
  const watchService = named.length === remotes.length
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
