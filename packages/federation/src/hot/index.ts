/** Code that a development server adds to a remote: components, styles and texts change in place and keep state. */
import { Component, type ComponentType, createElement, type ReactNode, Suspense } from 'react'
import type { RemoteModule } from '../remote/index.ts'
import { onTurn, register, sign } from './families.ts'
import { currentFault } from './fault.ts'
import { standInOf } from './stand-in.ts'

export { createElement } from './classic-jsx.ts'

/** Targets of the calls that the compiler inserts into a module. */
export const hotModule = (file: string) => ({
  register: (type: unknown, name: string) => register(`${file} ${name}`, type),
  sign,
})

const faultStyle = { margin: 24, whiteSpace: 'pre-wrap', direction: 'ltr', textAlign: 'left' } as const

function Fault({ error }: { error: unknown }) {
  if (error === undefined) return null
  const text = error instanceof Error ? (error.stack ?? error.message) : `thrown: ${JSON.stringify(error)}`
  return createElement('pre', { role: 'alert', 'data-hot-fault': '', style: faultStyle }, text)
}

const Waiting = () => createElement(Fault, { error: currentFault() })

/** Catches errors of effects, after which React unmounts a page: the page is mounted again with the next version. */
class Mended extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined }
  #undo = () => {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidMount() {
    this.#undo = onTurn(() => this.setState({ error: undefined }))
  }

  override componentWillUnmount() {
    this.#undo()
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : createElement(Fault, { error })
  }
}

interface Page {
  component: ComponentType
  latest: unknown
}

const pages = new Map<string, Page>()

/** One component for all versions of a page, so that React keeps its state. */
function pageOf(name: string, latest: unknown): ComponentType {
  const known = pages.get(name)
  if (known !== undefined) {
    known.latest = latest
    return known.component
  }
  const page: Page = {
    latest,
    component: () => {
      const content = createElement(standInOf(page.latest) as ComponentType)
      return createElement(Mended, null, createElement(Suspense, { fallback: createElement(Waiting) }, content))
    },
  }
  pages.set(name, page)
  return page.component
}

let hasRun = false
let failed = false

/** Has the host load pages and texts of the remote again; a page with the same component keeps its state. */
function renew(remote: string): void {
  const host = Reflect.get(globalThis, Symbol.for('helioport.host')) as { renew?: (name: string) => void } | undefined
  host?.renew?.(remote)
}

type Loaders = RemoteModule['pages']

/** Wraps `defineRemote` on a development server. `remote`: name of the remote. */
export function hotRemote<D extends { pages: Loaders }>(remote: string, define: (definition: D) => RemoteModule) {
  return (definition: D): RemoteModule => {
    const made = define(definition)
    const hot = ([name, load]: [string, Loaders[string]]): [string, Loaders[string]] => [
      name,
      () =>
        load().then(
          (content) => ({ ...content, default: pageOf(name, content.default) }),
          (error: unknown) => {
            failed = true
            throw error
          },
        ),
    ]
    // The module runs again: texts or other modules without components changed.
    if (hasRun) setTimeout(() => renew(remote))
    else onTurn(() => failed && ((failed = false), renew(remote)))
    hasRun = true
    return { ...made, pages: Object.fromEntries(Object.entries(made.pages).map(hot)) }
  }
}
