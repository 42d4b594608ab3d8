import Hls from 'hls.js/light'

/** Why a video does not play: nobody answers, the browser cannot read it, the portal may not ask that server. */
export type VideoFailure = 'network' | 'format' | 'origin'

/** Plays an HLS stream in a browser that cannot by itself. Returns how to end it. */
export function playStream(video: HTMLVideoElement, source: URL, fail: (why: VideoFailure) => void): () => void {
  if (!Hls.isSupported()) {
    fail('format')
    return () => undefined
  }
  let isForbidden = false
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === 'connect-src' && blockedURI.startsWith(source.origin)
  }
  document.addEventListener('securitypolicyviolation', note)
  // Its worker would be code out of a text, which the page's policy forbids.
  const hls = new Hls({ enableWorker: false })
  const end = () => {
    document.removeEventListener('securitypolicyviolation', note)
    hls.destroy()
  }
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    const isNetwork = type === Hls.ErrorTypes.NETWORK_ERROR
    // The browser tells of its policy after it has refused.
    setTimeout(() => fail(isForbidden ? 'origin' : isNetwork ? 'network' : 'format'))
    end()
  })
  hls.loadSource(source.href)
  hls.attachMedia(video)
  return end
}
