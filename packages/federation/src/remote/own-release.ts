/** `<name>/<release>` of the remote that this is compiled into; written by its build. */
declare const HELIOPORT_RELEASE: string | undefined

export const ownRelease = typeof HELIOPORT_RELEASE === 'string' ? HELIOPORT_RELEASE : ''
