import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ReleaseTypes } from '@helioport/contract/release'
import { type Layout, readJson } from './layout.ts'
import { checker } from './schemas.ts'

const fileName = 'types.json'
/** @throws Error that names each field which does not fit */
const checkTypes = checker<ReleaseTypes>(ReleaseTypes, fileName)

/** Writes a release's types beside its record; they are never served. */
export const writeTypes = (folder: string, types: ReleaseTypes): Promise<void> =>
  writeFile(join(folder, fileName), JSON.stringify(checkTypes(types)))

/** Undefined for a release without types: a development build, or one of an older version. */
export const readTypes = (layout: Layout, name: string, release: string): Promise<ReleaseTypes | undefined> =>
  readJson<ReleaseTypes>(join(layout.release(name, release), fileName))
