import { cac } from 'cac'
import { defaultStateFile } from './import/import-state.ts'
import { importPlant } from './import/import-plant.ts'
import { FileProblem } from '@helioport/import'
import { lostRows } from './import/report.ts'
import { reportText } from './import/report-text.ts'
import { originOf, passwordFrom, required, UsageError } from './options.ts'
import { askPassword } from './import/ask-password.ts'
import { PortalError } from './portal/portal-client.ts'
import { systemClock } from './time/clock.ts'

const cli = cac('import-plant')
cli
  .command('<...files>', 'Bring measured plant data (CSV, XLSX) into a portal as a new station')
  .option('--map <file>', 'what the columns are; the format is in packages/fleet/README.md')
  .option('--url <url>', 'the portal, for example http://127.0.0.1:8080')
  .option('--account <name>', 'account that will own the station; password: HELIOPORT_PASSWORD, or asked for')
  .option('--password-file <file>', 'file whose first line is the password')
  .option('--state <file>', 'where the import remembers how far it came (default: beside the file)')
  .option('--accept-loss', 'bring in what can be read; without it a row or value that cannot be read stops the import')
  .option('--json', 'print the report as JSON')
  .example('import-plant plant.csv --map plant.json --url http://127.0.0.1:8080 --account owner')
  .action(async (files: string[], options: Record<string, unknown>) => {
    const say = (text: string) => process.stderr.write(`import: ${text}\n`)
    const mapFile = required(options, 'map', '--map')
    const url = originOf(required(options, 'url', '--url'), '--url')
    const account = required(options, 'account', '--account')
    const stateFile =
      options['state'] === undefined ? stateBeside(files[0] ?? '') : required(options, 'state', '--state')
    const password =
      options['passwordFile'] === undefined
        ? (process.env['HELIOPORT_PASSWORD'] ?? (await askPassword(`Password of ${account}: `)))
        : passwordFrom(required(options, 'passwordFile', '--password-file'))
    const acceptLoss = options['acceptLoss'] === true
    const report = await importPlant({
      files,
      mapFile,
      url,
      account,
      password,
      stateFile,
      acceptLoss,
      clock: systemClock,
      say,
    })
    if (report.stationId !== null) say(`progress is kept in ${stateFile}`)
    process.stdout.write(`${options['json'] ? JSON.stringify(report, null, 2) : reportText(report)}\n`)
    if (lostRows(report) === 0 || acceptLoss) return
    const what = report.stationId === null ? 'nothing was brought in' : 'the service refused samples'
    say(`${lostRows(report)} rows are not as they should be; ${what}. --accept-loss brings in what can be read`)
    process.exitCode = 3
  })
cli.help()

function stateBeside(file: string): string {
  try {
    return defaultStateFile(file)
  } catch (error) {
    throw new UsageError(`the file ${file} cannot be read`, { cause: error })
  }
}

try {
  cli.parse(process.argv, { run: false })
  if (!cli.matchedCommand && !cli.options['help']) throw new UsageError('which file? See --help')
  await cli.runMatchedCommand()
} catch (error) {
  const expected =
    error instanceof UsageError ||
    error instanceof FileProblem ||
    error instanceof PortalError ||
    (error instanceof Error && error.name === 'CACError')
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`import: ${expected ? text : error instanceof Error ? (error.stack ?? text) : text}\n`)
  process.exit(expected ? 2 : 1)
}
