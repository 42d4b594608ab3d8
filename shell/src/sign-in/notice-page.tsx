import { paths } from '@helioport/contract'
import { LinkButton } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import styles from './sign-in-page.module.css'

interface NoticePageProps {
  page: 'register' | 'forgot'
}

/** Accounts and passwords are given out by the operator of this installation; this page says so. */
export function NoticePage({ page }: NoticePageProps) {
  const text = useShellText()
  return (
    <SignInLayout>
      <h1 className={styles['title']}>{text(`${page}.title`)}</h1>
      <p className={styles['text']}>{text(`${page}.text`)}</p>
      <LinkButton icon="back" size="l" href={`#${paths.login()}`}>
        {text('notice.back')}
      </LinkButton>
    </SignInLayout>
  )
}
