import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'
import { withDeveloped } from './developed.ts'

const title = { 'en-US': 'Notes', 'zh-CN': '笔记', 'zh-TW': '筆記' }
const manifestOf = (name: string, pages: readonly string[]): RemoteManifest => ({
  name,
  owner: `${name} team`,
  title,
  hostApi: '^1.0.0',
  prefixes: [`/${name}`],
  routes: pages.map((page) => ({ path: `/${name}/${page}`, page })),
  menu: [],
})
const released = (name: string, release: string): IndexedRelease => ({ name, release, scope: `${name}_1`, entry: 'entry.js', integrity: 'sha256-x', record: 'sha256-y', manifest: manifestOf(name, ['list']) }) // prettier-ignore

test('a remote under development has its current pages in the index, whether or not it has releases', () => {
  const station = [released('station', '1.0.0-111111111111'), released('station', '1.0.0-000000000000')]
  const index: ReleaseIndexPayload = {
    schema: 2,
    serial: 7,
    createdAt: '',
    notAfter: '',
    shell: null,
    remotes: { station, device: [released('device', '1.0.0-222222222222')] },
  }
  const developed = new Map(['station', 'notes'].map((name) => [name, manifestOf(name, ['list', 'fresh'])]))
  const { remotes, ...about } = withDeveloped(index, developed)
  expect({ ...about, remotes: index.remotes }).toEqual(index)
  expect(remotes['station']).toEqual([{ ...station[0], manifest: developed.get('station') }, station[1]])
  expect(remotes['device']).toBe(index.remotes['device'])
  expect(remotes['notes']).toEqual([expect.objectContaining({ name: 'notes', manifest: developed.get('notes'), record: '' })]) // prettier-ignore
})
