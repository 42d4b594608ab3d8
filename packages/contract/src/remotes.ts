/** The five remotes. Folder names, ports, CLI arguments, index keys and tests derive from this list. */
export const remoteNames = ['station', 'device', 'record', 'account', 'functions'] as const

export type RemoteName = (typeof remoteNames)[number]

/** Everything that is released on its own: the remotes and the shell that hosts them. */
export const releasableNames = ['shell', ...remoteNames] as const

export type ReleasableName = (typeof releasableNames)[number]

export function isReleasableName(name: string): name is ReleasableName {
  return (releasableNames as readonly string[]).includes(name)
}

/** Folder of a releasable part, relative to the project's root. */
export function folderOf(name: ReleasableName): string {
  return name === 'shell' ? 'shell' : `mfe-${name}`
}

/** Port of its development server; the list's order is part of the development set-up only. */
export function devPortOf(name: ReleasableName): number {
  return 3100 + releasableNames.indexOf(name)
}
