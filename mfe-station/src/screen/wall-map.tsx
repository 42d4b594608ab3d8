import { lazy, Suspense } from 'react'
import { useStationText } from '../station/use-station-text.ts'
import { useWallUnit } from './use-wall-unit.ts'
import styles from './screen.module.css'

const FleetMap = lazy(() => import('../station/fleet-map.tsx'))

/** Height in units of the wall. */
const heightUnits = 13.5
/** Marks and names are drawn for a desk; from 4 m they must be larger. A desk's pixel is 1/19.2 of a unit. */
const enlarged = 1.5
const deskUnit = 19.2

/** Map of the plants, without controls. */
export function WallMap() {
  const text = useStationText()
  const unit = useWallUnit()
  const zoom = Math.max(0.5, (unit / deskUnit) * enlarged)
  return (
    <section className={styles.map} aria-label={text('dashboard.map')} style={{ zoom }} data-testid="screen-map">
      <Suspense fallback={null}>
        <FleetMap height={Math.max(120, (heightUnits * unit) / zoom)} />
      </Suspense>
    </section>
  )
}
