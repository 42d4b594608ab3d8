import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Release, ReleaseTypes } from '@helioport/contract/release'
import { jsonText } from '../store/layout.ts'
import { type Provenance, writeProvenance } from '../store/provenance.ts'
import { writeTypes } from '../store/release-types.ts'
import { checkRelease } from '../store/schemas.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

type BuildReport = Omit<Release, 'schema' | 'createdAt' | 'gitSha' | 'files'> & {
  texts?: Record<string, string>
  types?: ReleaseTypes
}

const record = 'release.json'

/** Brotli quality: development builds change often and stay on this machine, so they are compressed fast. */
const quality = { production: constants.BROTLI_MAX_QUALITY, development: 4 }

/** Brotli parameters of a file that is served. */
export const servedParams = (content: Buffer, development = false) => ({
  [constants.BROTLI_PARAM_QUALITY]: development ? quality.development : quality.production,
  [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
})

async function packFile(file: string, development: boolean): Promise<Release['files'][string]> {
  const content = await readFile(file)
  const params = servedParams(content, development)
  const [small, compatible] = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, compatible)])
  return {
    integrity: `sha256-${createHash('sha256').update(content).digest('base64')}`,
    bytes: content.length,
    brotliBytes: small.length,
  }
}

/** Reads the build's report. @throws Error where it is not an object */
async function readReport(folder: string): Promise<BuildReport> {
  const text = await readFile(join(folder, 'build.json'), 'utf8')
  try {
    const report: unknown = JSON.parse(text)
    if (typeof report === 'object' && report !== null && !Array.isArray(report)) return report as BuildReport
  } catch {
    // No JSON: the error below says so.
  }
  throw new Error('build.json is not what a build writes')
}

/**
 * Turns the output of a build into a release, in place: compressed variants beside each file, and release.json with
 * hash and sizes of each; release.json is compressed too, as browsers fetch it. Source maps stay in the folder and are
 * never served.
 * @throws Error if the build left no report, or one that does not fit
 */
export async function packRelease(
  folder: string,
  { createdAt, made, development }: { createdAt: string; made: Omit<Provenance, 'texts'>; development: boolean },
): Promise<Release> {
  const { texts = {}, types, ...report } = await readReport(folder)
  await rm(join(folder, 'build.json'))
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const files: Release['files'] = {}
  await Promise.all(
    paths.map(async (path) => {
      files[relative(folder, path).split(sep).join('/')] = await packFile(path, development)
    }),
  )
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
  const release = checkRelease({ schema: 1, ...report, createdAt, gitSha: made.commit, files: sorted })
  await writeProvenance(folder, { ...made, texts })
  if (types !== undefined) await writeTypes(folder, types)
  await writeFile(join(folder, record), jsonText(release))
  await packFile(join(folder, record), development)
  return release
}
