/** What a development server adds to a remote: components, styles and texts change in place, with their state. */
import { Component, type ComponentType, createElement, type ReactNode, Suspense } from 'react'
import type { RemoteModule } from '../remote/index.ts'
import { onTurn, register, sign } from './families.ts'
import { currentFault } from './fault.ts'
import { standInOf } from './stand-in.ts'

export { createElement } from './classic-jsx.ts'

/** What the compiler's calls in a module mean. */
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

/** Errors of effects, after which React takes a page away: it is put up anew with the next version. */
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

/** The same component for all versions of a page. */
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

/** Whoever shows the remote asks for its pages and texts again; a page whose component is the same keeps its state. */
function renew(remote: string): void {
  const host = Reflect.get(globalThis, Symbol.for('helioport.host')) as { renew?: (name: string) => void } | undefined
  host?.renew?.(remote)
}

type Loaders = RemoteModule['pages']

/** `defineRemote` of a development server. `remote`: its name. */
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
    // It has run before: texts changed, or something that is no component.
    if (hasRun) setTimeout(() => renew(remote))
    else onTurn(() => failed && ((failed = false), renew(remote)))
    hasRun = true
    return { ...made, pages: Object.fromEntries(Object.entries(made.pages).map(hot)) }
  }
}
