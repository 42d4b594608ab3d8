const forgetters = new Set<() => void>()

/** Registers a cache of reads: `forget` is called when its reads must no longer be shown. */
export function onReadsForgotten(forget: () => void): void {
  forgetters.add(forget)
}

/** To be called when another person uses this page. A cache may not be registered yet, as on the sign-in page. */
export function forgetReads(): void {
  forgetters.forEach((forget) => forget())
}
