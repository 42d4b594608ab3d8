export { packArchive } from './archive.ts'
export { type Credentials, credentialsOf, keyCredentials } from './credentials.ts'
export { askHost, HostRefuses } from './host.ts'
export { sendRelease, type Source, type Stored, type Upload, type UploadOptions } from './upload.ts'
