import type { LocalizedText, RemoteManifest } from '@helioport/contract/remote'

export const text = (english: string): LocalizedText => ({
  'en-US': english,
  'zh-CN': `${english} 简`,
  'zh-TW': `${english} 繁`,
})

/** Two remotes as their releases could declare them. */
export const plants: RemoteManifest = {
  name: 'plants',
  owner: 'plants team',
  title: text('Plants'),
  hostApi: '^1.0.0',
  prefixes: ['/station', '/screen'],
  routes: [
    { path: '/station', redirect: '/station/list', access: 'isLogin' },
    { path: '/station/list', page: 'list', title: text('Plant list') },
    { path: '/station/detail', redirect: '/station/detail/charts' },
    { path: '/station/detail/charts', page: 'detail', title: text('Plant') },
    { path: '/station/detail/:tabKey/:memberId/:stationId', page: 'detail' },
    { path: '/screen', page: 'screen', title: text('Screen'), access: 'isLogin', layout: 'bare' },
  ],
  menu: [{ path: '/station', icon: 'station', order: 30, title: text('Plants') }],
}

export const office: RemoteManifest = {
  name: 'office',
  owner: 'office team',
  title: text('Office'),
  hostApi: '^1.0.0',
  prefixes: ['/office', '/notes'],
  routes: [
    { path: '/office', redirect: '/office/people', access: 'isLogin' },
    { path: '/office/people', page: 'people', access: 'canSeeAdmin' },
    { path: '/office/bills', page: 'bills', access: 'canSeeAdmin' },
    { path: '/notes', page: 'notes', title: text('Notes') },
  ],
  menu: [
    { path: '/office', icon: 'account', order: 20, title: text('Office') },
    { path: '/notes', icon: 'record', order: 40, title: text('Notes') },
  ],
}
