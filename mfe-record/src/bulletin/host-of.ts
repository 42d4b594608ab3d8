/** The host that an address leads to; the address itself where it is none. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address)
