/** `<name>/<release>` of the remote that this module is compiled into; written by the remote's build. */
declare const HELIOPORT_RELEASE: string | undefined

export const ownRelease = typeof HELIOPORT_RELEASE === 'string' ? HELIOPORT_RELEASE : ''
