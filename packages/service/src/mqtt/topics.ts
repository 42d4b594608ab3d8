/**
 * Topics of the broker. A logger publishes below its own topic, and subscribes to its commands and to its account's
 * topics for home servers; nothing else is allowed. Serials prove nothing, so no client's message is forwarded to
 * another client.
 */
const root = 'helioport'

export const ownRoot = (serial: string): string => `${root}/${serial}/`
export const homeRoot = (accountId: string): string => `${root}/home/${accountId}/`
const commandRoot = (serial: string): string => `${ownRoot(serial)}commands/`

/** The part of the topic below the logger's own; null: it is not below. */
export const belowOwn = (serial: string, topic: string): string | null =>
  topic.startsWith(ownRoot(serial)) && topic.length > ownRoot(serial).length
    ? topic.slice(ownRoot(serial).length)
    : null

/** Whether a client may subscribe to a filter. Wildcards are allowed only where all matches belong to the account. */
export function maySubscribe(who: { serial: string; accountId: string }, filter: string): boolean {
  if (filter.startsWith(homeRoot(who.accountId))) return true
  return filter.startsWith(commandRoot(who.serial)) && !/[+#]/.test(filter)
}
