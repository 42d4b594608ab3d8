import { Suspense } from 'react'
import { SkeletonText } from '@helioport/ui'
import { late } from './late.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

type PageName = 'RegisterPage' | 'ActivatePage' | 'ForgotPage' | 'UnsubscribePage'

const accountTexts = () =>
  import('../registration/account-messages.ts').then(({ addAccountMessages }) => addAccountMessages())

/** The pages around an account. */
const latePage = (name: PageName) =>
  late(async () => {
    const [pages] = await Promise.all([import('../registration/pages.tsx'), accountTexts()])
    return pages[name]
  })

const firstRunPage = late(async () => {
  const [{ FirstRunPage }] = await Promise.all([
    import('../first-run/first-run-page.tsx'),
    import('../first-run/first-run-messages.ts').then(({ addFirstRunMessages }) => addFirstRunMessages()),
    accountTexts(),
  ])
  return FirstRunPage
})

const companyPage = late(async () => {
  const [{ CompanyPage }] = await Promise.all([
    import('../ways/company-page.tsx'),
    import('../ways/ways-messages.ts').then(({ addWaysMessages }) => addWaysMessages()),
  ])
  return CompanyPage
})

const pages = {
  register: latePage('RegisterPage'),
  activate: latePage('ActivatePage'),
  forgotPassword: latePage('ForgotPage'),
  unsubscribe: latePage('UnsubscribePage'),
  firstRun: firstRunPage,
  company: companyPage,
}

export function LatePage({ page }: { page: keyof typeof pages }) {
  const Page = pages[page]
  return (
    <SignInLayout wide={page === 'register' || page === 'firstRun'}>
      <Suspense fallback={<SkeletonText lines={6} />}>
        <Page />
      </Suspense>
    </SignInLayout>
  )
}
