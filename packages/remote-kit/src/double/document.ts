/**
 * A document in Node, for `node --import`: what pages ask of a browser before any test runs. Layout it has none: sizes are
 * zero, and no colour is seen.
 */
import { JSDOM } from 'jsdom'
import { startService } from './service.ts'

/** Node has these, too, but a document takes only its own. Signals are Node's: its requests take no others. */
const ofDocument = ['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'Blob', 'File', 'FormData', 'navigator', 'localStorage', 'sessionStorage', 'DOMException'] // prettier-ignore

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

async function openDocument(): Promise<void> {
  const service = await startService()
  const { window } = new JSDOM('<!doctype html><html><head></head><body></body></html>', {
    url: service.url,
    pretendToBeVisual: true,
  })
  const names = Object.getOwnPropertyNames(window).filter((name) => !(name in globalThis))
  for (const name of [...names, ...ofDocument]) {
    const value: unknown = Reflect.get(window, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  const computed = window.getComputedStyle.bind(window)
  const missing = {
    ResizeObserver: NoObserver,
    IntersectionObserver: NoObserver,
    matchMedia: (media: string) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} }),
    scrollTo: () => undefined,
    // Of pseudo elements jsdom knows nothing, and says so loudly.
    getComputedStyle: (element: Element) => computed(element),
  }
  Object.assign(window, missing)
  Object.assign(globalThis, missing, {
    window,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
    IS_REACT_ACT_ENVIRONMENT: true,
    [Symbol.for('helioport.double')]: service,
  })
}

// The runner itself, which starts a process for each file, needs none.
if (!process.execArgv.includes('--test')) await openDocument()
