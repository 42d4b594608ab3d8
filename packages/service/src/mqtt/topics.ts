/**
 * Topics of the broker. A logger sends below its own, hears what is for it, and reads what its account publishes for home
 * servers; everything else is nobody's. Serials are no claim, so nothing that one client sends is handed to another.
 */
const root = 'helioport'

export const ownRoot = (serial: string): string => `${root}/${serial}/`
export const homeRoot = (accountId: string): string => `${root}/home/${accountId}/`
const commandRoot = (serial: string): string => `${ownRoot(serial)}commands/`

/** What lies below the logger's own topic; null: it does not. */
export const belowOwn = (serial: string, topic: string): string | null =>
  topic.startsWith(ownRoot(serial)) && topic.length > ownRoot(serial).length
    ? topic.slice(ownRoot(serial).length)
    : null

/** Whether a client may hear what a filter catches; wildcards only where all that they can catch is the account's. */
export function mayHear(who: { serial: string; accountId: string }, filter: string): boolean {
  if (filter.startsWith(homeRoot(who.accountId))) return true
  return filter.startsWith(commandRoot(who.serial)) && !/[+#]/.test(filter)
}
