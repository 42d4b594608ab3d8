import { gatewaySetupPath } from '@helioport/contract'
import type { GatewayReport, GatewaySettings } from '@helioport/contract/ingest'
import { plainReport } from './report.ts'

/** Sends a report and gets the owner's settings; null: the portal is unavailable or too old. Never throws. */
export type SetupDoor = (key: string, report: GatewayReport) => Promise<GatewaySettings | null>

const timeoutMs = 20_000

/** Size limit of the portal; a larger report is sent without its trouble codes. */
const mostBytes = 30_000

/** Setup door over HTTP. */
export function httpSetupDoor(origin: string): SetupDoor {
  const post = (key: string, body: string) =>
    fetch(new URL(gatewaySetupPath, origin), {
      method: 'POST',
      headers: { authorization: `Logger ${key}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
  return async (key, report) => {
    try {
      const [whole, plain] = [JSON.stringify(report), JSON.stringify(plainReport(report))]
      let response = await post(key, whole.length > mostBytes ? plain : whole)
      // The portal is older than this program.
      if (response.status === 400 && whole !== plain) response = await post(key, plain)
      const { data } = (await response.json()) as { data?: GatewaySettings }
      return response.ok && data ? { intervalS: data.intervalS, sources: data.sources } : null
    } catch {
      return null
    }
  }
}
