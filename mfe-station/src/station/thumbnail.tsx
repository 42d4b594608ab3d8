import { apiBasePath, type Station } from '@helioport/contract'
import { Icon } from '@helioport/ui'
import styles from './thumbnail.module.css'

interface ThumbnailProps {
  station: Pick<Station, 'pictureId'>
  /** `wide`: across the top of a card. */
  shape?: 'square' | 'wide'
}

/** The picture of a station, or a placeholder. Hidden from screen readers, since the name stands beside it. */
export function Thumbnail({ station, shape = 'square' }: ThumbnailProps) {
  return (
    <span className={styles.frame} data-shape={shape} aria-hidden="true">
      {station.pictureId === null ? (
        <Icon name="station" size={shape === 'wide' ? 32 : 20} />
      ) : (
        <img
          className={styles.picture}
          src={`${apiBasePath}/pictures/${encodeURIComponent(station.pictureId)}`}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
    </span>
  )
}
