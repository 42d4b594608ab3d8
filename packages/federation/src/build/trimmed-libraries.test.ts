import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { experiments, type RuleSetRule } from '@rspack/core'
import { workspaceRoot } from './identity.ts'
import { chosenG2Rules, libraryRules } from './trimmed-libraries.ts'

type Loader = (this: { mode: string }, source: string) => string
async function loaded(name: string, mode: string, source: string): Promise<string> {
  const { default: loader } = (await import(new URL(name, import.meta.url).href)) as { default: Loader }
  return loader.call({ mode }, source)
}

const store = join(workspaceRoot(import.meta.dirname), 'node_modules/.pnpm')
const files = [
  'axios/lib/**/*.js',
  'i18next/dist/esm/*.js',
  'react-router/dist/*/*.mjs',
  'react-dom/cjs/react-dom-client.production.js',
  '@antv/g2/esm/{lib,utils}/*.js',
  '@antv/{g,g-plugin-dragndrop}/dist/index.esm.js',
  '@antv/coord/esm/**/*.js',
  'd3-scale-chromatic/dist/*.mjs',
  '@module-federation/*/dist/**/*.js',
].flatMap((inside) =>
  globSync(
    `{axios,i18next,react-router,react-dom,@antv+{g,g2,g-plugin-dragndrop,coord},d3-scale-chromatic,@module-federation+{runtime-core,webpack-bundler-runtime}}@*/node_modules/${inside}`,
    { cwd: store },
  ).map((file) => join(store, file)),
)
const matched = (rule: RuleSetRule) => files.filter((file) => rule.test instanceof RegExp && rule.test.test(file))
/** Text of the file with this name that contains `says`. */
const sourceOf = (name: RegExp, says = '') =>
  files.flatMap((file) => (name.test(file) ? [readFileSync(file, 'utf8')] : [])).find((text) => text.includes(says)) ??
  ''

test.each(
  [...libraryRules, ...chosenG2Rules].map(
    (rule) => [rule.test instanceof RegExp ? rule.test.source : '', rule] as const,
  ),
)('the pattern %s matches a file of the library', (_, rule) => {
  expect(matched(rule).length).toBeGreaterThan(0)
})

test('trims the fetching of texts from i18next, and refuses a version with other code', async () => {
  const source = sourceOf(/i18next\.js$/)
  const trimmed = await loaded('trimmed-i18next-loader.mjs', 'production', source)
  expect(source.length - trimmed.length).toBeGreaterThan(14_000)
  expect(trimmed).not.toContain('maxParallelReads')
  const other = source.replace('class Connector', 'class Fetcher')
  await expect(loaded('trimmed-i18next-loader.mjs', 'production', other)).rejects.toThrow('trimmed-i18next-loader')
})

test("trims the router's warnings from production builds and marks its components as free of side effects", async () => {
  const source = sourceOf(/development[\\/]chunk-\w+\.mjs$/, 'var Form = ')
  const trimmed = await loaded('trimmed-router-loader.mjs', 'production', source)
  expect(trimmed).not.toMatch(/ENABLE_DEV_WARNINGS = true|^\w+\.displayName/m)
  expect(trimmed).toMatch(/var Form = \/\* @__PURE__ \*\/ React\d*\.forwardRef/)
  expect(await loaded('trimmed-router-loader.mjs', 'development', source)).toContain('ENABLE_DEV_WARNINGS = true')
})

test('trims hydration and view transitions from react-dom, and refuses a version with other code', async () => {
  const source = sourceOf(/react-dom-client\.production\.js$/, '"19.3')
  const trimmed = await loaded('trimmed-react-loader.mjs', 'production', source)
  const { code } = await experiments.swc.minify(trimmed, { module: true, compress: true, mangle: false })
  expect(code).toContain('exports.createRoot=')
  expect(code).not.toMatch(/hydrateRoot|prepareToHydrate|startViewTransition|ViewTransitionPseudoElement/)
  const other = source.replace('isHydrating = !0', 'isHydrating = !0 || isHydrating')
  await expect(loaded('trimmed-react-loader.mjs', 'production', other)).rejects.toThrow('isHydrating')
})

test('a replacement of a module of the federation run time has every export that other modules import', () => {
  const parts = libraryRules.filter(
    ({ test: file }) => file instanceof RegExp && file.source.includes('module-federation'),
  )
  expect(parts).toHaveLength(6)
  for (const rule of parts) {
    const [file = ''] = matched(rule)
    const name = /([\w-]+)\.js$/.exec(file)?.[1] ?? ''
    const others = files.filter((other) => !parts.some((part) => matched(part).includes(other)))
    const taken = others.flatMap((other) =>
      [...readFileSync(other, 'utf8').matchAll(/^import \{ (.+) \} from "\.[\w./-]*\/([\w-]+)\.js"/gm)].flatMap(
        ([, names = '', from]) => (from === name ? names.split(', ') : []),
      ),
    )
    expect([name, taken.length > 0]).toEqual([name, true])
    const { options } = rule.use as unknown as { options: { source: string } }
    for (const each of taken)
      expect([name, options.source]).toEqual([name, expect.stringMatching(new RegExp(`\\b${each}\\b`))])
  }
})
