import type { SignIn } from '@helioport/contract'
import { joinParts, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import { Marked } from '../record/marked.tsx'
import styles from './caller-place.module.css'

type CallerPlaceProps = Pick<SignIn, 'address' | 'place' | 'isNewAddress'> & { search: string }

/** Origin of a sign-in: the address and what is known of it. */
export function CallerPlace({ address, place, isNewAddress, search }: CallerPlaceProps) {
  const text = useText<typeof enUS>('record')
  return (
    <span className={styles['place']}>
      <bdi>
        <Marked hits={[search]}>{address}</Marked>
      </bdi>
      <span className={styles['known']}>
        {joinParts([text(`log.place.${place}`), isNewAddress && text('log.newAddress')])}
      </span>
    </span>
  )
}
