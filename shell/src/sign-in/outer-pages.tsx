import { Suspense } from 'react'
import { SkeletonText } from '@helioport/ui'
import { late } from './late.tsx'
import type { LatePage as AccountPage } from './late-page.tsx'
import type { SignInPageProps } from './sign-in-page.tsx'

type AccountPageProps = Parameters<typeof AccountPage>[0]

// One chunk with what surrounds these pages: a signed-in person never sees any of them.
const Account = late<AccountPageProps>(
  async () => (await import(/* webpackChunkName: "sign-in" */ './late-page.tsx')).LatePage,
)
const SignIn = late<SignInPageProps>(
  async () => (await import(/* webpackChunkName: "sign-in" */ './sign-in-page.tsx')).SignInPage,
)

/** The sign-in page, loaded when it is shown. */
export const SignInPage = (props: SignInPageProps) => (
  <Suspense fallback={<SkeletonText lines={6} />}>
    <SignIn {...props} />
  </Suspense>
)

/** A page around an account, loaded when it is shown. */
export const LatePage = (props: AccountPageProps) => (
  <Suspense fallback={<SkeletonText lines={6} />}>
    <Account {...props} />
  </Suspense>
)
