import { useNavigate } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Icon, Menu, type MenuItem } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { findRoute } from '../routing/find-route.ts'
import { useRouteTable } from '../routing/route-table-context.ts'
import { useAccess } from '../routing/use-access.ts'
import styles from './account-menu.module.css'
import { useOwnPictures } from './own-pictures.ts'

/** The signed-in account, a link to the settings if a remote offers them, and the sign-out. */
export function AccountMenu() {
  const common = useText()
  const text = useShellText()
  const navigate = useNavigate()
  const table = useRouteTable()
  const { isClosed } = useAccess()
  const session = useSession((state) => state.session)
  const signOut = useSession((state) => state.signOut)
  const name = session?.nickname || session?.userName || ''

  const { avatar } = useOwnPictures()

  const leave = async () => {
    const confirmed = await signOut().then(
      () => true,
      () => false,
    )
    await navigate(paths.login(), { replace: true, state: { signedOut: confirmed } })
  }

  const settings = findRoute(table, paths.setting('basic'))
  const items: MenuItem[] = [
    ...(settings && !isClosed(settings.path)
      ? [
          {
            key: 'settings',
            label: text('frame.settings'),
            icon: 'settings' as const,
            href: `#${paths.setting('basic')}`,
          },
        ]
      : []),
    { key: 'signOut', label: common('action.signOut'), icon: 'signOut', onSelect: () => void leave() },
  ]

  return (
    <Menu
      label={text('frame.account', { name })}
      items={items}
      look="bare"
      className={styles['button']}
      header={
        session && (
          <div className={styles['who']}>
            <strong>{name}</strong>
            {session.nickname && session.nickname !== session.userName && <span>{session.userName}</span>}
          </div>
        )
      }
      trigger={
        <span className={styles['avatar']} aria-hidden="true">
          {avatar ? (
            <img src={avatar} alt="" />
          ) : name ? (
            [...name][0]?.toUpperCase()
          ) : (
            <Icon name="account" size={18} />
          )}
        </span>
      }
    />
  )
}
