// Globals that jsdom does not have and libraries need at import time.
const { TextDecoder, TextEncoder } = require('node:util')

Object.assign(globalThis, { TextDecoder, TextEncoder })

if (!globalThis.crypto?.subtle) {
  Object.defineProperty(globalThis, 'crypto', { value: require('node:crypto').webcrypto, configurable: true })
}

// React schedules through a MessageChannel; Node's implementation keeps the process alive.
if (typeof globalThis.MessageChannel === 'undefined') {
  globalThis.MessageChannel = class {
    constructor() {
      this.port1 = { onmessage: null, close() {} }
      this.port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.({}), 0), close() {} }
    }
  }
}

const { window } = globalThis

window.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
})

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// antd measures scroll bars with a pseudo element, for which jsdom logs an error.
const computed = window.getComputedStyle
window.getComputedStyle = (element) => computed(element)
