import { parseSync } from 'oxc-parser'

/**
 * After the compiler, in a development server: a module with components says so to `federation/hot`. One that exports
 * nothing else is exchanged in place; any other change goes on to whoever imports it.
 */
function hotModuleLoader(code, map) {
  const { resourcePath } = this
  const hasComponent = code.includes('$RefreshReg$(')
  // A module of hooks alone is marked as well.
  if (!hasComponent && !code.includes('$RefreshSig$(')) {
    this.callback(null, code, map)
    return
  }
  const { module } = parseSync('module.js', code)
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, localName }) => localName.name ?? exportName.name ?? ''),
  )
  const isExchanged = hasComponent && names.length > 0 && names.every((name) => /^[A-Z]/.test(name))
  const file = JSON.stringify(resourcePath)
  // On one line with the first of the module, whose source map goes on to be true.
  const head = `import { hotModule as $hotModule } from '@helioport/federation/hot'; const { register: $RefreshReg$, sign: $RefreshSig$ } = $hotModule(${file}); `
  // Said before anything can throw; what threw is told by the page, and run again with the next version.
  const accept = isExchanged ? 'import.meta.webpackHot?.accept((error) => console.error(error)); ' : ''
  this.callback(null, head + accept + code, map)
}

export default hotModuleLoader
