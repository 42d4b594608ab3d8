/**
 * Appended to `src/remote.tsx` by a development server for a released shell, which has no Fast Refresh: a changed module
 * renews the exposed one, and the host puts its pages up anew. Nothing else of the portal is touched.
 */
const renewal = (name) => `
if (import.meta.webpackHot) {
  import.meta.webpackHot.accept()
  import.meta.webpackHot.dispose((data) => { data.was = true })
  if (import.meta.webpackHot.data?.was) setTimeout(() => Reflect.get(globalThis, Symbol.for('helioport.host'))?.renew('${name}'))
}
`

export default function hotRemoteLoader(source) {
  return source + renewal(this.getOptions().name)
}
