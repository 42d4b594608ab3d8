import type { CreatedPasskey, PasskeyCreation } from '@helioport/contract'
import {
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'

const transportsOf = (found: readonly string[]) => found as CreatedPasskey['transports']

/**
 * Lets the browser create a passkey. `cancelled`: by the person or a time-out; `known`: the device already holds one.
 */
export async function makePasskey(creation: PasskeyCreation): Promise<CreatedPasskey | 'cancelled' | 'known'> {
  const { challenge, domain, userHandle, userName, known } = creation
  try {
    return createdOf(
      await startRegistration({
        optionsJSON: {
          challenge,
          rp: { id: domain, name: 'Helioport' },
          user: { id: userHandle, name: userName, displayName: userName },
          // EdDSA, ES256, RS256.
          pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          attestation: 'none',
          excludeCredentials: known.map(({ id, transports }) => ({
            type: 'public-key',
            id,
            // The browser ignores unknown transports.
            transports: transports as AuthenticatorTransport[],
          })),
        },
      }),
    )
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return isKnown ? 'known' : 'cancelled'
  }
}

const createdOf = ({ id, response }: RegistrationResponseJSON): CreatedPasskey => ({
  credentialId: id,
  clientData: response.clientDataJSON,
  attestation: response.attestationObject,
  transports: transportsOf(response.transports ?? []),
})
