import { cac } from 'cac'
import { askDoor } from './door/ask-door.ts'
import { orderFrom } from './door/order-from.ts'
import { originOf, required, UsageError } from './options.ts'

/** Switches behaviours of a running fleet (`main.ts --door PORT`) on and off. */
const cli = cac('behave')
type Options = Record<string, unknown>

cli.option('--door <url>', 'the running fleet, for example http://127.0.0.1:8090, or HELIOPORT_FLEET_DOOR')
const door = (options: Options) =>
  originOf(required({ door: process.env['HELIOPORT_FLEET_DOOR'], ...options }, 'door', '--door'), '--door')
const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)

cli
  .command('plants', 'plants and devices')
  .action(async (options: Options) => print(await askDoor(door(options), 'GET', '/plants')))
cli
  .command('behaviours', 'what can be switched on, its parameters, and what the portal should show')
  .action(async (options: Options) => print(await askDoor(door(options), 'GET', '/behaviours')))
cli
  .command('switches', 'what is on, planned or ended')
  .action(async (options: Options) => print(await askDoor(door(options), 'GET', '/switches')))
cli
  .command('on <behaviour> [...parameters]', 'switch on: behave on alarm code=A7 --plant arava --serial 2305-12345678P')
  .option('--plant <key>', 'key of the plant')
  .option('--serial <serial>', 'one device; without: all of the plant, or its logger')
  .option('--minutes <n>', 'ends by itself after so long')
  .action(async (behaviour: string, parameters: string[], options: Options) => {
    print(await askDoor(door(options), 'POST', '/switches', orderFrom(behaviour, parameters, options)))
  })
cli
  .command('off <id>', 'switch off what `switches` shows under this id')
  .action(async (id: string | number, options: Options) => {
    print(await askDoor(door(options), 'DELETE', `/switches/${encodeURIComponent(String(id))}`))
  })
cli.help()

try {
  cli.parse(process.argv, { run: false })
  if (!cli.matchedCommand && cli.options['help'] !== true) throw new UsageError('say what to do: behave --help')
  await cli.runMatchedCommand()
} catch (error) {
  const expected = error instanceof UsageError || (error instanceof Error && error.name === 'CACError')
  process.stderr.write(
    `behave: ${expected || !(error instanceof Error) ? String((error as Error).message) : error.stack}\n`,
  )
  process.exit(expected ? 2 : 1)
}
