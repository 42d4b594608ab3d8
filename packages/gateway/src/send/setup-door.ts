import { gatewaySetupPath } from '@helioport/contract'
import type { GatewayReport, GatewaySettings } from '@helioport/contract/ingest'

/** What the owner wants of this gateway; null: the portal is away, or too old to say. Never throws. */
export type SetupDoor = (key: string, report: GatewayReport) => Promise<GatewaySettings | null>

const timeoutMs = 20_000

/** The service's own door, over HTTP. */
export const httpSetupDoor =
  (origin: string): SetupDoor =>
  async (key, report) => {
    try {
      const response = await fetch(new URL(gatewaySetupPath, origin), {
        method: 'POST',
        headers: { authorization: `Logger ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(report),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const { data } = (await response.json()) as { data?: GatewaySettings }
      return response.ok && data ? { intervalS: data.intervalS, sources: data.sources } : null
    } catch {
      return null
    }
  }
