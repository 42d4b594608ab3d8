import { type ComponentType, lazy, Suspense } from 'react'
import { SkeletonText } from '@helioport/ui'
import { ErrorPage } from '../errors/error-page.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

type PageName = 'RegisterPage' | 'ActivatePage' | 'ForgotPage' | 'UnsubscribePage'

/** The pages around an account are loaded with their texts when one of them is opened, apart from the sign-in page. */
const latePage = (name: PageName) =>
  lazy(async (): Promise<{ default: ComponentType }> => {
    try {
      const [pages] = await Promise.all([
        import('../registration/pages.tsx'),
        import('../registration/account-messages.ts').then(({ addAccountMessages }) => addAccountMessages()),
      ])
      return { default: pages[name] }
    } catch {
      return { default: () => <ErrorPage status={500} /> }
    }
  })

const pages = {
  register: latePage('RegisterPage'),
  activate: latePage('ActivatePage'),
  forgotPassword: latePage('ForgotPage'),
  unsubscribe: latePage('UnsubscribePage'),
}

export function LatePage({ page }: { page: keyof typeof pages }) {
  const Page = pages[page]
  return (
    <SignInLayout wide={page === 'register'}>
      <Suspense fallback={<SkeletonText lines={6} />}>
        <Page />
      </Suspense>
    </SignInLayout>
  )
}
