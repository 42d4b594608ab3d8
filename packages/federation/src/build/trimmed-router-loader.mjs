/**
 * For the router: what makes components is marked as free of effects, and their names for tools are left out, so that
 * those that nobody uses are shaken out: forms, and the contexts of its framework. Its package names the build with
 * warnings for developers alone, which a released page has nobody to give to.
 */
const named = /^\w+\.displayName = "[^"]*";$/gm
const warns = /^(var|const|let) ENABLE_DEV_WARNINGS = true;$/m
const made = /^(?:var|const|let) \w+ = (?=React\w*\.(?:forwardRef|memo|createContext|lazy)\()/gm

function trimmedRouterLoader(source) {
  const quiet = this.mode === 'production' ? source.replace(warns, '$1 ENABLE_DEV_WARNINGS = false;') : source
  return quiet.replace(named, '').replace(made, (start) => `${start}/* @__PURE__ */ `)
}

export default trimmedRouterLoader
