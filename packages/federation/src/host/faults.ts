import type { ReleaseHints } from '@helioport/contract'
import type { FaultClass } from '@helioport/contract/beacon'
import type { IndexedRelease } from '@helioport/contract/release'

/** Kind of a failure of a release. The list is fixed, so that reports can be counted. */
export type FaultKind = FaultClass

export interface RemoteFault {
  remote: string
  /** Null for a remote that is in no index. */
  release: string | null
  kind: FaultKind
  detail: string
}

/** Thrown only inside the host, which returns results instead of throwing. */
export class RemoteLoadError extends Error {
  readonly kind: FaultKind

  constructor(kind: FaultKind, detail: string) {
    super(detail)
    this.name = 'RemoteLoadError'
    this.kind = kind
  }
}

const diagnosisMs = 1_500

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}

/** The browser reports only "failed" for a script, so the file is fetched again and its hash compared. */
async function diagnose(url: string, integrity: string | undefined): Promise<FaultKind> {
  const style = url.endsWith('.css')
  let reply: Response
  try {
    reply = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(diagnosisMs) })
    if (!reply.ok) return style ? 'stylesheet' : reply.status < 500 ? 'missing' : 'network'
    const bytes = await reply.arrayBuffer()
    if (integrity !== undefined && globalThis.crypto?.subtle && (await sha256(bytes)) !== integrity) return 'integrity'
    // The file is intact: so the script itself threw, or the stylesheet had not arrived.
    return style ? 'stylesheet' : 'script'
  } catch {
    return 'network'
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const stylesOf = (error: unknown) => /css chunk (\S+) failed/.exec(textOf(error))?.[1]

/** The failed file: errors of scripts name the file; errors of stylesheets name the chunk, the start of a file name. */
function failedFile(error: unknown, files: readonly string[], base: string): string | undefined {
  const text = `${error instanceof Error && 'request' in error ? String(error.request) : ''} ${textOf(error)}`
  const chunk = stylesOf(error)
  if (chunk !== undefined) return files.find((file) => file.startsWith(`${chunk}.`) && file.endsWith('.css'))
  const [, named = ''] = text.split(base)
  return /^[\w./-]+\.(?:js|css)/.exec(named)?.[0] ?? files.find((file) => text.includes(file))
}

/**
 * Kind and detail of an error that was thrown while a release loaded from `base`. `filesOf`: hashes of its files, if
 * available.
 */
export async function faultOf(
  error: unknown,
  release: IndexedRelease,
  base: string,
  filesOf: (release: IndexedRelease) => Promise<ReleaseHints['files'] | undefined>,
): Promise<RemoteFault> {
  const about = { remote: release.name, release: release.release, detail: textOf(error) }
  if (error instanceof RemoteLoadError) return { ...about, kind: error.kind }
  if (/ScriptExecutionError/.test(about.detail)) return { ...about, kind: 'script' }
  const files = (await filesOf(release)) ?? { [release.entry]: { integrity: release.integrity } }
  const file = failedFile(error, Object.keys(files), base)
  if (file === undefined && stylesOf(error) !== undefined) return { ...about, kind: 'stylesheet' }
  const failed = file ?? release.entry
  return { ...about, kind: await diagnose(base + failed, files[failed]?.integrity) }
}
