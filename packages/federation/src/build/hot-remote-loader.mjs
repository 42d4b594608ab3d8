/**
 * On a development server: the exposed module is replaced in place, and its pages keep their state (`federation/hot`).
 * Nothing else of the portal changes.
 */
const definition = /export default defineRemote\(/

function hotRemoteLoader(source) {
  if (!definition.test(source)) throw new Error('src/remote.tsx has no "export default defineRemote("')
  const head = `import { hotRemote as $hotRemote } from '@helioport/federation/hot'; import.meta.webpackHot?.accept((error) => console.error(error)); `
  return head + source.replace(definition, `export default $hotRemote('${this.getOptions().name}', defineRemote)(`)
}

export default hotRemoteLoader
