import { cx } from '../core/class-names.ts'
import { MapFrame } from './map-frame.tsx'
import styles from './map.module.css'
import type { MapPoint, MapTexts } from './types.ts'
import { type Cluster, clustersOf } from './view.ts'

interface PointMapProps {
  label: string
  points: readonly MapPoint[]
  texts: MapTexts
  /** px. */
  height?: number
}

/** A map of points with a status. Points near each other form one mark with their count. Single marks are links. */
export function PointMap({ label, points, texts, height = 320 }: PointMapProps) {
  return (
    <MapFrame label={label} texts={texts} height={height} home={points}>
      {(view, size) => (
        <ul className={styles['marks']}>
          {clustersOf(points, view, size).map((cluster) => (
            <li key={cluster.points[0]?.id} style={{ transform: `translate(${cluster.x}px, ${cluster.y}px)` }}>
              <Mark cluster={cluster} texts={texts} />
            </li>
          ))}
        </ul>
      )}
    </MapFrame>
  )
}

const urgency = { bad: 3, warn: 2, idle: 1, good: 0 } as const

function Mark({ cluster, texts }: { cluster: Cluster; texts: MapTexts }) {
  const { points } = cluster
  const [first] = points
  if (!first) return null
  const worst = points.toSorted((a, b) => urgency[b.tone] - urgency[a.tone])[0] ?? first
  const isOne = points.length === 1
  const label = isOne ? first.label : texts.cluster(points.length)
  const content = (
    <>
      <span className={styles['dot']} data-tone={worst.tone}>
        {isOne ? null : points.length}
      </span>
      <span className={styles['bubble']}>
        {isOne ? (
          <>
            <b>{first.label}</b>
            {first.note !== undefined && <span>{first.note}</span>}
          </>
        ) : (
          points.slice(0, 6).map((point) => <span key={point.id}>{point.label}</span>)
        )}
      </span>
    </>
  )
  return isOne && first.href !== undefined ? (
    <a
      className={styles['mark']}
      href={first.href}
      aria-label={[label, first.note].filter(Boolean).join(', ')}
      draggable={false}
    >
      {content}
    </a>
  ) : (
    <span
      className={cx(styles['mark'], styles['still'])}
      role="img"
      aria-label={`${label}: ${points.map((p) => p.label).join(', ')}`}
    >
      {content}
    </span>
  )
}
