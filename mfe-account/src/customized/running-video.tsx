import { useEffect, useRef } from 'react'
import styles from './customized-page.module.css'
import type { VideoFailure } from './play-stream.ts'

interface RunningVideoProps {
  source: URL
  label: string
  onFail: (why: VideoFailure) => void
}

const isStream = ({ pathname }: URL) => pathname.toLowerCase().endsWith('.m3u8')

/** Whether the browser plays streams by itself, as those of phones do: it takes least of their battery. */
const playsStreams = (video: HTMLVideoElement) => video.canPlayType('application/vnd.apple.mpegurl') !== ''

/** A video that somebody has asked for: a file, or a stream, for which a browser may need help. */
export function RunningVideo({ source, label, onFail }: RunningVideoProps) {
  const element = useRef<HTMLVideoElement>(null)
  const fail = useRef(onFail)
  useEffect(() => {
    fail.current = onFail
  }, [onFail])
  useEffect(() => {
    const video = element.current
    if (!video) return
    let isOver = false
    let end = (): void => undefined
    const play = async () => {
      if (!isStream(source) || playsStreams(video)) {
        video.src = source.href
        return
      }
      const { playStream } = await import('./play-stream.ts')
      if (!isOver) end = playStream(video, source, (why) => !isOver && fail.current(why))
    }
    play().catch(() => fail.current('network'))
    return () => {
      isOver = true
      end()
      // What is still on its way is not fetched to its end.
      video.removeAttribute('src')
      video.load()
    }
  }, [source])
  return (
    // The owner's own video; captions, if any, are inside the file.
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- no caption file comes with the address
    <video
      ref={element}
      className={styles['video']}
      controls
      autoPlay
      playsInline
      aria-label={label}
      onError={({ currentTarget: { error } }) => {
        if (error !== null) onFail(error.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'format')
      }}
    />
  )
}
