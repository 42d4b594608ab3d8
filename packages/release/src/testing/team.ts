import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Credentials, keyCredentials, packArchive, type Upload } from '@helioport/remote-kit'
import type { ReleasableName } from '@helioport/contract'
import { buildPart, identitiesOf } from '../publish/build.ts'
import type { Layout } from '../store/layout.ts'
import { addTeamKey, type NewTeamKey } from '../team/change-teams.ts'

/** Adds a key of the station's team; returns its credentials for a host. */
export async function addTestKey(
  layout: Layout,
  url: string,
  about: Partial<NewTeamKey> = {},
  now: () => number = Date.now,
): Promise<Credentials> {
  const fresh: NewTeamKey = { name: 'station-ci', team: 'station team', holder: 'CI', parts: ['station'], actions: ['upload'], ...about } // prettier-ignore
  const pair = await addTeamKey(layout, fresh, undefined, { reason: 'a new team', by: 'test' }, new Date(now()))
  return keyCredentials(pair?.privateKey ?? '', url, now)
}

/** Files of a part's build by path, as a team's CI would send them. */
export async function buildFiles(
  root: string,
  name: ReleasableName,
): Promise<{ release: string; files: Map<string, Buffer> }> {
  const output = join(root, `built-${name}`)
  const options = { root, development: false }
  const [identity] = await identitiesOf([name], options)
  await buildPart(name, output, options)
  const entries = (await readdir(output, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const files = new Map<string, Buffer>()
  for (const { parentPath, name: file } of entries) {
    const path = join(parentPath, file)
    files.set(relative(output, path).split(sep).join('/'), await readFile(path))
  }
  await rm(output, { recursive: true })
  return { release: identity?.release ?? '', files }
}

export async function uploadOf(
  built: Awaited<ReturnType<typeof buildFiles>>,
  about: Partial<Upload> = {},
): Promise<Upload> {
  return {
    part: 'station',
    release: built.release,
    archive: await packArchive(built.files),
    source: { repository: 'https://git.example/station', commit: 'c'.repeat(40), subject: 'A list', dirty: [] },
    lockfile: Buffer.from('lockfileVersion: 9'),
    builtAt: '2026-11-23T12:00:00.000Z',
    ...about,
  }
}
