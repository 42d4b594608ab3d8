import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scenarioNames } from './scenario/scenario.ts'
import { behaviourKinds } from './switchboard/registry.ts'

const packageFolder = join(process.cwd(), 'packages/fleet')
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8')
const words = new Set(readme.match(/[A-Za-z][\w-]*/g))

test.each([...behaviourKinds.keys()])('the README names the behaviour %s', (name) => {
  expect(words).toContain(name)
})

test.each(scenarioNames)('the README describes the scenario %s', (name) => {
  expect(readme).toMatch(new RegExp(`^\\| \`${name}\` \\| .{20,}`, 'm'))
})

test('the README names every option of the command line', () => {
  const main = readFileSync(join(packageFolder, 'src/main.ts'), 'utf8')
  const options = [...main.matchAll(/\.option\('--([\w-]+)/g)].map(([, name]) => name ?? '')
  expect(options.length).toBeGreaterThan(8)
  for (const name of options) expect(readme).toContain(`--${name}`)
})
