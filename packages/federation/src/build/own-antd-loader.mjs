/**
 * For antd in a remote that brings its own: its classes begin with the name of the release, so that no rule of the
 * shell's antd, or of another remote's, reaches them. A version of the library that names them otherwise ends the build.
 */
const named = /(defaultPrefixCls = )(['"])ant\2/

function ownAntdLoader(source) {
  if (!named.test(source))
    throw new Error('this antd names its classes in a way that this build does not know: take 5 or 6')
  return source.replace(named, `$1'${this.getOptions().scope}-ant'`)
}

export default ownAntdLoader
