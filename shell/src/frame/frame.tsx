import { type ReactNode, type RefObject, useEffect, useInsertionEffect } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { useShellText } from '../messages/shell-messages.ts'
import { useAccess } from '../routing/use-access.ts'
import { AccountMenu } from './account-menu.tsx'
import './document.css'
import { BrandMark } from './brand-mark.tsx'
import { ConnectionBanner } from '../connection/connection-banner.tsx'
import styles from './frame.module.css'
import { keepFocusIn } from './kept-focus.ts'
import { useAhead } from '../outlet/use-ahead.ts'
import { LanguageMenu } from './language-menu.tsx'
import { LateToasts } from './late-toasts.tsx'
import { BottomMenu, MainMenu } from './main-menu.tsx'
import { useOwnPictures } from './own-pictures.ts'
import { StepUp } from './step-up.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { UpdateBanner } from './update-banner.tsx'
import { ViewBanner } from './view-banner.tsx'

interface FrameProps {
  /** Gets the focus when another page is shown, and from the skip link. */
  content: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Header, menu and the place of the page. It stays mounted while pages change. */
export function Frame({ content, children }: FrameProps) {
  const common = useText()
  const text = useShellText()
  const { isLogin } = useAccess()
  useAhead()
  useInsertionEffect(() => {
    document.documentElement.dataset['layout'] = 'frame'
    return () => {
      delete document.documentElement.dataset['layout']
    }
  }, [])
  useEffect(() => (content.current === null ? undefined : keepFocusIn(content.current)), [content])
  const { logo } = useOwnPictures()
  return (
    <div className={styles['frame']}>
      <a
        className={styles['skip']}
        href="#content"
        onClick={(event) => {
          // The address behind # belongs to the router.
          event.preventDefault()
          content.current?.focus()
        }}
      >
        {text('frame.skip')}
      </a>
      <header className={styles['header']}>
        <Link className={styles['brand']} to={paths.home()}>
          {logo ? <img className={styles['logo']} src={logo} alt="" /> : <BrandMark />}
          <span>{common('app.name')}</span>
        </Link>
        <MainMenu />
        <div className={styles['tools']}>
          <LanguageMenu />
          <ThemeMenu />
          {isLogin ? (
            <AccountMenu />
          ) : (
            <Link className={styles['signIn']} to={paths.login()}>
              {common('action.signIn')}
            </Link>
          )}
        </div>
      </header>
      <ConnectionBanner />
      <ViewBanner />
      <UpdateBanner onTaken={() => content.current?.focus({ preventScroll: true })} />
      <main id="content" className={styles['content']} ref={content} tabIndex={-1}>
        {children}
      </main>
      <BottomMenu />
      <StepUp />
      <LateToasts />
    </div>
  )
}
