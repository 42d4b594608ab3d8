/** The build without captions, keys and ads has no types of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
