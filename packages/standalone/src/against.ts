import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleasableName } from '@helioport/contract'
import { startDevServers } from './dev-servers.ts'
import type { ProcessGroup } from './process-group.ts'
import type { Steps } from './steps.ts'

export interface AgainstOptions {
  /** Address of a running portal. */
  url: string
  /** The portal's operator key; default: the one in the data folder of this machine. */
  key: string | undefined
  data: string
}

function keyFor({ key, data }: AgainstOptions): string {
  const file = join(data, 'releases/keys/operator-key')
  const known = key ?? process.env['HELIOPORT_OPERATOR_KEY'] ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
  if (known.trim() === '') throw new Error(`an operator's key is needed: --key, or HELIOPORT_OPERATOR_KEY`)
  return known.trim()
}

/** Asks a portal for a link that sets an override in one browser. @throws Error with the portal's reason */
async function linkFor(url: string, key: string, part: ReleasableName, origin: string): Promise<string> {
  const reply = await fetch(new URL('/releases/door/override', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ part, origin }),
    signal: AbortSignal.timeout(10_000),
  })
  const answer = (await reply.json()) as { path?: string; message?: string }
  if (!reply.ok || answer.path === undefined) throw new Error(`${url}: ${answer.message ?? reply.statusText}`)
  return new URL(answer.path, url).href
}

/** `npm run dev station -- --against URL`: that remote from source, only in the browser that opens the link. */
export async function developAgainst(
  part: ReleasableName,
  options: AgainstOptions,
  steps: Steps,
  group: ProcessGroup,
): Promise<void> {
  const key = keyFor(options)
  const logs = join(options.data, 'logs')
  mkdirSync(logs, { recursive: true })
  const origins = await steps.run(`Development server of ${part}`, 'Mend the error above and start again.', (say) =>
    startDevServers(group, [part], { logs, say, against: true }),
  )
  const link = await steps.run(`Link to ${options.url}`, 'Is the portal there, and does it allow overrides?', () =>
    linkFor(options.url, key, part, origins[part] ?? ''),
  )
  steps.note(
    `\n${part} from source, everything else as it is there, in the browser that opens this link within 5 minutes:`,
  )
  steps.note(link)
  steps.note(
    'The banner on the page takes it away again; ?safe=1 shows the portal without it. Ctrl-C stops the server.',
  )
}
