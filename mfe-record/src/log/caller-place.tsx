import type { SignIn } from '@helioport/contract'
import { joinParts, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import styles from './caller-place.module.css'

/** From where a sign-in was tried: the address, and what is known of it. */
export function CallerPlace({ address, place, isNewAddress }: Pick<SignIn, 'address' | 'place' | 'isNewAddress'>) {
  const text = useText<typeof enUS>('record')
  return (
    <span className={styles['place']}>
      <bdi>{address}</bdi>
      <span className={styles['known']}>
        {joinParts([text(`log.place.${place}`), isNewAddress && text('log.newAddress')])}
      </span>
    </span>
  )
}
