import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

test('the benchmark of live inverters prints its processor time at its smallest size', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'fleet.ts'), '2', '1'])
  expect(stdout).toMatch(/^CPU per interval, all +\d+\.\d\d s/m)
})
