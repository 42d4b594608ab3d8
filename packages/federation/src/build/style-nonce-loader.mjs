/**
 * For the two modules of antd and its icons that make style elements: each element carries the nonce of the page, also
 * where none is handed on (the width of a scroll bar), and is filled as text, since under Trusted Types no text becomes
 * markup. A version of the library that does it otherwise ends the build.
 */
const made = "const styleNode = document.createElement('style');"
const withNonce = `${made}\n  styleNode.nonce = document.querySelector('[nonce]')?.nonce ?? '';`
/** Where a style is filled, compared, and filled anew. */
const fillings = 3

function styleNonceLoader(source) {
  if (source.split(made).length !== 2 || source.split('.innerHTML').length !== fillings + 1)
    throw new Error('antd makes its style elements in another way than this build knows')
  return source.replace(made, withNonce).replaceAll('.innerHTML', '.textContent')
}

export default styleNonceLoader
