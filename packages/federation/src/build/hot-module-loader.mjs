import { parseSync } from 'oxc-parser'

/**
 * Runs after the compiler, on a development server: modules register their components with `federation/hot`. A module
 * that exports only components is replaced in place; any other change propagates to its importers.
 */
function hotModuleLoader(code, map) {
  const { resourcePath } = this
  const hasComponent = code.includes('$RefreshReg$(')
  // A module with hooks only is wrapped as well.
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
  // On the first line of the module, so that its source map stays valid.
  const head = `import { hotModule as $hotModule } from '@helioport/federation/hot'; const { register: $RefreshReg$, sign: $RefreshSig$ } = $hotModule(${file}); `
  // Accepted before anything can throw: the page shows an error, and the next version runs again.
  const accept = isExchanged ? 'import.meta.webpackHot?.accept((error) => console.error(error)); ' : ''
  this.callback(null, head + accept + code, map)
}

export default hotModuleLoader
