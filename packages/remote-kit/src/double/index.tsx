/** A double of the shell: shows a remote's page in a test as the portal does, with the answers that the test gives. */
import { ApiProvider, createQueryClient, type EndpointName, type Reply } from '@helioport/api-client'
import type { Session } from '@helioport/contract'
import type { RemoteModule } from '@helioport/federation/remote'
import { addMessageLoaders, changeLocale, forgetMessages, localeOf, setUpI18n } from '@helioport/i18n'
import { accessFlagsOf, grants, sessionStore } from '@helioport/session'
import { UiProvider } from '@helioport/ui'
import { cleanup, configure, render, within } from '@testing-library/react'
import axe from 'axe-core'
import { StrictMode } from 'react'
import { createHashRouter, RouterProvider } from 'react-router-dom'
import type { Asked, DoubleService, Reply as ServiceReply } from './service.ts'

/** The fields of `remote.json` that a page in a test needs. */
export interface ManifestData {
  name: string
  routes: readonly { path: string; page?: string; redirect?: string; access?: string }[]
}

/** An error reply with the service's error code. */
export interface Refusal {
  status: number
  errorCode: string
}

/** The service's answers by endpoint: data typed by the contract; for lists also the total number. */
export type Answers = {
  [
    N in EndpointName
  ]?: { data: Reply<N>; total?: number } | Refusal | ((asked: Asked) => { data: Reply<N>; total?: number } | Refusal) // prettier-ignore
}

export interface PageOptions {
  /** Any locale of the portal, including right-to-left ones. */
  locale?: string
  theme?: 'light' | 'dark'
  answers?: Answers
  /** The signed-in account; null: nobody. */
  session?: Partial<Session> | null
}

export interface OpenPage {
  /** Queries of Testing Library for the page: `screen.findByRole(…)`. */
  screen: ReturnType<typeof within>
  /** Requests of the page, in order. */
  asked: readonly Asked[]
  /** The current address: `/notes?tab=2`. */
  path: () => string
  go: (path: string) => Promise<void>
  /** Violations that axe finds, as text; colours and sizes need a browser. */
  objections: () => Promise<string[]>
  close: () => void
}

const somebody: Session = {
  accountId: '1',
  userName: 'owner',
  nickname: 'Owner',
  role: 'owner',
  stateName: 'access',
  mainAccountId: null,
  view: null,
}

const patternOf = (template: string) => new RegExp(`^${template.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`)

async function answerFrom(answers: Answers, asked: Asked): Promise<ServiceReply> {
  const found = Object.entries(answers).find(([template]) => patternOf(template).test(asked.name))
  if (found === undefined) {
    process.stderr.write(`the page asked for ${asked.name}, for which the test gives no answer\n`)
    return { status: 501, body: { success: false, errorCode: 'server.unexpected', traceId: 'double' } }
  }
  const [, given] = found as [string, Refusal | object | ((asked: Asked) => Refusal | object)]
  const answer = typeof given === 'function' ? given(asked) : given
  if (!('errorCode' in answer)) return { status: 200, body: { success: true, ...answer } }
  const { status, errorCode } = answer as Refusal
  return { status, body: { success: false, errorCode, traceId: 'double' } }
}

function signIn(session: Partial<Session> | null): void {
  const who = session === null ? undefined : { ...somebody, ...session }
  const accessFlags = accessFlagsOf(who, who !== undefined)
  sessionStore.setState({ state: who === undefined ? 'out' : 'in', session: who, accessFlags })
}

/** Routes from a remote's manifest, as in the shell. @throws Error if manifest and code do not match */
async function routesOf(remote: RemoteModule, manifest: ManifestData) {
  const flags = sessionStore.getState().accessFlags
  const pages = manifest.routes.map(async ({ path, page, redirect, access }) => {
    if (page === undefined) return { path, loader: () => Response.redirect(redirect ?? '/') }
    const load = remote.pages[page]
    if (load === undefined) throw new Error(`remote.json names the page "${page}", src/remote.tsx has none of it`)
    const { default: Page } = await load()
    const element = grants(access, flags) ? <Page /> : <p role="alert">no access</p>
    return { path, element }
  })
  return Promise.all(pages)
}

/** In a busy CI a first page takes longer than Testing Library's default of one second. */
configure({ asyncUtilTimeout: 20_000 })

const isSetUp = { i18n: false }

async function speak(remote: RemoteModule, name: string, locale: string): Promise<void> {
  if (!isSetUp.i18n) await setUpI18n(locale)
  isSetUp.i18n = true
  forgetMessages(name)
  await addMessageLoaders(name, remote.messages)
  await changeLocale(locale)
}

/**
 * Opens a page of a remote by its address, as the portal does: providers, texts, routes, rights, and a service on this
 * machine with the test's answers. One page at a time. @throws Error if manifest and code of the remote do not match
 */
export async function openPage(
  remote: RemoteModule,
  manifest: ManifestData,
  path: string,
  { locale = 'en-US', theme = 'light', answers = {}, session = {} }: PageOptions = {},
): Promise<OpenPage> {
  cleanup()
  const service = Reflect.get(globalThis, Symbol.for('helioport.double')) as DoubleService | undefined
  if (service === undefined) throw new Error('tests with pages are run with: remote test')
  const asked: Asked[] = []
  service.answer = (one) => {
    asked.push(one)
    return answerFrom(answers, one)
  }
  signIn(session)
  await speak(remote, manifest.name, locale)
  window.history.replaceState(null, '', `#${path}`)
  const router = createHashRouter([...(await routesOf(remote, manifest)), { path: '*', element: <p>elsewhere</p> }]) // prettier-ignore
  const client = createQueryClient()
  const { code, dir } = localeOf(locale)
  const { unmount } = render(
    <StrictMode>
      <ApiProvider client={client}>
        <UiProvider theme={theme} dir={dir} locale={code}>
          <main>
            <RouterProvider router={router} />
          </main>
        </UiProvider>
      </ApiProvider>
    </StrictMode>,
  )
  return {
    screen: within(document.body),
    asked,
    path: () => window.location.hash.slice(1),
    go: (to) => router.navigate(to),
    objections: objectionsOnScreen,
    close: () => {
      unmount()
      router.dispose()
      client.clear()
    },
  }
}

async function objectionsOnScreen(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    // Without layout there are no colours to compare; landmarks and titles of the frame belong to the shell.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`)
}
