import type { PasskeyQuestion, UsedPasskey } from '@helioport/contract'
import { type AuthenticatorTransport, startAuthentication } from '@simplewebauthn/browser'

/**
 * Lets the browser sign a challenge with a passkey that the person chooses.
 * @throws an error of the browser where the person chose none
 */
export async function answerPasskey({ challenge, domain, known }: PasskeyQuestion): Promise<UsedPasskey> {
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId: domain,
      userVerification: 'required',
      allowCredentials: known.map((each) => ({
        type: 'public-key',
        id: each.id,
        // The browser ignores unknown transports.
        transports: each.transports as AuthenticatorTransport[],
      })),
    },
  })
  const { clientDataJSON: clientData, authenticatorData, signature, userHandle } = response
  return { credentialId: id, clientData, authenticatorData, signature, userHandle: userHandle || null }
}
