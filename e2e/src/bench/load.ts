/**
 * `npm run bench:load`: compares the portal with the same sources as a single bundle, visited in turn, as ratios. `npm
 * run bench:peers -- FOLDER`: compares it with built portals of others in a folder, described in a file (`--file`, by
 * default `peers.json` beside this program). `--rounds N` visits each N times per network, `--network NAME` uses one
 * network only.
 */
import { join } from 'node:path'
import { cac } from 'cac'
import { openOwnPortal } from './own-portal.ts'
import { servePeers } from './peers.ts'
import { compare } from './rounds.ts'
import { lineOf } from './table.ts'
import { certificate } from './serve/certificate.ts'
import { publishSingleBundle } from './single-bundle.ts'
import { launch, type Profile, profiles } from './visit.ts'

interface Options {
  rounds: number
  network?: string
  file: string
  json?: boolean
}

const isProfile = (name: string): name is Profile => name in profiles

async function run(folder: string | undefined, { rounds, network, file, json }: Options): Promise<void> {
  if (network !== undefined && !isProfile(network)) throw new Error(`networks are ${Object.keys(profiles).join(', ')}`)
  const own = certificate()
  const portal = await openOwnPortal(own)
  const closes: (() => unknown)[] = [portal.close]
  try {
    const ours = await portal.serve('portal', portal.releases)
    const others = { 'first page': [ours['first page']], 'sign-in': [ours['sign-in']] }
    if (folder === undefined) {
      const { store, remove } = await publishSingleBundle()
      closes.unshift(remove)
      const single = await portal.serve('single bundle', store)
      others['first page'].push(single['first page'])
      others['sign-in'].push(single['sign-in'])
    } else {
      const peers = await servePeers(folder, file, own)
      closes.unshift(peers.close)
      others['first page'].push(...peers.subjects['first page'])
      others['sign-in'].push(...peers.subjects['sign-in'])
    }
    const browser = await launch(own.hash)
    closes.unshift(() => browser.close())
    const networks = network === undefined ? {} : { networks: [network] }
    for await (const row of compare({ browser, subjects: others, rounds, ...networks }))
      console.log(json ? JSON.stringify(row) : lineOf(row))
  } finally {
    for (const close of closes) await close()
  }
}

const cli = cac('npm run bench:load --')
  .option('--rounds <number>', 'How often each is visited per network', { default: 5 })
  .option('--network <name>', 'One network only')
  .option('--json', 'Each row as a line of JSON')
  .option('--file <path>', 'What the peers are', { default: join(import.meta.dirname, 'peers.json') })
cli.command('', 'Visits the portal and the same sources as a single bundle').action((options: Options) => run(undefined, options)) // prettier-ignore
cli.command('peers <folder>', 'Visits the portal and the built portals of a folder').action(run)
cli.help()
cli.parse(process.argv, { run: false })
await cli.runMatchedCommand()
