import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { credentialsOf } from './credentials.ts'
import { askHost } from './host.ts'
import { programOf } from './project.ts'

/** The first free port from this one on. */
async function freePortFrom(port: number): Promise<number> {
  const isFree = await new Promise<boolean>((tell) => {
    const trial = createServer()
    trial.once('error', () => tell(false))
    trial.listen(port, '127.0.0.1', () => trial.close(() => tell(true)))
  })
  return isFree ? port : freePortFrom(port + 1)
}

/** Waits for the development server: it refuses connections until it listens, and answers when it has compiled. */
async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const hasAnswered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (hasAnswered) return
    await wait(100)
  }
}

interface Development {
  /** Folder of the remote. */
  root: string
  part: string
  /** URL of the portal. */
  url: string
  /** Port of the development server; if it is taken, the next free one. */
  port: number
  print: (line: string) => void
}

/**
 * Shows this remote from source in a running portal, in the browser that opens the link. @throws Error with the
 * portal's message
 */
export async function develop({ root, part, url, port: wanted, print }: Development): Promise<void> {
  const credentials = credentialsOf(process.env, url)
  // Checks the key first: otherwise the server would seem to work before the refusal.
  await askHost(url, '/releases/team/key', credentials)
  const port = await freePortFrom(wanted)
  const origin = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [programOf(root, '@rspack/cli', 'rspack'), 'serve', '--mode', 'production', '--env', `port=${port}`], { stdio: 'inherit' }) // prettier-ignore
  process.once('exit', () => server.kill())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))
  server.once('exit', (code) => process.exit(code ?? 1))
  // A link that is opened too early would show an area that cannot be loaded.
  await untilAnswered(`${origin}/remote.json`)
  const { path } = await askHost<{ path: string }>(url, '/releases/team/override', credentials, {
    method: 'POST',
    body: { part, origin },
  }).catch((error: unknown) => {
    server.kill()
    throw error
  })
  print(`${part} from source, in the browser that opens this within 5 minutes:\n${new URL(path, url).href}`)
}
