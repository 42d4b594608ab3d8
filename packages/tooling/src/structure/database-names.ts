import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

/** What a rule could run SQL with, past the queries: PostgreSQL's pool and the query builder. */
const names = new Set(['pool', 'kysely'])

/** Folders that may name them. */
const speaksSql = /(^|\/)(database|queries|bench|drill|faults|testing|trust)\/|\.test\.ts$/

interface Node {
  type: string
  span?: { start: number }
  value?: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Every name in code by which a thing could be reached: `.pool`, `['pool']`, `{ pool }`, `pool: other`, a variable. */
function namesIn(value: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(value)) for (const part of value) namesIn(part, found)
  else if (typeof value === 'object' && value !== null) {
    const isName = isNode(value) && (value.type === 'Identifier' || value.type === 'StringLiteral')
    if (isName && names.has(String(value.value))) found.push(value)
    // Parts of a member, a pattern or an argument list have no type of their own.
    for (const part of Object.values(value)) namesIn(part, found)
  }
  return found
}

/** Names of the pool and the query builder in a text of TypeScript, in the order of the text. */
export function databaseNamesIn(text: string): string[] {
  const { body } = parseSync(text, { syntax: 'typescript', target: 'es2022' })
  // What a module is called says nothing about what is in it.
  const code = body.filter(({ type }) => type !== 'ImportDeclaration')
  return namesIn(code).map(({ value }) => String(value))
}

/** Files of the service outside of database and queries that name them; `source`: its `src`. */
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
