import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingExports } from './kept-exports.ts'
import { readSources } from './uses.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-exports-'))
mkdirSync(join(folder, 'packages'))
const file = join(folder, 'page.tsx')
afterAll(() => rmSync(folder, { recursive: true }))

function missingIn(source: string): string[] {
  writeFileSync(file, source)
  return missingExports(readSources(folder, [file], ['react', 'react-dom/client', 'react-router-dom']))
}

test.each([
  "import { Link, useParams as params } from 'react-router-dom'",
  "import type { NavigateFunction } from 'react-router-dom'",
  "import { type NavigateFunction, Link } from 'react-router-dom'",
  "export const a = { b: 1 }\nimport {\n  Link,\n  Outlet,\n} from 'react-router-dom'\n",
  "import { StaticRouter } from 'another-router'",
  "// import { StaticRouter } from 'react-router-dom'",
  "import * as router from 'react-router-dom'\nexport const { Link } = router",
  "import { createRoot } from 'react-dom/client'",
  "import * as React from 'react'\nexport const all = { ...React }",
])('%s uses only exports that the shell provides', (source) => {
  expect(missingIn(source)).toEqual([])
})

test.each([
  ["import { Link, StaticRouter } from 'react-router-dom'", 'without StaticRouter'],
  ["export { HydratedRouter } from 'react-router-dom'", 'without HydratedRouter'],
  ["import * as router from 'react-router-dom'\nexport const all = [router]", 'in part'],
  ["import * as router from 'react-router-dom'\nexport const Old = router.StaticRouter", 'without StaticRouter'],
  ["import * as router from 'react-router-dom'\nconst { unstable_x: x } = router\nx()", 'without unstable_x'],
  ["import('react-router-dom').then(({ HydratedRouter: R }) => R)", 'without HydratedRouter'],
  ["const more = await import('react-router-dom')\nmore?.['StaticRouter']()", 'without StaticRouter'],
  ["import { useState, ViewTransition } from 'react'", 'react is shared without ViewTransition'],
  ["import * as React from 'react'\nReact.addTransitionType('next')", 'react is shared without addTransitionType'],
  ["import { hydrateRoot } from 'react-dom/client'", 'react-dom/client is shared without hydrateRoot'],
])('%s is refused: the shell does not provide the export', (source, reason) => {
  expect(missingIn(source)).toEqual([expect.stringContaining(reason)])
})
