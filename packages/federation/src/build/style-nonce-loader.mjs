/**
 * For modules of antd and its icons that create style elements: each element gets the nonce of the page, even if antd
 * passes none (for the width of a scroll bar). Its content is set as text, because Trusted Types forbid markup. Each
 * build finds only its own elements (`scope`): a remote with its own antd shares none with the shell or with other
 * releases. The build fails if a version of the library creates its elements differently.
 */
const made = /(?:const|let|var) styleNode = document\.createElement\(['"]style['"]\);/
const found = /\bnode\.tagName === ['"]STYLE['"]/
/** Number of places that set or compare the content of a style. */
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
