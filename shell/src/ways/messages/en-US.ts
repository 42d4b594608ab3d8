/** Ways to sign in, and to prove who one is, without the password. */
export const messages = {
  or: 'or',
  passkey: 'Sign in with a passkey',
  passkeyProof: 'Confirm with a passkey',
  cancelled: 'No passkey was used. Try again, or go on with the password.',
}
