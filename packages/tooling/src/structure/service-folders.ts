import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import table from '../import-table.cjs'

/** Limit of source files per folder, tests not included: larger folders are hard to search. */
export const mostFiles = 25

/** Subfolders that every subject may have, and those of the other folders. */
const ofSubjects = ['queries', 'texts']
const ofOthers: Readonly<Record<string, readonly string[]>> = {
  database: ['dump', 'embedded', 'fixtures', 'migrations', 'servers'],
  drill: ['power'],
  testing: ['broker', 'fleet', 'own', 'server'],
  trust: ['__snapshots__'],
}
/** Folders outside of the order: code for tests and measurements only. */
const aside = ['bench', 'drill', 'faults', 'testing', 'trust']

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)

function crowded(folder: string, path: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const own = entries.filter((entry) => entry.isFile() && isSource(entry.name)).length
  const below = entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => crowded(join(folder, name), `${path}/${name}`))
  return [...(own > mostFiles ? [`${path} holds ${own} files of its own; ${mostFiles} may be`] : []), ...below]
}

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Faults of the service's folders; `source`: its `src`. */
export function folderFaults(source: string): string[] {
  const known = [...table.serviceOrder, ...aside]
  const unknown = foldersIn(source)
    .filter((name) => !known.includes(name))
    .map((name) => `src/${name} has no place in serviceOrder of import-table.cjs`)
  const missing = table.serviceOrder
    .filter((name) => !foldersIn(source).includes(name))
    .map((name) => `serviceOrder of import-table.cjs names ${name}, which is not there`)
  const below = foldersIn(source)
    .filter((name) => known.includes(name))
    .flatMap((name) => {
      const may =
        ofOthers[name] ??
        (table.serviceSubjects.includes(name) ? [...ofSubjects, ...(table.serviceRooms[name] ?? [])] : [])
      const others = foldersIn(join(source, name)).filter((folder) => !may.includes(folder))
      return others.map((folder) => `src/${name}/${folder}: ${name} may have ${may.join(', ') || 'no folder'} below it`)
    })
  return [...unknown, ...missing, ...below, ...crowded(source, 'src')]
}
