/**
 * `node finish-upload.ts <store> <upload> <step>`: finishes an upload, and is killed at a step of the disk. The result
 * of the examination is prepared beside the store; the examination itself writes nothing into it.
 */
import { cp, readFile } from 'node:fs/promises'
import { layoutOf } from '../store/layout.ts'
import { readTeams } from '../team/team-key.ts'
import type { Findings } from '../upload/sandbox.ts'
import { createUploads } from '../upload/uploads.ts'
import { failingDisk } from './failing-disk.ts'

const [root = '', id = '', step = ''] = process.argv.slice(2)
const layout = layoutOf(root, undefined, { disk: failingDisk(Number(step), 'killed') })
const [key] = (await readTeams(layout)).keys
if (key === undefined) throw new Error('there is no key')
const uploads = createUploads(layout, Date.now, async ({ output }) => {
  await cp(`${root}.examined`, output, { recursive: true })
  return JSON.parse(await readFile(`${root}.findings`, 'utf8')) as Findings
})
await uploads.finish(id, { key, claims: {}, signed: undefined })
