/** Ways to sign in, and to prove the identity, without the password. */
export const messages = {
  or: 'or',
  passkey: 'Sign in with a passkey',
  passkeyProof: 'Confirm with a passkey',
  cancelled: 'No passkey was used. Try again, or go on with the password.',
  company: 'Sign in with {{title}}',
  'company.title': 'Sign-in with {{title}}',
  'company.plain': 'Sign-in at your company',
  'company.link':
    'You come from {{title}} for the first time. Enter the password of your account here once: from then on the sign-in there is enough.',
  'company.code': 'Code of your authenticator app, or a recovery code',
  'company.password': 'Password',
  'company.go': 'Sign in',
  'company.back': 'Back to the sign-in',
  'company.ended': 'This sign-in has ended. Begin it anew.',
  'company.refused': 'The company’s sign-in did not come to its end. Try again.',
  'company.unreachable':
    'The company’s sign-in cannot be reached at the moment. Sign in with your password, or try again later.',
  'company.notLetIn': 'Your company account is not among those that may come in here. Ask who operates the portal.',
  'company.noEmail': 'Your company does not say a confirmed email address, by which your account here could be found.',
}
