/** The database alone: a command that backs it up or looks at it does not read the whole service first. */
export { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts'
export { EmbeddedError, type EmbeddedErrorCode } from './database/embedded/embedded-error.ts'
export { type DatabaseSource, type OpenedDatabase, openSource } from './database/source.ts'
export { type DatabaseState, embeddedPid, inspectDatabase } from './database/dump/inspect.ts'
export { type Dump, dumpDatabase } from './database/dump/dump.ts'
export { loadDatabase } from './database/dump/load.ts'
export { type PictureObject, placePictures, type SavedPicture } from './database/dump/pictures.ts'
