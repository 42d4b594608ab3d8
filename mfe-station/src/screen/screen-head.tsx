import { useNow } from '@helioport/ui'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { apiBasePath, paths } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { useStationText } from '../station/use-station-text.ts'
import styles from './screen.module.css'

interface ScreenHeadProps {
  /** Owner of the plants. */
  owner: string | undefined
  /** Id of the owner's logo, otherwise of the avatar. */
  pictureId: string | null | undefined
  /** Zone of the shown clock; undefined: the viewer's. */
  timeZone: string | undefined
  /** When the last figures arrived, epoch ms (0: never); undefined while connected. */
  lostSince: number | undefined
}

const showExitMs = 4_000

/** True for a while after the pointer moved or a key was pressed: an untouched wall shows no controls. */
function useTouched(): boolean {
  const [touchedAt, setTouchedAt] = useState(0)
  useEffect(() => {
    if (touchedAt === 0) return
    const timer = setTimeout(() => setTouchedAt(0), showExitMs)
    return () => clearTimeout(timer)
  }, [touchedAt])
  useEffect(() => {
    const touch = () => setTouchedAt(Date.now())
    window.addEventListener('pointermove', touch)
    window.addEventListener('keydown', touch)
    return () => {
      window.removeEventListener('pointermove', touch)
      window.removeEventListener('keydown', touch)
    }
  }, [])
  return touchedAt > 0
}

export function ScreenHead({ owner, pictureId, timeZone, lostSince }: ScreenHeadProps) {
  const text = useStationText()
  const format = useFormat()
  const now = useNow(1_000)
  const touched = useTouched()
  return (
    <header className={styles.head}>
      <div className={styles.brand}>
        {pictureId ? (
          <img className={styles.logo} src={`${apiBasePath}/pictures/${pictureId}`} alt={owner ?? ''} />
        ) : (
          <span className={styles.sun} aria-hidden="true" />
        )}
        <h1 className={styles.title}>{owner ? `${owner} · ${text('screen.title')}` : text('screen.title')}</h1>
        <Link to={paths.stationList()} className={styles.exit} data-shown={touched || undefined}>
          {text('screen.exit')}
        </Link>
      </div>
      {lostSince !== undefined && (
        <output className={styles.lost}>
          {lostSince === 0 ? text('screen.noConnection') : text('screen.stale', { time: format.time(lostSince) })}
        </output>
      )}
      <div className={styles.clock}>
        <span className={styles.clockDate}>
          {format.date(now, timeZone)}
          {timeZone !== undefined && ` · ${timeZone}`}
        </span>
        <time className={styles.clockTime}>{format.time(now, timeZone)}</time>
      </div>
    </header>
  )
}
