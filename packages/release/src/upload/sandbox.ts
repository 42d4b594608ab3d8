import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import { projectRoot } from '../publish/build.ts'
import { typeViolations } from '../gate/types/violations.ts'
import type { Violation } from '../gate/violation.ts'
import { layoutWith, readJson } from '../store/layout.ts'
import { bounds, hasOwnNetwork, type Limits, runBounded } from './bounded.ts'
import type { Statement } from './statement.ts'

export interface Task {
  /** File of the archive. */
  data: string
  /** Existing, empty folder. */
  output: string
  /** Folder of the store. */
  root: string
  statement: Statement
  /** ISO instant. */
  now: string
}

/** Result: hashes of the release's files and the gate's objections, or why there is no release. */
export type Findings =
  | { hashes: Record<string, string>; violations: Violation[]; newPrefixes: string[]; told: string[] }
  | { refused: string }

/** Limit of Node's heap; the other half of the memory is for buffers and compressors. */
const heapMegabytes = 512

/** A Node command that may read and write only these paths, and has neither further processes nor network. */
export function boundedCommand(
  readable: readonly string[],
  writable: readonly string[],
  program: readonly string[],
): [string, string[]] {
  // prettier-ignore
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    // The parser is a native addon.
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
    '--disable-warning=SecurityWarning',
    ...program,
  ]
  const [command = '', ...args] = hasOwnNetwork() ? ['unshare', '-rn', '--', ...node] : node
  return [command, args]
}

/** May read its own code, the archive, and the store without its keys. */
function examination({ data, output, root }: Task): [string, string[]] {
  const code = ['packages', 'node_modules', 'package.json'].map((name) => join(projectRoot, name))
  // Node treats a path that does not exist yet as a file: the pattern for its content is needed too.
  const store = ['r', 'r/*', 'pointers', 'pointers/*', 'index.json'].map((name) => join(root, name))
  return boundedCommand([...code, ...store, data, output], [output], [join(import.meta.dirname, 'examine.ts')])
}

/**
 * Opens an archive and asks the gate in a separate process: no network (where the machine has namespaces), only the
 * files that it needs, no environment, no further process, bounded memory and time.
 */
export async function examineArchive(task: Task, limits: Limits = bounds): Promise<Findings> {
  const [command, args] = examination(task)
  const done = await runBounded(command, args, { cwd: task.output, input: JSON.stringify(task), limits })
  if ('ended' in done) return { refused: `examining it ${done.ended}` }
  if (done.code === 0) return JSON.parse(done.output) as Findings
  if (/heap out of memory|Reached heap limit/.test(done.errors))
    return { refused: 'examining it takes too much memory' }
  throw new Error(`the examination failed: ${done.errors.slice(-2_000)}`)
}

/** Examines an upload; if the gate has no objections, it is also compiled against the current shell. */
export async function examineUpload(task: Task): Promise<Findings> {
  const findings = await examineArchive(task)
  const { output, root, statement } = task
  const release = await readJson<Release>(join(output, 'release.json'))
  if ('refused' in findings || findings.violations.length > 0 || release === undefined) return findings
  const layout = layoutWith(root, output, { name: statement.part, release: statement.release })
  const told = [...findings.told]
  const found = await typeViolations(layout, [release], (line) => told.push(line))
  return { ...findings, told, violations: found.map(({ code, message }) => ({ code, message })) }
}
