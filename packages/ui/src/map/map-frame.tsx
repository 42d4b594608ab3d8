import { type GeoPath, type GeoPermissibleObjects, geoGraticule10, geoPath } from 'd3-geo'
import { type ReactNode, useMemo } from 'react'
import { useSize } from '../chart/use-size.ts'
import { IconButton } from '../core/button.tsx'
import { detailAt } from './load-land.ts'
import styles from './map.module.css'
import type { MapTexts, Position } from './types.ts'
import { useLand } from './use-land.ts'
import { useMapView } from './use-map-view.ts'
import { fitView, type MapView, projectionOf, type Size, worldsOf } from './view.ts'

interface MapFrameProps {
  label: string
  texts: MapTexts
  /** px; a very wide map is higher. */
  height: number
  /** The positions that the map shows until the person moves it. */
  home: readonly Position[]
  children: (view: MapView, size: Size) => ReactNode
  /** Called with the position under a click (not a drag). */
  onPick?: (at: Position) => void
}

/** Greatest ratio of width to height of a map. */
const widest = 6

/** Land, graticule, gestures and zoom buttons; `children` draw on it in px. */
export function MapFrame({ label, texts, height: lowest, home, children, onPick }: MapFrameProps) {
  const [element, { width, seen }] = useSize<HTMLDivElement>()
  const height = Math.max(lowest, Math.round(width / widest))
  const size = useMemo(() => ({ width, height }), [width, height])
  const fitted = useMemo(() => fitView(home, size), [home, size])
  const { view, setView, zoom, handlers } = useMapView(element, fitted, size, onPick)
  const { land, failed } = useLand(detailAt(view.zoom), seen && width > 0)
  const paths = worldsOf(view, size).map((world) => geoPath(projectionOf(view, size, world)))

  return (
    <div className={styles['map']} style={{ blockSize: height }}>
      {/* The ground takes arrow keys, plus and minus; the objects on it are reached by tab. */}
      <div
        ref={element}
        className={styles['ground']}
        data-picks={onPick !== undefined || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by arrow keys, which nothing else in it uses
        tabIndex={0}
        role="application"
        aria-label={label}
        {...handlers}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <path className={styles['graticule']} d={drawn(paths, geoGraticule10())} />
            {land && <path className={styles['land']} d={drawn(paths, land)} />}
          </svg>
        )}
        {width > 0 && children(view, size)}
      </div>
      {failed && <p className={styles['failed']}>{texts.failed}</p>}
      <div className={styles['buttons']}>
        <IconButton icon="plus" label={texts.zoomIn} size="s" onClick={() => zoom(1)} />
        <IconButton icon="minus" label={texts.zoomOut} size="s" onClick={() => zoom(-1)} />
        <IconButton icon="fit" label={texts.fit} size="s" onClick={() => setView(fitted)} />
      </div>
    </div>
  )
}

const drawn = (paths: readonly GeoPath[], what: GeoPermissibleObjects) => paths.map((path) => path(what) ?? '').join('')
