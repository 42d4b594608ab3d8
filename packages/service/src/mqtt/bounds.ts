/** What one client, or all of them, may take of the broker. */
export const maxConnections = 2_000
/** A house, or a provider's exit, has many devices behind one address. */
export const maxConnectionsPerAddress = 500
/** Of these so many that have not shown their key yet: they have it in their first packet. */
export const maxStrangersPerAddress = 100
export const maxConnectionsPerLogger = 5
export const maxSubscriptions = 20
/** The longest message of a device that we know has 4 KB. */
export const maxPacketBytes = 16 * 1024
/**
 * What is no message (subscriptions, signs of life, the second half of a message of QoS 2) costs one, and one more for each
 * 16 bytes: of one connection so many at once, and a second.
 */
export const smallPacketsAtOnce = 1_500
export const smallPacketsPerSecond = 100
export const maxTopicLength = 200
export const maxTopicLevels = 16
/** Messages a second that a logger may send for long, and how many at once: ten inverters of sixty topics each. */
export const messagesPerSecond = 100
export const messagesAtOnce = 1_000
/** Who says nothing for so long, or names no time at all, is not there. */
export const longestKeepAliveS = 1_200
export const connectWithinMs = 10_000
/** So many topics of a logger are kept, the newest; and for so long. */
export const keptTopics = 100
export const keptMs = 15 * 60_000
/** An owner who looks is shown what comes for so long; the page asks again meanwhile. */
export const watchedMs = 5 * 60_000
