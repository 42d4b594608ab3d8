/**
 * Puts the exposed module of a remote, a few hundred bytes, into the entry instead of a separate chunk: this saves a
 * request that would follow the entry's. The import never runs; the container evaluates the module as usual.
 */
function exposedRemoteLoader(source) {
  const { remote } = this.getOptions()
  return `${source}\nif (globalThis.__never__) import(/* webpackMode: "eager" */ ${JSON.stringify(remote)})\n`
}

export default exposedRemoteLoader
