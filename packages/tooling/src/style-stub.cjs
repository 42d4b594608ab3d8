// Styles have no effect in jsdom: every class name is its own key.
module.exports = new Proxy({ __esModule: false }, { get: (_, key) => (key === '__esModule' ? false : String(key)) })
