const forgetters = new Set<() => void>()

/** Registers a cache of reads: `forget` is called when its reads must no longer be shown. */
export function onReadsForgotten(forget: () => void): void {
  forgetters.add(forget)
}

/** Another person uses this page from now on. No cache may be registered yet, as on the sign-in page. */
export function forgetReads(): void {
  forgetters.forEach((forget) => forget())
}
