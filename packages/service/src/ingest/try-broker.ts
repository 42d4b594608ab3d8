import mqtt from 'mqtt'

const patienceMs = 3_000

/**
 * Tries to connect to a broker's URL, without subscribing. Null: it works; otherwise the broker's error message.
 */
export async function tryBroker(url: string): Promise<string | null> {
  // MQTT 3.1.1, which every broker supports.
  const options = { protocolVersion: 4, clean: true, reconnectPeriod: 0, connectTimeout: patienceMs } as const
  try {
    const client = await mqtt.connectAsync(url, options, false)
    await client.endAsync(true)
    return null
  } catch (error) {
    return error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error)
  }
}
