import type { Difference } from './compare.ts'

type Version = [major: number, minor: number, patch: number]

function versionOf(text: string): Version {
  const [, major = '', minor = '', patch = ''] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? []
  if (patch === '') throw new Error(`version ${text} is not of the form 1.2.3`)
  return [Number(major), Number(minor), Number(patch)]
}

function isBelow(a: Version, b: Version): boolean {
  const at = a.findIndex((number, i) => number !== b[i])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

/**
 * Checks a version against the former one; undefined if it is allowed. Broken exports
 * need a major version, new exports or other changes of declarations a minor one.
 */
export function objectionTo(
  name: string,
  version: string,
  before: string,
  { broken, added, changed }: Difference,
): string | undefined {
  const [major, minor] = versionOf(before)
  const [least, why]: [Version, string[]] =
    broken.length > 0
      ? [[major + 1, 0, 0], broken]
      : added.length > 0
        ? [[major, minor + 1, 0], added.map((one) => `${one} is new`)]
        : changed
          ? [[major, minor + 1, 0], ['its declarations read otherwise']]
          : [versionOf(before), ['an earlier version than the last one']]
  if (!isBelow(versionOf(version), least)) return undefined
  return `${name} ${version} must be ${least.join('.')} or later, after ${before}:\n  ${why.join('\n  ')}`
}
