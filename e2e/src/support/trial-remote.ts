import type { Page } from 'playwright/test'
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import type { Stage } from './stage.ts'
import { workspaceWithCopyOf, write } from './workspace.ts'

const title = (text: string) => ({ 'en-US': text, 'zh-CN': text, 'zh-TW': text })

/** Pages that each misbehave in one way, by the last part of their path under /functionSetting. */
const pages: Record<string, string> = {
  calm: `export default function Calm() { return <h1>calm</h1> }`,
  load: `throw new Error('trial load')
export default function Load() { return <h1>load</h1> }`,
  render: `export default function Render(): never { throw new Error('trial render') }`,
  effect: `import { useEffect } from 'react'
export default function Effect() {
  useEffect(() => { throw new Error('trial effect') }, [])
  return <h1>effect</h1>
}`,
  handler: `export default function Handler() {
  return <><h1>handler</h1><button type="button" onClick={() => { throw new Error('trial handler') }}>throw</button></>
}`,
  promise: `export default function Rejected() {
  return <><h1>promise</h1><button type="button" onClick={() => void Promise.reject(new Error('trial promise'))}>reject</button></>
}`,
  suspend: `import { use } from 'react'
const never = new Promise<string>(() => {})
export default function Suspended() { return <h1>{use(never)}</h1> }`,
  timer: `import { useEffect } from 'react'
export default function Timer() {
  useEffect(() => { setInterval(() => { throw new Error('trial timer') }, 100) }, [])
  return <h1>timer</h1>
}`,
  traces: `import { useEffect } from 'react'
// Once, for as long as the module is there.
window.addEventListener('trial', () => { count('module') })
const root: HTMLElement & { counts?: Record<string, number> } = document.documentElement
const count = (name: string) => { const all = (root.counts ??= {}); all[name] = (all[name] ?? 0) + 1 }
export default function Traces() {
  useEffect(() => {
    const style = document.createElement('style')
    style.nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''
    style.textContent = 'header { visibility: hidden }'
    document.head.append(style)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('nav { visibility: hidden }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const overlay = document.createElement('div')
    overlay.id = 'trial-overlay'
    overlay.style.cssText = 'position:fixed;inset:0'
    document.body.insertAdjacentElement('beforeend', overlay)
    document.documentElement.insertBefore(document.createElement('trial-mark'), document.body)
    document.body.classList.add('trial')
    document.body.style.opacity = '0.5'
    document.documentElement.setAttribute('class', 'trial')
    window.addEventListener('trial', () => { count('window') })
    document.addEventListener('trial-document', () => { count('document') })
    window.onfocus = () => { count('property') }
    Object.assign(window, { trialGlobal: true })
    window.visualViewport?.addEventListener('trial', () => { count('viewport') })
    document.querySelector('header')?.addEventListener('trial', () => { count('header') })
    new MutationObserver(() => { count('observer') }).observe(document.documentElement, { attributeFilter: ['data-trial'] })
    const { fetch } = window
    window.fetch = (...args) => { count('fetch'); return fetch(...args) }
    Object.assign(Array.prototype, { trialLast() { return 1 } })
    history.pushState = (...args) => { count('history'); History.prototype.pushState.apply(history, args) }
    const [sheet0] = [...document.styleSheets].filter(({ ownerNode }) => ownerNode instanceof HTMLLinkElement)
    sheet0?.insertRule('footer { visibility: hidden }')
    setInterval(() => { count('interval') }, 50)
    const again = () => { count('timeout'); setTimeout(again, 50) }
    again()
    const frame = () => { count('frame'); requestAnimationFrame(frame) }
    frame()
  }, [])
  return <h1>traces</h1>
}`,
  lines: `import { useEffect } from 'react'
const root: HTMLElement & { counts?: Record<string, number> } = document.documentElement
const count = (name: string) => { const all = (root.counts ??= {}); all[name] = (all[name] ?? 0) + 1 }
const hear = (name: string) => { new BroadcastChannel('trial').onmessage = () => { count(name) } }
const release = /functions.([^/]+)/.exec(new Error().stack ?? '')?.[1] ?? ''
// Once, for as long as the module is there.
hear('module')
class Line extends HTMLElement {
  static observedAttributes = release.endsWith('2fc') ? ['at', 'further'] : ['at']
  connectedCallback() { this.textContent = release }
  attributeChangedCallback(name: string) { count(name) }
}
customElements.define('trial-line', Line)
export default function Lines() {
  useEffect(() => {
    hear('effect')
    Object.assign(root, { opened: new EventSource('/releases/events'), made: new Line() })
  }, [])
  return <><h1>lines</h1><div ref={(place) => { place?.replaceChildren(document.createElement('trial-line')) }} /></>
}`,
  loop: `export default function Loop() {
  return <><h1>loop</h1><button type="button" onClick={() => { const end = Date.now() + 60_000; while (Date.now() < end); }}>loop</button></>
}`,
  leak: `import { useEffect } from 'react'
const kept: number[][] = []
export default function Leak() {
  useEffect(() => { setInterval(() => { kept.push(Array.from({ length: 500_000 }, (_, i) => i + 0.5)) }, 100) }, [])
  return <h1>leak</h1>
}`,
  select: `import { ComboField } from '@helioport/ui/form'
export default function Select() {
  return <><h1>select</h1><ComboField label="zone" name="zone" value="a" options={[{ value: 'a', label: 'A' }, { value: 'b', label: 'B' }]} noMatch="-" onChange={() => {}} onLeave={() => {}} error={undefined} /></>
}`,
  libraries: `import { lazy, Suspense } from 'react'
import { create } from 'zustand'
const Push = lazy(() => import('antd/es/button'))
const useCount = create(() => ({ count: 7 }))
export default function Libraries() {
  const count = useCount((state) => state.count)
  return <><h1>libraries</h1><output>{count}</output><Suspense><Push type="primary">push</Push></Suspense></>
}`,
  style: `import './global.css'
export default function Style() { return <h1>style</h1> }`,
  id: `export default function Id() { return <><h1>id</h1><i id="record" /><i id="SCOPE" /></> }`,
  form: `import { useState } from 'react'
import { useHold } from '@helioport/federation/remote'
export default function Form() {
  const [text, setText] = useState('')
  useHold(text !== '')
  return <><h1>form</h1><input aria-label="note" value={text} onChange={(event) => setText(event.target.value)} /></>
}`,
}

export type TrialPage = 'calm' | 'load' | 'render' | 'effect' | 'handler' | 'promise' | 'suspend' | 'timer' | 'traces' | 'lines' | 'loop' | 'leak' | 'select' | 'libraries' | 'style' | 'id' | 'form' // prettier-ignore

export const trialPath = (page: TrialPage) => `/functionSetting/${page}`

/** Folders of the libraries that the page `libraries` uses, by the remote's range. */
const zustand = {
  '^5.0.0': 'packages/session/node_modules/zustand',
  '^4.5.7': 'packages/tooling/node_modules/zustand-4',
}
type ZustandRange = keyof typeof zustand

/** Adds libraries of its own to the copied remote, beside those from the workspace. */
function installLibraries(workspace: string, range: ZustandRange): void {
  const modules = join(workspace, 'mfe-functions/node_modules')
  const real = realpathSync(modules)
  rmSync(modules)
  mkdirSync(modules)
  for (const name of readdirSync(real)) symlinkSync(join(real, name), join(modules, name))
  const added = { zustand: zustand[range], antd: 'packages/ui/node_modules/antd' }
  for (const [name, folder] of Object.entries(added)) symlinkSync(realpathSync(join(workspace, folder)), join(modules, name)) // prettier-ignore
  const manifest = JSON.parse(readFileSync(join(workspace, 'mfe-functions/package.json'), 'utf8')) as { dependencies: Record<string, string> } // prettier-ignore
  const dependencies = { ...manifest.dependencies, zustand: range, antd: '^6.6.8' }
  write(workspace, 'mfe-functions/package.json', JSON.stringify({ ...manifest, dependencies }))
}

/** A real release of the remote `functions` whose pages misbehave; `scope`: id of an element on the page \`id\`. */
export async function buildTrial(stage: Stage, scope: string, range: ZustandRange = '^5.0.0'): Promise<Release> {
  const workspace = workspaceWithCopyOf('mfe-functions')
  try {
    installLibraries(workspace, range)
    const manifest = JSON.parse(readFileSync(join(workspace, 'mfe-functions/remote.json'), 'utf8')) as Record<string, unknown> // prettier-ignore
    const routes = Object.keys(pages).map((page) => ({ path: trialPath(page as TrialPage), page, title: title(page) }))
    const first = { path: '/functionSetting', page: 'calm', title: title('calm'), access: 'isLogin' }
    write(workspace, 'mfe-functions/remote.json', JSON.stringify({ ...manifest, routes: [first, ...routes] }))
    const imports = Object.keys(pages).map((page) => `${page}: () => import('./${page}.tsx'),`)
    const locales = ['en-US', 'zh-CN', 'zh-TW'].map((locale) => `'${locale}': () => import('./messages/${locale}.ts'),`)
    write(
      workspace,
      'mfe-functions/src/remote.tsx',
      `import { defineRemote } from '@helioport/federation/remote'
export default defineRemote({ pages: { ${imports.join(' ')} }, messages: { ${locales.join(' ')} } })
`,
    )
    for (const [page, source] of Object.entries(pages)) {
      write(workspace, `mfe-functions/src/${page}.tsx`, `${source.replace('SCOPE', scope)}\n`)
    }
    write(workspace, 'mfe-functions/src/global.css', 'h1, main a { display: none; color: rgb(1, 2, 3); }\n')
    return await stage.build('functions', workspace)
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
}

/** Counts of callbacks of the page `lines` after its element's attributes are set and a message is sent. */
export const heardByLines = (page: Page) =>
  page.evaluate(async () => {
    const root = document.documentElement as HTMLElement & { counts: object; opened: EventSource; made?: HTMLElement }
    root.counts = {}
    const [line] = document.getElementsByTagName('trial-line')
    for (const name of ['at', 'further']) line?.setAttribute(name, name)
    // Listeners are called in the order of registration: this one is the last.
    const said = new Promise((heard) => new BroadcastChannel('trial').addEventListener('message', heard))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    new BroadcastChannel('trial').postMessage('')
    await said
    return { ...root.counts, isOpen: root.opened.readyState !== EventSource.CLOSED, made: root.made?.localName }
  })
