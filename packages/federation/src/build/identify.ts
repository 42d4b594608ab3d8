/** `node identify.ts [--development] <folder>…` prints the identity of each part as one JSON array. */
import { resolve } from 'node:path'
import { identify } from './identity.ts'

const development = process.argv.includes('--development')
const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const identities = folders.map((folder) => {
  const { name, version, hash, release } = identify(resolve(folder), { development })
  return { name, version, hash, release }
})
process.stdout.write(`${JSON.stringify(identities)}\n`)
