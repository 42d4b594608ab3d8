/** `node identify.ts [--development] <folder>…` prints identity and files of each part as one JSON array. */
import { relative, resolve, sep } from 'node:path'
import { identify, workspaceRoot } from './identity.ts'

const development = process.argv.includes('--development')
const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const identities = folders.map((folder) => {
  const { name, version, hash, release, files } = identify(resolve(folder), { development })
  const root = workspaceRoot(resolve(folder))
  const paths = [...files].map((file) => relative(root, file).split(sep).join('/'))
  return { name, version, hash, release, files: paths.sort() }
})
process.stdout.write(`${JSON.stringify(identities)}\n`)
