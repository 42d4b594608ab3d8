import type { ReactNode } from 'react'
import { Icon, type IconName } from '@helioport/ui'
import styles from './banner.module.css'

/** Place of banners, under the header; new banners are read aloud. */
export function BannerPlace({ children }: { children: ReactNode }) {
  return <output className={styles['place']}>{children}</output>
}

interface BannerProps {
  icon: IconName
  tone: 'brand' | 'warn'
  /** One button at the end of the line. */
  action?: ReactNode
  children: ReactNode
}

/** One line above the page, which stays as it is. */
export function Banner({ icon, tone, action, children }: BannerProps) {
  return (
    <div className={`${styles['banner']} ${styles[tone]}`}>
      <Icon name={icon} size={18} />
      <span className={styles['text']}>{children}</span>
      {action}
    </div>
  )
}
