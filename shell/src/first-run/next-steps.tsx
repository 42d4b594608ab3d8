import { Link } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { LinkButton } from '@helioport/ui'
import { CopiedCommand } from './copied-command.tsx'
import { useFirstRunText } from './first-run-messages.ts'
import styles from './first-run.module.css'
import { VirtualWay } from './virtual-way.tsx'

/** Typed on the portal's machine. A restore needs an empty folder. */
export const restoreCommand = 'npm run helioport -- restore --from /backups --data /new-folder'

/** First steps of a portal without plants. */
export function NextSteps() {
  const text = useFirstRunText()
  return (
    <>
      <ul className={styles['ways']}>
        <li className={styles['way']}>
          <h2>{text('connect.title')}</h2>
          <p>{text('connect.text')}</p>
          <LinkButton kind="primary" icon="plus" href={`#${paths.stationAdd()}?then=connect`}>
            {text('connect.go')}
          </LinkButton>
        </li>
        <li className={styles['way']}>
          <h2>{text('restore.title')}</h2>
          <p>{text('restore.text')}</p>
          <CopiedCommand>{restoreCommand}</CopiedCommand>
          <p>{text('restore.folders')}</p>
        </li>
        <VirtualWay />
      </ul>
      <Link to={paths.home()}>{text('later')}</Link>
    </>
  )
}
