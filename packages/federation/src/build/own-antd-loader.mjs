/**
 * For a remote with its own antd: its CSS classes begin with the name of the release, so that rules of another antd, of
 * the shell or other remotes, do not match them. The build fails if a version of the library names its classes differently.
 */
const named = /(defaultPrefixCls = )(['"])ant\2/

function ownAntdLoader(source) {
  if (!named.test(source))
    throw new Error('this antd names its classes in a way that this build does not know: take 5 or 6')
  return source.replace(named, `$1'${this.getOptions().scope}-ant'`)
}

export default ownAntdLoader
