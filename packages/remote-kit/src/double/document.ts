/**
 * A document in Node, for `node --import`: globals of a browser that pages need before any test runs. It has no layout:
 * sizes are zero, and colours are not computed.
 */
import { JSDOM } from 'jsdom'
import { startService } from './service.ts'

/**
 * Node has these globals, too, but a document accepts only its own. AbortSignal stays Node's: its fetch accepts no
 * other.
 */
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
    // jsdom does not support pseudo elements, and logs an error for them.
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

// The runner starts a process for each file, and needs no document itself.
if (!process.execArgv.includes('--test')) await openDocument()
