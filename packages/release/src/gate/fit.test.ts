import type { Release } from '@helioport/contract/release'
import { fitViolations } from './fit.ts'

const releaseWith = (about: object) => ({ hostApi: '1.0.0', preload: { shares: {} }, ...about }) as unknown as Release
/** Violations for a remote that requires a range of a package of the shell. */
function said(name: string, range: string, version: string): string[] {
  const shell = releaseWith({ provides: { shares: { [name]: { version, exports: ['a'] } }, messages: {}, access: [] } })
  const remote = releaseWith({ name: 'notes', manifest: { hostApi: '^1.0.0' }, uses: { shares: { [name]: { range, exports: ['a'] } } } }) // prettier-ignore
  return fitViolations(remote, shell).map(({ code }) => code)
}

test('accepts any minor version of the portal’s own packages; refuses another major version and a React out of range', () => {
  for (const [range, version] of [
    ['^1.1.0', '1.0.0'],
    ['^1.1.0', '1.4.2'],
    ['~1.1.3', '1.1.0'],
  ] as const)
    // prettier-ignore
    expect([range, version, said('@helioport/ui', range, version)]).toEqual([range, version, []])
  for (const [range, version] of [
    ['^2.0.0', '1.9.0'],
    ['^1.1.0', '2.0.0'],
    ['1.0.0 - 1.1.0', '1.2.0'],
  ] as const)
    // prettier-ignore
    expect([range, version, said('@helioport/ui', range, version)]).toEqual([range, version, ['share-range']])
  expect(said('react', '^19.4.0', '19.3.1')).toEqual(['share-range'])
})
