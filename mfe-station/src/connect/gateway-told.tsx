import { useEndpoint } from '@helioport/api-client'
import { Notice } from '@helioport/ui'
import { useOwnerText } from '../station/owner-texts.ts'
import { useTroubleText } from '../station/trouble-texts.ts'
import styles from './connect.module.css'

/** Short, because a person is standing at the gateway and waiting. */
const refetchMs = 10_000

/** Troubles of a gateway's sources while it is connected but sends no frames: a wrong address, a switch that is off. */
export default function GatewayTold({ loggerId }: { loggerId: string }) {
  const text = useOwnerText()
  const troubleText = useTroubleText()
  const { data } = useEndpoint('GET /loggers/:loggerId/gateway', { params: { loggerId } }, { refetchMs })
  const silent = (data?.report?.sources ?? []).filter(({ trouble }) => trouble !== null)
  if (silent.length === 0) return null
  return (
    <Notice tone="warn">
      {text('connect.readsNothing')}
      <ul className={styles['told']}>
        {silent.map((source) => (
          <li key={source.name}>
            <bdi>{source.name}</bdi>
            {troubleText(source).map((sentence) => (
              <p key={sentence} className={styles['sentence']}>
                <bdi>{sentence}</bdi>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
