/**
 * A part that is released on its own: `shell`, or a remote by the name of its folder `mfe-<name>`. There is no list of
 * remotes: they are found in the workspace and in a release store.
 */
export type ReleasableName = string

export const isReleasableName = (name: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(name)

const folderOfRemote = /^mfe-(.+)$/

/** Folder of a releasable part, relative to the project's root. */
export const folderOf = (name: ReleasableName): string => (name === 'shell' ? 'shell' : `mfe-${name}`)

/** Sorted names of the remotes among the folders of a project's root. */
export const remotesAmong = (folders: readonly string[]): ReleasableName[] =>
  folders.flatMap((folder) => folderOfRemote.exec(folder)?.[1] ?? []).filter(isReleasableName).sort() // prettier-ignore
