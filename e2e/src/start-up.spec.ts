import { faults } from './support/fault-door.ts'
import { manyPrefix, startUp, type StartUp, withRemotes } from './support/many-remotes.ts'
import { expect, test } from './support/stage.ts'

/** What one more registered remote may add to the page, brotli. */
const bytesPerRemote = 1_600
const runs = 2
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

test('a hundred registered remotes, twenty of them on origins that hang, cost a start no request and little else', async ({
  browser,
  context,
  stage,
}) => {
  test.setTimeout(180_000)
  const few = stage.index()
  const many = withRemotes(few, 100)
  expect(Object.keys(many.remotes)).toHaveLength(100)
  const state = await context.storageState()
  const isOfMany = (path: string) => path.includes(`/r/${manyPrefix}`)
  const variants = {
    'as it is': () => stage.change(() => few),
    'a hundred': () => stage.change(() => many),
    'twenty hang': () => {
      stage.door.set(new RegExp(`^/r/${manyPrefix}\\d?\\d/`), faults.unavailable)
      stage.door.set(new RegExp(`^/r/${manyPrefix}1?\\d/`), 'hang')
      return stage.change(() => many)
    },
  }
  const visits = new Map<string, StartUp[]>(Object.keys(variants).map((name) => [name, []]))
  for (let run = 0; run < runs; run += 1) {
    for (const [name, prepare] of Object.entries(variants)) {
      prepare()
      // The first visitor after a change waits for the page to be put together.
      await fetch(stage.door.url)
      visits.get(name)?.push(await startUp(browser, stage.door.url, state))
      stage.door.clear()
    }
  }
  const of = (name: keyof typeof variants, what: keyof StartUp) =>
    median((visits.get(name) ?? []).map((visit) => visit[what]))
  for (const name of Object.keys(variants) as (keyof typeof variants)[]) {
    const ratio = (what: 'ms' | 'cpuMs') => (of(name, what) / of('as it is', what)).toFixed(2)
    const kilobytes = (of(name, 'pageBytes') / 1024).toFixed(1)
    console.log(
      `start, ${name}: ${of(name, 'requests')} requests, page ${kilobytes} KB, time ratio ${ratio('ms')}, processor ${ratio('cpuMs')}`,
    )
    expect(of(name, 'requests'), name).toBeLessThanOrEqual(of('as it is', 'requests') + 1)
  }
  expect(stage.door.asked.filter(isOfMany)).toEqual([])
  const more = (of('a hundred', 'pageBytes') - of('as it is', 'pageBytes')) / 95
  console.log(`each further remote: ${more.toFixed(0)} bytes of the page`)
  expect(more).toBeGreaterThan(0)
  expect(more).toBeLessThan(bytesPerRemote)
})
