import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs a benchmark at its smallest size, to check that it prints its figures; their values need an idle machine. */
const figuresOf = async (name: string, ...args: string[]) => {
  const program = join(import.meta.dirname, `${name}.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  return stdout
}

test('the load benchmark prints ingest and page times', async () => {
  const figures = await figuresOf('load', '5', '1')
  expect(figures).toMatch(/^share of COPY as text, of binary; medians +\d+\.\d\d, \d+\.\d\d$/m)
  expect(figures).toMatch(/^list of stations, ms +p50 +\d/m)
  expect(figures).toMatch(/^a live frame at 288 a day, at 8,640; ms +\d+\.\d, \d+\.\d; ratio \d+\.\d\d$/m)
})

test('the capacity benchmark prints costs of frames, days and pages, and the number of machines', async () => {
  const figures = await figuresOf('capacity', '2', '1', '2')
  expect(figures).toMatch(/^what is kept of a device and a day +[1-9][\d,]* bytes$/m)
  expect(figures).toMatch(/^ +machines: services, databases, cost a month *\d+, \d+ \(by \w+\), [\d,]+$/m)
  expect(figures).toMatch(/^ +processor: foretold, taken +\d+\.\d s, \d+\.\d s$/m)
})
