import { geoGraticule10, geoPath } from 'd3-geo'
import { type ReactNode, useMemo } from 'react'
import { useSize } from '../chart/use-size.ts'
import { IconButton } from '../core/button.tsx'
import { detailAt } from './load-land.ts'
import styles from './map.module.css'
import type { MapTexts, Position } from './types.ts'
import { useLand } from './use-land.ts'
import { useMapView } from './use-map-view.ts'
import { fitView, type MapView, projectionOf, type Size } from './view.ts'

interface MapFrameProps {
  label: string
  texts: MapTexts
  /** px. */
  height: number
  /** What the map shows until somebody moves it. */
  home: readonly Position[]
  children: (view: MapView, size: Size) => ReactNode
  /** Called with the position under a click (not a drag). */
  onPick?: (at: Position) => void
}

/** Land, graticule, gestures and zoom buttons; `children` draw on it in px. */
export function MapFrame({ label, texts, height, home, children, onPick }: MapFrameProps) {
  const [element, { width, seen }] = useSize<HTMLDivElement>()
  const size = useMemo(() => ({ width, height }), [width, height])
  const fitted = useMemo(() => fitView(home, size), [home, size])
  const { view, setView, zoom, handlers } = useMapView(element, fitted, size, onPick)
  const { land, failed } = useLand(detailAt(view.zoom), seen && width > 0)
  const path = geoPath(projectionOf(view, size))
  const shore = land === undefined ? null : path(land)

  return (
    <div className={styles['map']} style={{ blockSize: height }}>
      {/* The ground takes arrow keys, plus and minus; what lies on it is reached by tab. */}
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
            <path className={styles['graticule']} d={path(geoGraticule10()) ?? ''} />
            {shore !== null && <path className={styles['land']} d={shore} />}
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
