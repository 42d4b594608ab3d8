import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { existsSync } from 'node:fs'
import { drills } from '../drills.ts'
import { runDrill, tooLong } from './drill-run.ts'
import { root } from './program.ts'

test('every drill of the table has a program and a name of its own', () => {
  for (const { program } of drills) expect([program, existsSync(join(root, program))]).toEqual([program, true])
  expect(new Set(drills.map(({ name }) => name)).size).toBe(drills.length)
})

describe('a drill', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'helioport-drill-'))))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = (code: string, form: 'short' | 'long' = 'short') => {
    writeFileSync(join(folder, 'drill.ts'), code)
    return runDrill({ program: relative(root, join(folder, 'drill.ts')) }, form)
  }

  test('passes when it exits with 0 and its last line is a JSON object', async () => {
    const code = 'console.log("on the way")\nconsole.log(JSON.stringify({ flags: process.argv.slice(2) }))\n'
    expect(await run(code)).toMatchObject({ hasPassed: true, result: { flags: ['--short'] } })
    expect(await run(code, 'long')).toMatchObject({ hasPassed: true, result: { flags: [] } })
  })

  test.each([
    ['it ends with another code', 'console.log("{}")\nprocess.exitCode = 1\n'],
    ['it throws', 'throw new Error("lost a frame")\n'],
    ['it says nothing', '\n'],
    ['its last line is no object', 'console.log("done")\n'],
    ['something follows', 'console.log("{}")\nconsole.log("and more")\n'],
  ])('fails when %s', async (_, code) => {
    expect((await run(code)).hasPassed).toBe(false)
  })
})

test('short drills that take too long, alone or in sum, are reported', () => {
  expect(tooLong(new Map([['kill', 40]]))).toEqual([])
  expect(tooLong(new Map([['kill', 61]]))).toHaveLength(1)
  expect(tooLong(new Map(Array.from({ length: 12 }, (_, nth) => [`drill ${nth}`, 50])))).toHaveLength(1)
})
