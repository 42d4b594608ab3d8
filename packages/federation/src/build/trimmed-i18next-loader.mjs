/**
 * For i18next: without the part that fetches texts, a tenth of it. Texts are added by `addResourceBundle` here, and with
 * `resources` it asks that part for none. A version that is written otherwise ends the build.
 */
const connector = /^class Connector extends EventEmitter \{[^]*?^\}$/m
const standIn = `class Connector extends EventEmitter {
  state = {}
  constructor(backend) {
    super()
    this.backend = backend
  }
  load(languages, namespaces, done) {
    done()
  }
}`

function trimmedI18nextLoader(source) {
  if (!connector.test(source))
    throw new Error('this i18next is written in a way that this build does not know: see trimmed-i18next-loader.mjs')
  return source.replace(connector, () => standIn)
}

export default trimmedI18nextLoader
