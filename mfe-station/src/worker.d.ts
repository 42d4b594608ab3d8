/** A worker as one script, compiled separately; see worker-loader.mjs of packages/federation. */
declare module '*?worker' {
  const address: string
  export default address
}
