/**
 * `node examine.ts`: opens a team's upload in a separate process without network and keys, with bounded memory (see
 * sandbox.ts). Reads its task from standard input, unpacks into a folder, packs it as a release, asks the gate, and
 * writes its findings as one line of JSON.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Release } from '@helioport/contract/release'
import { gateViolations } from '../gate/gate.ts'
import { libraryLines } from '../gate/libraries.ts'
import { liveOf } from '../gate/live.ts'
import { readableTypes } from '../gate/types/requests.ts'
import { packRelease } from '../publish/pack.ts'
import { layoutOf, layoutWith } from '../store/layout.ts'
import { readPointer } from '../store/pointer.ts'
import { readRelease } from '../store/release-index.ts'
import { readTypes, writeTypes } from '../store/release-types.ts'
import { BadArchive, readArchive } from './archive.ts'
import type { Findings, Task } from './sandbox.ts'

/** Prefixes that the part's current release does not have. */
async function newPrefixes(root: string, { name, manifest }: Release): Promise<string[]> {
  const layout = layoutOf(root)
  const current = (await readPointer(layout, name))?.current
  const former = current === undefined ? undefined : await readRelease(layout, name, current)
  const known = new Set(former?.manifest?.prefixes ?? [])
  return (manifest?.prefixes ?? []).filter((prefix) => !known.has(prefix))
}

async function examine({ data, output, root, statement, now }: Task): Promise<Findings> {
  const files = await readArchive(await readFile(data))
  for (const [path, content] of files) {
    await mkdir(dirname(join(output, path)), { recursive: true })
    await writeFile(join(output, path), content, { flag: 'wx' })
  }
  if (!files.has('build.json')) throw new BadArchive('it has no build.json: send what the build made')
  const { repository: _, ...made } = statement.source
  const release = await packRelease(output, { createdAt: now, made, development: false })
  if (release.name !== statement.part || release.release !== statement.release)
    throw new BadArchive(`it is ${release.name} ${release.release}, not ${statement.part} ${statement.release}`)
  const layout = layoutWith(root, output, release)
  const types = await readTypes(layout, release.name, release.release)
  // The next step compiles these types outside of this process.
  if (types !== undefined) await writeTypes(output, readableTypes(types))
  const violations = (await gateViolations(layout, [release])).map(({ code, message }) => ({ code, message }))
  const hashes = Object.fromEntries(Object.entries(release.files).map(([file, { integrity }]) => [file, integrity]))
  const { shell } = await liveOf(layout, [release])
  const told = await libraryLines(layout, release, shell)
  return { hashes, violations, newPrefixes: await newPrefixes(root, release), told }
}

const task = JSON.parse(await text(process.stdin)) as Task
const findings = await examine(task).catch((error: Error): Findings => ({ refused: error.message.slice(0, 2_000) }))
process.stdout.write(`${JSON.stringify(findings)}\n`)
