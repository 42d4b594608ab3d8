import { paths } from '@helioport/contract'
import type { PortalRoute } from './route-table.ts'

/** Pages of the shell itself, by the name in a route. */
export const ownPages = [
  'signIn',
  'register',
  'activate',
  'forgotPassword',
  'unsubscribe',
  'firstRun',
  'company',
] as const
export type OwnPage = (typeof ownPages)[number]

const bare = { remote: null, layout: 'bare' } as const

/** The routes of the specification that belong to no remote. */
export const ownRoutes: readonly (PortalRoute & { page?: OwnPage })[] = [
  { path: paths.home(), remote: null, layout: 'frame', redirect: '/station' },
  { path: '/login', ...bare, redirect: paths.login() },
  { path: paths.login(), ...bare, page: 'signIn' },
  { path: paths.register(), ...bare, page: 'register' },
  { path: paths.firstRun(), ...bare, page: 'firstRun' },
  { path: paths.company(), ...bare, page: 'company' },
  { path: `${paths.activate('')}:token`, ...bare, page: 'activate' },
  { path: paths.forgotPassword(), ...bare, page: 'forgotPassword' },
  { path: `${paths.unsubscribe('')}:token`, ...bare, page: 'unsubscribe' },
]
