import { useEndpoint } from '@helioport/api-client'
import { useErrorText, useText, zoneLabel } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Card, DescriptionList, ErrorState, Icon, SkeletonText } from '@helioport/ui'
import { pictureUrl } from '../account/picture-url.ts'
import type enUS from '../messages/en-US.ts'
import styles from './center-page.module.css'

/** The signed-in person: picture, name, role, address, time zone. */
export function IdentityCard() {
  const text = useText<typeof enUS>('account')
  const errorText = useErrorText()
  const session = useSession((state) => state.session)
  const { data: account, error, refetch } = useEndpoint('GET /account')
  const name = account?.nickname ?? session?.nickname ?? ''
  const role = account?.role ?? session?.role
  const isSubAccount = (session?.mainAccountId ?? null) !== null
  const roleKey = role && (isSubAccount ? 'center.subAccount' : (`center.role.${role}` as const))
  return (
    <Card>
      <NameAndPictures name={name} role={roleKey && text(roleKey)} />
      {account ? (
        <DescriptionList
          items={[
            { label: text('center.userName'), value: account.userName },
            { label: text('center.email'), value: account.email || '–' },
            { label: text('center.zone'), value: zoneLabel(account.timeZoneOffset) },
          ]}
        />
      ) : error ? (
        <ErrorState {...errorText(error, refetch)} />
      ) : (
        <SkeletonText lines={3} />
      )}
      {roleKey && <p className={styles['hint']}>{text(`${roleKey}.hint`)}</p>}
    </Card>
  )
}

function NameAndPictures({ name, role }: { name: string; role: string | undefined }) {
  const text = useText<typeof enUS>('account')
  const { data: profile } = useEndpoint('GET /account/profile')
  const avatar = pictureUrl(profile?.avatarId)
  const logo = pictureUrl(profile?.logoId)
  return (
    <div className={styles['who']}>
      <span className={styles['avatar']} aria-hidden="true">
        {avatar ? <img src={avatar} alt="" /> : ([...name][0]?.toUpperCase() ?? <Icon name="account" size={28} />)}
      </span>
      <div className={styles['names']}>
        <strong className={styles['name']}>{name}</strong>
        {role && <span className={styles['muted']}>{role}</span>}
      </div>
      {logo && <img className={styles['logo']} src={logo} alt={text('picture.logo')} />}
    </div>
  )
}
