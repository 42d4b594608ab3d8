import { Card, Page, Skeleton, SkeletonChart, SkeletonText } from '@helioport/ui'
import kpiStyles from './charts/kpi-tiles.module.css'
import styles from './detail.module.css'

const tiles = ['power', 'energy', 'pr', 'income', 'peak', 'yield', 'irradiation', 'co2']
const leadTiles = 4

/** The shape of a day: tiles, chart, devices. */
export function DaySkeleton() {
  return (
    <div className={styles.day} aria-hidden="true">
      <div className={kpiStyles.tiles}>
        {tiles.map((tile, index) => (
          <div key={tile} className={kpiStyles.tile}>
            <div className={styles.tileSkeleton} data-lead={index < leadTiles || undefined}>
              <Skeleton width={72} height={12} />
              <Skeleton width="55%" height={index < leadTiles ? 26 : 20} />
              <Skeleton width="70%" height={10} />
            </div>
          </div>
        ))}
      </div>
      <Card title={<Skeleton width={64} />}>
        <SkeletonChart height={400} />
      </Card>
      <Card title={<Skeleton width={96} />}>
        <SkeletonText lines={4} />
      </Card>
    </div>
  )
}

/** The shape of the whole page before the station is known. */
export function DetailSkeleton() {
  return (
    <Page>
      <div className={styles.headSkeleton} aria-hidden="true">
        <Skeleton width={64} height={12} />
        <Skeleton width={240} height={24} />
        <Skeleton width={360} height={14} />
      </div>
      <DaySkeleton />
    </Page>
  )
}
