/** Host of a URL; the text itself if it is not a URL. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address)
