/**
 * `node endless-changes.ts <store>`: changes a store in a loop, and prints the serial of each completed change. The
 * drill of kills ends this process at a random moment.
 */
import { commitChange, publishReleases, renewIndex, rotateIndexKeys } from '../store/change.ts'
import { layoutOf } from '../store/layout.ts'
import { readPointers } from '../store/pointer.ts'
import { releaseOf } from '../testing/store.ts'

const layout = layoutOf(process.argv[2] ?? '')
const why = { reason: 'drill', by: 'drill' }
const names = ['shell', 'station', 'device']
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

await renewIndex(layout, new Date())
process.stdout.write('ready\n')
for (;;) {
  const now = new Date()
  const release = releaseOf(pick([1, 2, 3]))
  const kind = pick(['publish', 'publish', 'canary', 'keys'] as const)
  if (kind === 'keys') process.stdout.write(`${(await rotateIndexKeys(layout, why, now)).serial}\n`)
  else if (kind === 'publish') {
    const { serial } = await publishReleases(layout, names.map((name) => ({ name, release })), now, why) // prettier-ignore
    process.stdout.write(`${serial}\n`)
  } else {
    const station = (await readPointers(layout)).find(({ name }) => name === 'station')
    if (station === undefined || station.current === release) continue
    const move = { action: 'canary', release, percent: 10, auto: true } as const
    const { serial } = await commitChange(layout, [{ name: 'station', move }], why, now)
    process.stdout.write(`${serial}\n`)
  }
}
