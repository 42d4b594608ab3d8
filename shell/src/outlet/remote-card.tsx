import type { FaultKind } from '@helioport/federation/host'
import { useLocale, useText } from '@helioport/i18n'
import { Button, Icon, Page } from '@helioport/ui'
import { type ShellMessageKey, useShellText } from '../messages/shell-messages.ts'
import { useRouteTable } from '../routing/route-table-context.ts'
import { textIn } from '../routing/route-title.ts'
import styles from './remote-card.module.css'

const reasons: Record<FaultKind, ShellMessageKey> = {
  'unknown-remote': 'remote.fault.unknown-remote',
  'host-api': 'remote.fault.host-api',
  network: 'remote.fault.network',
  missing: 'remote.fault.missing',
  deadline: 'remote.fault.deadline',
  integrity: 'remote.fault.integrity',
  script: 'remote.fault.script',
  shape: 'remote.fault.shape',
  'page-missing': 'remote.fault.page-missing',
  render: 'remote.fault.render',
  stylesheet: 'remote.fault.stylesheet',
  effect: 'remote.fault.effect',
  handler: 'remote.fault.handler',
  promise: 'remote.fault.promise',
  suspend: 'remote.fault.suspend',
  hang: 'remote.fault.hang',
  memory: 'remote.fault.memory',
  unknown: 'remote.fault.unknown',
}

/** Kinds of crashes of a loaded page. */
const crashes: ReadonlySet<FaultKind> = new Set(['render', 'effect', 'handler', 'promise', 'suspend'])

interface RemoteCardProps {
  remote: string
  kind: FaultKind
  /** Null: no release of the remote is known. */
  release: string | null
  /** The remote crashed so often that this tab no longer loads it. */
  quarantined?: boolean
  /** The person caused the error on purpose. */
  isOnPurpose?: boolean
  onRetry: () => void
}

/** Shown in place of a remote that could not be loaded or that crashed. */
export function RemoteCard({
  remote,
  kind,
  release,
  quarantined = false,
  isOnPurpose = false,
  onRetry,
}: RemoteCardProps) {
  const common = useText()
  const text = useShellText()
  const { code } = useLocale()
  const area = useRouteTable().areas[remote]
  const name = area ? textIn(area.title, code) : remote
  const title = quarantined ? 'quarantine' : crashes.has(kind) ? 'crash' : 'load'
  return (
    <Page width="reading">
      <section className={styles['card']} role="alert" data-fault={kind} data-quarantined={quarantined}>
        <Icon name="alarm" size={24} className={styles['icon']} />
        <div className={styles['text']}>
          <h1 className={styles['title']}>{text(`remote.${title}.title`, { area: name })}</h1>
          <p className={styles['calm']}>{text(quarantined ? 'remote.quarantine.text' : 'remote.stillWorks')}</p>
          <dl className={styles['facts']}>
            <dt>{text('remote.what')}</dt>
            <dd>{text(isOnPurpose ? 'remote.fault.onPurpose' : reasons[kind])}</dd>
            {area && (
              <>
                <dt>{text('remote.owner')}</dt>
                <dd dir="auto">{area.owner}</dd>
              </>
            )}
            {release && (
              <>
                <dt>{text('remote.version')}</dt>
                <dd className={styles['release']}>
                  <bdi dir="ltr">{release}</bdi>
                </dd>
              </>
            )}
          </dl>
          <Button icon="refresh" onClick={onRetry}>
            {quarantined ? text('remote.quarantine.retry') : common('action.retry')}
          </Button>
        </div>
      </section>
    </Page>
  )
}
