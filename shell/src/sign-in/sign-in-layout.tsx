import type { ReactNode } from 'react'
import { useText } from '@helioport/i18n'
import { ConnectionBanner } from '../connection/connection-banner.tsx'
import { BrandMark } from '../frame/brand-mark.tsx'
import { LanguageMenu } from '../frame/language-menu.tsx'
import { ThemeMenu } from '../frame/theme-menu.tsx'
import { useShellText } from '../messages/shell-messages.ts'
import { DayArc } from './day-arc.tsx'
import styles from './sign-in-layout.module.css'

/** Layout of all pages before the sign-in: the brand and the sky of this hour on one side, the page on the other. */
export function SignInLayout({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  const common = useText()
  const text = useShellText()
  return (
    <div className={styles['layout']}>
      <aside className={styles['side']}>
        <div className={styles['brand']}>
          <BrandMark size={36} />
          <span>{common('app.name')}</span>
        </div>
        <p className={styles['tagline']}>{text('app.tagline')}</p>
        <DayArc className={styles['arc']} />
      </aside>
      <div className={styles['main']}>
        <ConnectionBanner />
        <header className={styles['tools']}>
          <LanguageMenu />
          <ThemeMenu />
        </header>
        <main className={styles['content']}>
          <div className={`${styles['box']} ${wide ? styles['wide'] : ''}`}>{children}</div>
        </main>
      </div>
    </div>
  )
}
