/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingExports } from './kept-exports.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-exports-'))
const file = join(folder, 'page.tsx')
afterAll(() => rmSync(folder, { recursive: true }))

function missingIn(source: string): string[] {
  writeFileSync(file, source)
  return missingExports([file])
}

test.each([
  "import { Link, useParams as params } from 'react-router-dom'",
  "import type { NavigateFunction } from 'react-router-dom'",
  "import { type NavigateFunction, Link } from 'react-router-dom'",
  "export const a = { b: 1 }\nimport {\n  Link,\n  Outlet,\n} from 'react-router-dom'\n",
  "import { StaticRouter } from 'another-router'",
])('%s is provided', (source) => {
  expect(missingIn(source)).toEqual([])
})

test.each([
  ["import { Link, StaticRouter } from 'react-router-dom'", 'without StaticRouter'],
  ["export { HydratedRouter } from 'react-router-dom'", 'without HydratedRouter'],
  ["import * as router from 'react-router-dom'", 'in part'],
])('%s is refused', (source, reason) => {
  expect(missingIn(source)).toEqual([expect.stringContaining(reason)])
})
