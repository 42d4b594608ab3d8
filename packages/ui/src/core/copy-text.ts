/**
 * Copies to the clipboard. Rejects when the browser offers none, as on a portal in a home network without TLS: the
 * caller must report the failure.
 */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
