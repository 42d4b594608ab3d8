/**
 * For the modules of antd and its icons that make style elements: each element carries the nonce of the page, also
 * where none is handed on (the width of a scroll bar), and is filled as text, since under Trusted Types no text becomes
 * markup. Each build finds its own elements alone (`scope`): a remote that brings its antd shares none with the shell, and
 * none that goes with another release. A version of the library that does it otherwise ends the build.
 */
const made = /(?:const|let|var) styleNode = document\.createElement\(['"]style['"]\);/
const found = /\bnode\.tagName === ['"]STYLE['"]/
/** Where a style is filled, compared, and filled anew. */
const fillings = 3

function styleNonceLoader(source) {
  const { scope = '' } = this.getOptions()
  if (!made.test(source) || !found.test(source) || source.split('.innerHTML').length !== fillings + 1)
    throw new Error('antd makes its style elements in another way than this build knows')
  const marked = `styleNode.nonce = document.querySelector('[nonce]')?.nonce ?? ''; styleNode.dataset.scope = '${scope}';`
  return source
    .replace(made, (all) => `${all} ${marked}`)
    .replace(found, (all) => `${all} && node.dataset.scope === '${scope}'`)
    .replaceAll('.innerHTML', '.textContent')
}

export default styleNonceLoader
