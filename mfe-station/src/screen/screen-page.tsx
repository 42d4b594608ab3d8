import { defaultInfoItems, type Station } from '@helioport/contract'
import { useNow, useUi } from '@helioport/ui'
import { useEndpoint } from '@helioport/api-client'
import { useSession } from '@helioport/session'
import { type ColorToken, colorOf, colors, type Mode, variableOf } from '@helioport/ui/tokens'
import type { CSSProperties } from 'react'
import { pollMs } from '../station/use-fleet.ts'
import { WorkingNote } from '../station/working-note.tsx'
import { AlarmTicker } from './alarm-ticker.tsx'
import { isConnectionLost } from './connection.ts'
import { PlantWall } from './plant-wall.tsx'
import { ScreenHead } from './screen-head.tsx'
import { ScreenTotals } from './screen-totals.tsx'
import { WallMap } from './wall-map.tsx'
import styles from './screen.module.css'

const tickerAlarms = 20
/** Ten turns of the wall: nobody waits for later ones. */
const mostPlants = 60

const wallColors = {
  '--screen-canvas': 'canvas',
  '--screen-line': 'hairline',
  '--screen-text': 'text',
  '--screen-muted': 'textMuted',
  '--screen-sun': 'generation',
  '--screen-good': 'good',
  '--screen-bad': 'bad',
  '--screen-warn': 'warn',
  '--screen-warn-soft': 'warnSoft',
} as const satisfies Record<string, ColorToken>

/** The wall is dark in both themes, including components of other pages; on paper it is light. */
const wallStyleIn = (mode: Mode) =>
  Object.fromEntries([
    ...(Object.keys(colors) as ColorToken[]).map((token) => [variableOf(token), colorOf(token, mode)]),
    ...Object.entries(wallColors).map(([variable, token]) => [variable, colorOf(token, mode)]),
  ]) as CSSProperties
const [darkWall, paperWall] = [wallStyleIn('dark'), wallStyleIn('light')]

/** The time zone of the plants if all share one; otherwise undefined: the viewer's. */
function zoneOf(plants: readonly Station[]): string | undefined {
  const [zone, ...others] = new Set(plants.map(({ timeZone }) => timeZone))
  return others.length === 0 ? zone : undefined
}

/** The big screen: dark, without controls, driven by the clock alone; says so when the connection is lost. */
export default function ScreenPage() {
  const stations = useEndpoint(
    'GET /stations',
    { query: { sort: 'specificYieldToday', page: 1, pageSize: mostPlants } },
    { refetchMs: pollMs },
  )
  const alarms = useEndpoint(
    'GET /alarms',
    { query: { state: 'open', lowLight: false, page: 1, pageSize: tickerAlarms } },
    { refetchMs: pollMs },
  )
  const summary = useEndpoint('GET /stations/summary', {}, { refetchMs: pollMs })
  // The settings may be changed on another device.
  const profile = useEndpoint('GET /account/profile', {}, { refetchMs: 10 * pollMs })
  const { session } = useSession()
  const { isPaper = false } = useUi()
  const now = useNow(5_000)
  const lost =
    isConnectionLost(stations.updatedAt, now) || (stations.data === undefined && stations.error !== undefined)
  const plants = stations.data ?? []

  return (
    <main
      className={styles.screen}
      style={isPaper ? paperWall : darkWall}
      data-testid="screen"
      data-connection={lost ? 'lost' : 'live'}
    >
      <ScreenHead
        owner={session?.nickname}
        pictureId={profile.data?.logoId ?? profile.data?.avatarId}
        timeZone={(stations.total ?? 0) > plants.length ? undefined : zoneOf(plants)}
        lostSince={lost ? stations.updatedAt : undefined}
      />
      <div className={styles.body} data-stale={lost || undefined}>
        <div className={styles.side}>
          <WorkingNote working={summary.data?.working} />
          <ScreenTotals
            items={profile.data?.infoItems ?? (profile.error === undefined ? undefined : defaultInfoItems)}
            summary={summary.data}
          />
          <WallMap />
        </div>
        <PlantWall plants={plants} now={now} isReady={stations.data !== undefined} />
      </div>
      <AlarmTicker alarms={alarms.data} total={alarms.total} now={now} />
    </main>
  )
}
