/**
 * Has the entry of a remote hold the module that it exposes, a few hundred bytes that would be a chunk of their own: one
 * request less, and nobody waits for both in turn. It is not run from here; the container does that, as ever.
 */
function exposedRemoteLoader(source) {
  const { remote } = this.getOptions()
  return `${source}\nif (globalThis.__never__) import(/* webpackMode: "eager" */ ${JSON.stringify(remote)})\n`
}

export default exposedRemoteLoader
