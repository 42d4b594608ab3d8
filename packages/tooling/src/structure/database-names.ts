import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

/** Names by which a rule could run SQL without the queries: PostgreSQL's pool and the query builder. */
const names = new Set(['pool', 'kysely'])

/** Folders and files that may use these names. */
const speaksSql = /(^|\/)(database|queries|bench|drill|faults|testing|trust)\/|\.test\.ts$/

interface Node {
  type: string
  span?: { start: number }
  value?: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** All names in the code that could reach the value: `.pool`, `['pool']`, `{ pool }`, `pool: other`, a variable. */
function namesIn(value: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(value)) for (const part of value) namesIn(part, found)
  else if (typeof value === 'object' && value !== null) {
    const isName = isNode(value) && (value.type === 'Identifier' || value.type === 'StringLiteral')
    if (isName && names.has(String(value.value))) found.push(value)
    // Parts of a member, a pattern or an argument list have no type.
    for (const part of Object.values(value)) namesIn(part, found)
  }
  return found
}

/** Uses of these names in a TypeScript source, in its order. */
export function databaseNamesIn(text: string): string[] {
  const { body } = parseSync(text, { syntax: 'typescript', target: 'es2022' })
  // Import statements are skipped: a module's name says nothing about its content.
  const code = body.filter(({ type }) => type !== 'ImportDeclaration')
  return namesIn(code).map(({ value }) => String(value))
}

/** Files of the service outside of database and queries that use these names; `source`: its `src`. */
export function databaseFaults(source: string): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !speaksSql.test(file))
    .toSorted()
    .flatMap((file) => {
      const found = databaseNamesIn(readFileSync(join(source, file), 'utf8'))
      const named = [...new Set(found)].map((name) => `.${name}`).join(' and ')
      return found.length > 0 ? [`src/${file} names ${named}: only database and queries speak SQL`] : []
    })
}
