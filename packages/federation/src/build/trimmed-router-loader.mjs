/**
 * For the router: calls that create components are marked as pure, and their display names are removed, so that unused
 * components (forms, and contexts of its framework mode) are tree-shaken. Its package offers only the build with
 * warnings for developers, which are switched off in production.
 */
const named = /^\w+\.displayName = "[^"]*";$/gm
const warns = /^(var|const|let) ENABLE_DEV_WARNINGS = true;$/m
const made = /^(?:var|const|let) \w+ = (?=React\w*\.(?:forwardRef|memo|createContext|lazy)\()/gm

function trimmedRouterLoader(source) {
  const quiet = this.mode === 'production' ? source.replace(warns, '$1 ENABLE_DEV_WARNINGS = false;') : source
  return quiet.replace(named, '').replace(made, (start) => `${start}/* @__PURE__ */ `)
}

export default trimmedRouterLoader
