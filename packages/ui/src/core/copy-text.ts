/**
 * To the clipboard; rejects where there is none, as on a portal that a home network reaches without TLS: whoever asked is
 * told in any case.
 */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
