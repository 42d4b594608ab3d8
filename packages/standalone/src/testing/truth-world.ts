import { askDoor, scenarioWorld } from '@helioport/fleet/testing'
import { desertPlant } from './desert-plant.ts'
import { startTestWorld } from './test-world.ts'

/*
 * A world with its own clock for browser tests, which may not import this package: a process that takes orders over its
 * IPC channel and answers when they are done. First message: the service's URL and the account that signs in.
 *
 *   { id, do: 'run', to }                    time passes to `to` (epoch ms); all uploads until then are answered
 *   { id, do: 'switch', plant, behaviour, serial?, parameters? }   on at this moment; answers with its number
 *   { id, do: 'off', number }                ends what was switched on
 */

/** Two days after the change to summer time in Germany. */
const spring = Date.UTC(2026, 2, 31, 4)
/** Two days after the change back; ten in the morning in Israel. */
const began = Date.UTC(2026, 9, 27, 8)

type Order =
  | { id: number; do: 'run'; to: number }
  | {
      id: number
      do: 'switch'
      plant: string
      behaviour: string
      serial?: string
      parameters?: Record<string, string | number>
    }
  | { id: number; do: 'off'; number: number }

const world = await startTestWorld(spring)
const dst = (seed: number) =>
  world.startFleet({
    folder: `dst-${seed}`,
    scenario: 'dst',
    seed,
    world: (own, at) =>
      scenarioWorld('dst', own, at)
        .filter(({ key }) => key === 'freiburg')
        .map((plant) => ({ ...plant, name: `Clock change ${own}` })),
  })
await world.stopFleet(await dst(1))
await world.jumpTo(began)
await dst(2)
const plants = [desertPlant('Eight', 8, 3, began), desertPlant('Lonely', 1, 3, began)]
const fleet = await world.startFleet({ folder: 'plants', seed: 3, historyDays: 1, world: () => plants })

async function carryOut(order: Order): Promise<unknown> {
  if (order.do === 'run') return world.runTo(order.to)
  if (order.do === 'off') return askDoor(fleet.door ?? '', 'DELETE', `/switches/${order.number}`)
  const { plant, behaviour, serial, parameters = {} } = order
  const reply = await askDoor(fleet.door ?? '', 'POST', '/switches', {
    plant,
    behaviour,
    parameters,
    ...(serial === undefined ? {} : { serial }),
  })
  return (reply as { id: number }).id
}

process.on('message', (order: Order) => {
  carryOut(order).then(
    (result) => process.send?.({ id: order.id, result, now: world.now() }),
    (error: unknown) => process.send?.({ id: order.id, error: String(error) }),
  )
})
process.once('disconnect', () => void world.stop().then(() => process.exit(0)))
process.send?.({ id: 0, result: { url: world.url, account: 'owner', password: world.password }, now: world.now() })
