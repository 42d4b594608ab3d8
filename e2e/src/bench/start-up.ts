/**
 * `npm run bench:start-up`: a first visit with the real remotes, with a hundred registered, and with twenty of those
 * hanging, in turn. Prints ratios of the time to a usable shell; `--runs N` visits each N times (default 9).
 */
import { manyPrefix, startUp, type StartUp, withRemotes } from '../support/many-remotes.ts'
import startPortalUnderTest, { portal } from '../support/portal.ts'
import { apiOf } from '../support/signed-in.ts'
import { openStage } from '../support/stage.ts'
import { runsAsked } from './runs.ts'
import { launch } from './visit.ts'

const runs = runsAsked(9)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const stopPortal = await startPortalUnderTest()
const [few, many, hanging] = [await openStage(), await openStage(), await openStage()]
const stages = { 'as it is': few, 'a hundred': many, 'twenty hang': hanging }
const browser = await launch()
try {
  for (const stage of [many, hanging]) stage.change((index) => withRemotes(index, 100))
  hanging.door.set(new RegExp(`^/r/${manyPrefix}1?\\d/`), 'hang')
  const api = await apiOf(portal().owner)
  const state = await api.storageState()
  await api.dispose()
  const visits = new Map<string, StartUp[]>()
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, stage] of Object.entries(stages)) {
      const visit = await startUp(browser, stage.door.url, state)
      // The first visit of each only warms the servers up and does not count.
      if (run > 0) visits.set(name, [...(visits.get(name) ?? []), visit])
    }
  }
  const base = visits.get('as it is') ?? []
  for (const [name, measured] of visits) {
    // Ratio of consecutive visits, since other load of the machine changes slowly.
    const ratio = (of: (one: StartUp) => number) =>
      median(measured.map((one, run) => of(one) / of(base[run] ?? one))).toFixed(3)
    console.log(
      `${name.padEnd(12)} ${median(measured.map((one) => one.requests))} requests  ` +
        `page ${(median(measured.map((one) => one.pageBytes)) / 1024).toFixed(1)} KB  ` +
        `time ${median(measured.map((one) => one.ms)).toFixed(0)} ms, ratio ${ratio((one) => one.ms)}  ` +
        `processor ${median(measured.map((one) => one.cpuMs)).toFixed(0)} ms, ratio ${ratio((one) => one.cpuMs)}`,
    )
  }
} finally {
  await browser.close()
  for (const stage of Object.values(stages)) await stage.close()
  await stopPortal()
}
