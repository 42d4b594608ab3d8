import { satisfiesHostApi } from '@helioport/contract'
import { indexSchema, type Release } from '@helioport/contract/release'
import { lt, major, minVersion, satisfies } from 'semver'
import { listed, type Violation, violation } from './violation.ts'

const lacking = (wanted: readonly string[], given: readonly string[] | undefined) =>
  given === undefined || given.includes('*') ? [] : wanted.filter((name) => !given.includes(name))

/**
 * Whether the shell's version satisfies a range. For the portal's own packages an earlier version with the same major
 * number does as well: their names and types are checked one by one, and a shell can be rolled back under newer
 * remotes.
 */
function serves(name: string, given: string, range: string): boolean {
  if (satisfies(given, range, { includePrerelease: true })) return true
  const least = name.startsWith('@helioport/') ? minVersion(range) : null
  return least !== null && lt(given, least) && major(given) === major(least)
}

function shareViolations(remote: Release, shell: Release): Violation[] {
  const found: Violation[] = []
  const consumed = new Set(Object.values(remote.preload.shares).flat())
  for (const name of consumed) {
    if (shell.shares?.[name] === undefined)
      found.push(violation('share-missing', `${remote.name} takes ${name}, which the shell does not provide`))
  }
  for (const [name, { range, exports }] of Object.entries(remote.uses?.shares ?? {})) {
    const given = shell.provides?.shares[name]
    if (given === undefined) continue
    if (!serves(name, given.version, range))
      found.push(
        violation(
          'share-range',
          `${remote.name} takes ${name} ${range}, the shell has ${given.version}, and a page has one of it`,
        ),
      )
    const gone = lacking(exports, given.exports)
    if (gone.length > 0)
      found.push(violation('contract-export', `${remote.name} imports ${listed(gone)} of ${name}, which the shell does not export`)) // prettier-ignore
  }
  return found
}

/** A shell that cannot read the current schema of the index could not start: it was built for an earlier schema. */
export function indexViolations({ indexSchema: read = 1 }: Release): Violation[] {
  if (read === indexSchema) return []
  return [violation('host-api', `the shell reads an index of schema ${read}, the release host writes ${indexSchema}`)]
}

/** Checks a remote against a shell: host API, shared modules with versions and exports, texts, access names. */
export function fitViolations(remote: Release, shell: Release): Violation[] {
  const found: Violation[] = []
  const range = remote.manifest?.hostApi ?? ''
  if (!satisfiesHostApi(range, shell.hostApi ?? '0.0.0'))
    found.push(violation('host-api', `${remote.name} wants host API ${range}, the shell has ${shell.hostApi ?? 'none'}`)) // prettier-ignore
  found.push(...shareViolations(remote, shell))
  for (const [namespace, keys] of Object.entries(remote.uses?.messages ?? {})) {
    const gone = lacking(keys, shell.provides?.messages[namespace])
    if (gone.length > 0)
      found.push(violation('contract-message', `${remote.name} shows ${listed(gone)} of the shared texts "${namespace}", which the shell does not have`)) // prettier-ignore
  }
  const wanted = [...new Set((remote.manifest?.routes ?? []).flatMap(({ access }) => access ?? []))]
  const unknown = lacking(wanted, shell.provides?.access)
  if (unknown.length > 0)
    found.push(violation('contract-access', `routes of ${remote.name} are open to ${listed(unknown)}, an access name that the shell does not know`)) // prettier-ignore
  return found
}
