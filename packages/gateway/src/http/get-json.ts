import { SourceAway } from '../source/source.ts'

/** How a device on the local network is asked over HTTP. */
export type GetJson = (url: string) => Promise<unknown>

const timeoutMs = 10_000
/** No device here answers with more; a page of something else may. */
const maxBytes = 1_000_000

/**
 * The JSON at `url`.
 * @throws SourceAway when nobody answers, or not with JSON
 */
export const getJson: GetJson = async (url) => {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    if (!response.ok) throw new SourceAway(`${url} answers HTTP ${response.status}`)
    return JSON.parse(await textOf(response, url))
  } catch (error) {
    if (error instanceof SourceAway) throw error
    if (error instanceof SyntaxError) throw new SourceAway(`${url} answers no JSON`)
    throw new SourceAway(`${url} does not answer: ${reasonOf(error)}`)
  }
}

async function textOf(response: Response, url: string): Promise<string> {
  let bytes = 0
  const parts: Uint8Array[] = []
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new SourceAway(`${url} answers more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
