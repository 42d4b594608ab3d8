/** Limits of the broker, per client and in total. */
export const maxConnections = 2_000
/** High, because a building, or a provider's NAT, has many devices behind one address. */
export const maxConnectionsPerAddress = 500
/** Connections per address that are not authenticated yet; the key comes with the first packet. */
export const maxStrangersPerAddress = 100
export const maxConnectionsPerLogger = 5
export const maxSubscriptions = 20
/** The longest known message of a device has 4 KB. */
export const maxPacketBytes = 16 * 1024
/**
 * Tokens of a connection for packets other than messages (subscriptions, pings, the second half of QoS 2): bucket size,
 * and refill per second. A packet costs one, and one more for each 16 bytes.
 */
export const smallPacketsAtOnce = 1_500
export const smallPacketsPerSecond = 100
export const maxTopicLength = 200
export const maxTopicLevels = 16
/** A logger's sustained rate of messages per second, and its burst: ten inverters of sixty topics each. */
export const messagesPerSecond = 100
export const messagesAtOnce = 1_000
/** Longest allowed keep-alive; clients with a longer one, or none, are refused. */
export const longestKeepAliveS = 1_200
export const connectWithinMs = 10_000
/** How many topics of a logger are kept (the newest), and for how long. */
export const keptTopics = 100
export const keptMs = 15 * 60_000
/** How long messages are kept for the owner's page after its last request; the page polls meanwhile. */
export const watchedMs = 5 * 60_000
